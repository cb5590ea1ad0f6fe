"""From the text of a document to a draft of its file, from a revised text or answers to changes of it."""
