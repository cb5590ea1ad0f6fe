"""Exact odds, findings and filings for Fortune Pai Gow Poker."""

__version__ = "0.1.0"
