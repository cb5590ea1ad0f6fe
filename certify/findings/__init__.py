"""Findings: computed from the data by rules, never typed."""
