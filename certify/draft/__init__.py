"""From the text of a document to a draft of its file: what can be proposed, and what is still to do."""
