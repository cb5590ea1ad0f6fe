"""What seven cards are, what a line can require of them, and how they are set."""
