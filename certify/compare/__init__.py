"""What differs between two things, as data: alignment by name, differences, effects on the figures.

Words for differences belong in `certify.render`; their approval belongs in `certify.gate`.
"""
