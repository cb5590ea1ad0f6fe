"""Drafts: what is proposed from a text, and what a file with something to do is worth."""
