"""What a document says: parameters, model, validation, sources; the rulebook, which is what it means."""
