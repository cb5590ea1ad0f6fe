"""The commands, by purpose: parsing and printing only. What they compute belongs in the packages below."""
