"""The only numpy and numba of the package: integers in, integer counts out.

Kernels know no jurisdiction and no document. They know cards, how five and two of them rank,
and how to count: every module asserts the totals it produces, and all of them work for reduced
decks too, so that full enumeration can check them.

Read in this order: ``compilation``, ``bits``, ``threads``, ``subsets``, ``rank``, ``keys``,
``settings``, ``features``, ``enumeration``, ``pairs``, ``ranked_hands``, ``ranked_tallies``,
``ranked_sums``, ``dominance``, ``recount``, ``face_up``, ``met_hands``, ``optimal``.

A card is ``4 * rank + suit``, rank 0 being the deuce and 12 the ace; the joker is 52.
"""
