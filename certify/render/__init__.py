"""Every word and number that certify prints about odds and findings, made in one place.

Values, numbers, citations, effects, findings and issues are turned into text here; the terminal, JSON labels,
filings, pages, workbooks and the gate use these functions and add only their layout.
"""
