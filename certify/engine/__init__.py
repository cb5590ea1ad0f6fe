"""The reference game, slow and readable."""
