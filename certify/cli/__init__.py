"""The commands, one module each: nothing but parsing and printing."""
