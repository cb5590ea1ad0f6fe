"""The only numba of the package, and most of its numpy: integers in, integer counts out.

Kernels know no jurisdiction and no document. They know cards, how five and two of them rank,
and how to count: every module asserts the totals it produces, and all of them work for reduced
decks too, so that full enumeration can check them.

Modules of ``certify.odds`` that count with kernels know numpy too.

Read in this order: ``deck``, ``threads``, ``store``, ``compilation``, ``subsets``, ``rank``, ``keys``,
``settings``, ``views``, ``hand_table``, ``house_way``, ``bank_hands``, ``ranked_hands``, ``ranked_tallies``,
``ranked_sums``, ``pairs``, ``dominance``, ``contest``, ``face_up``, ``standard``, ``opponent_hands``,
``optimal``. ``preparation`` compiles them all; ``dealing`` and ``sums`` serve
simulated and repeated rounds; ``sums`` alone uses floating point, with a bound on its error.

A card is ``4 * rank + suit``, rank 0 being the deuce and 12 the ace; the joker is 52.
"""
