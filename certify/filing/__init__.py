"""The filings: report model, HTML, PDF, page and workbook; their signature and verification."""
