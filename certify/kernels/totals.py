"""What sums must come to, and the word for a kernel whose sums do not.

These are no ``assert`` statements, since a figure of a certificate must not lose its checks when
Python runs with optimisation.
"""

from math import comb

from certify.kernels.deck import HAND


class TotalDisagreesError(ArithmeticError):
    """A kernel's result breaks a law that it must obey: never a wrong input, always a defect."""


def require(holds: object, law: str) -> None:
    """Stop with the law's name where it does not hold."""
    if not holds:
        raise TotalDisagreesError(law)


def containing_pairs(cards: int, size: int) -> int:
    """Return the ordered pairs of hands that both contain a subset, summed over its size."""
    return comb(cards, size) * comb(cards - size, HAND - size) ** 2


def require_fit(cards: int) -> None:
    """Make sure that no sum over subsets, signed or not, can leave 64 bits."""
    bound = sum(containing_pairs(cards, size) for size in range(HAND + 1))
    require(bound < 2**63, f"pairs of hands of {cards} cards can be counted in 64 bits")


def fits_each(cards: int, ways: int) -> bool:
    """Tell whether the sum over the subsets of each size stays in 64 bits, a pair having ``ways``.

    That is enough for a signed sum of them: numbers that leave 64 bits on the way come back, since
    the last sum, of disjoint pairs, is less than that of the empty subset.
    """
    return ways * max(containing_pairs(cards, size) for size in range(HAND + 1)) < 2**63
