"""Filings that prove themselves: seal, manifest, signature, and the check of all they say."""
