"""What seven cards are and how they are set."""
