"""A second reading of the house ways, written from the documents without the package.

It exists to disagree: it shares no line with what it checks, so a mistake has to be made twice,
in two different shapes, before it goes unseen.
"""
