"""A second model of settlement, written apart from the first: it uses no other module of this program.

The engine and the odds share one settlement, so that a mistake in it would be in every figure and in every
settled round. This model reads the same statements of a document and settles the same rounds in its own way.
`certify.odds.crosscheck` holds both against each other. What belongs here imports nothing of certify.
"""
