"""The rules, one module for each family; a rule yields facts, and `render` has the words."""
