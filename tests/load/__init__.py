"""Load and faults: many rounds, many files, and processes that die while they write."""
