"""The tutorial, walked from its first command to its last."""
