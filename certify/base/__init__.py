"""What everything stands on; it knows nothing of cards."""
