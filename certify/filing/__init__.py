"""The filings: report model, HTML, PDF. Imports point that way and no other."""
