"""Exact odds: integers and fractions from the deck to the printed page."""
