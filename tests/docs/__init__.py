"""The documentation: built, executed, complete, and without anything that is not there."""
