"""The library's functions; `import certify` is the way to them."""
