"""Counts through the settlement: the exact odds of every wager, and what is asked of them."""
