"""Many odds at once: a plan of files, readings, house ways, stakes and seats, to one table."""
