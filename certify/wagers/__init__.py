"""The settlements: the only functions in which a word of a document becomes money. View in, money out."""
