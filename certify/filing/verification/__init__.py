"""The verification of filings: seal, manifest, signature, figures and pages."""
