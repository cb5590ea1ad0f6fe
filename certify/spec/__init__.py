"""What a document says: parameters, loading, validation, model."""
