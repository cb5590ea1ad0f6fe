"""One figure by hand: an edge from the number of all hands to the percentage, for a calculator."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, floor

from certify.base.figures import round_half_up
from certify.filing.sheets import OutcomeRow, Sheet
from certify.game.rank import RankRules
from certify.game.vocabulary import RANKS, SUITS

HAND = 7
_THOUSAND, _MILLION = 10**3, 10**6
_DIGITS = 10**8
"""The numbers that fit a pocket calculator are below this."""
_CENTS = 2
"""The decimals for which a calculator has room beside a running sum of hundreds of thousands."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A class that can be counted on a sheet of paper."""

    hand: str
    words: str
    sum: str
    number: int
    replies: int = 1
    """The hands that the bank may hold beside each; 1 where none is dealt."""
    paid: int = 0
    """The deals in which the line is paid."""

    @property
    def deals(self) -> int:
        """The deals in which the player holds the class."""
        return self.number * self.replies


@dataclass(frozen=True, slots=True)
class Product:
    """A number of hands as a sum of which no result has more than eight digits."""

    sum: str
    thousands: Fraction


@dataclass(frozen=True, slots=True)
class HandStep:
    """One outcome with numbers of at most eight digits, each made from the rounded one before."""

    name: str
    deals: Fraction
    """In the unit of the table."""
    share: Fraction
    """Per million combinations."""
    pays: Fraction
    returns: Fraction
    square: Fraction


@dataclass(frozen=True, slots=True)
class ByHand:
    """The way from the cards to one edge."""

    sheet: Sheet
    cards: int
    products: tuple[Product, ...]
    """The hands of the player, and those of the bank beside each where it is dealt one."""
    hands: int
    counted: Counted | None
    rows: tuple[tuple[OutcomeRow, Fraction], ...]
    """Outcomes that pay, with deals times pay."""
    paid: Fraction
    losing: int
    pushing: int
    pairs: bool
    """Whether a hand of the bank's is dealt too."""

    @property
    def scale(self) -> int:
        """The unit in which combinations are written: 1, or so many that eight digits are enough."""
        return next(scale for scale in (1, 10**3, 10**9) if self.hands < _DIGITS * scale)

    @property
    def divisor(self) -> Fraction:
        """A millionth of all combinations, in that unit."""
        return _round(Fraction(self.hands, self.scale * _MILLION), 7)

    @property
    def steps(self) -> tuple[HandStep, ...]:
        """Every outcome, as a calculator gives it."""
        return tuple(self._make_step(row) for row in self.sheet.rows if row.deals)

    def _make_step(self, row: OutcomeRow) -> HandStep:
        deals = _fit(Fraction(row.deals, self.scale))
        share = _fit(deals / self.divisor)
        times = row.pay.times
        return HandStep(
            row.name,
            deals,
            share,
            times,
            _round(share * times, _CENTS),
            _round(share * times**2, 0),
        )

    @property
    def total_return(self) -> Fraction:
        """The player's return per million wagers."""
        return sum((item.returns for item in self.steps), Fraction(0))

    @property
    def total_square(self) -> Fraction:
        """The squares of the results per million wagers."""
        return sum((item.square for item in self.steps), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """The house edge that comes out."""
        return -self.total_return / _MILLION

    @property
    def variance(self) -> Fraction:
        """The variance that comes out."""
        return _round(self.total_square / _MILLION, 6) - _round(self.edge**2, 6)

    @property
    def kept(self) -> Fraction:
        """What the bank keeps over all hands, in stakes."""
        return self.losing - self.paid


def work_out(sheets: tuple[Sheet, ...], rules: RankRules) -> ByHand | None:
    """Trace a wager that is paid in multiples of the stake: the first on one hand alone, else on two."""
    size = len(rules.deck)
    hands = comb(size, HAND)
    plain = [
        sheet
        for sheet in sheets
        if sheet.has_figures and not any(row.pay.money or row.pay.meter for row in sheet.rows)
    ]
    replies = comb(size - HAND, HAND)
    found = [
        (sheet, _find_countable(sheet, rules, 1 if sheet.odds.deals == hands else replies))
        for sheet in plain
        if sheet.odds.deals in {hands, hands * replies}
    ]
    for sheet, counted in sorted(found, key=lambda item: (item[0].odds.deals, item[1] is None)):
        pairs = sheet.odds.deals != hands
        paid = tuple((row, row.deals * row.pay.times) for row in sheet.rows if row.pay.is_win)
        return ByHand(
            sheet,
            size,
            tuple(map(_spell, (size, size - HAND) if pairs else (size,))),
            sheet.odds.deals,
            counted,
            paid,
            sum((value for _, value in paid), Fraction(0)),
            sum(row.deals for row in sheet.rows if row.pay.times < 0),
            sum(row.deals for row in sheet.rows if not row.pay.times),
            pairs,
        )
    return None


def _round(value: Fraction, places: int) -> Fraction:
    """A value with so many decimals, rounded half up."""
    return Fraction(floor(value * 10**places + Fraction(1, 2)), 10**places)


def _fit(value: Fraction) -> Fraction:
    """A value with as many decimals as eight digits leave room for, and no more than six."""
    whole = len(str(int(abs(value))))
    return _round(value, max(0, min(6, len(str(_DIGITS)) - 1 - whole)))


def _spell(cards: int) -> Product:
    """The number of hands from so many cards as a sum in which each division comes out."""
    left = list(range(HAND, 1, -1))
    last = cards - HAND + 1
    product, signs = Fraction(1), []
    for factor in range(cards, last - 1, -1):
        times = Fraction(factor) if factor > last else Fraction(factor, _THOUSAND)
        product *= times
        signs.append(f"× {round_half_up(times, 0 if factor > last else 3)}")
        while fits := [item for item in left if product.denominator == 1 and not product % item]:
            left.remove(fits[0])
            product /= fits[0]
            signs.append(f"÷ {fits[0]}")
    for divisor in left:
        product /= divisor
        signs.append(f"÷ {divisor}")
    return Product(" ".join(signs).removeprefix("× "), product)


def _find_countable(sheet: Sheet, rules: RankRules, replies: int) -> Counted | None:
    """A class of the paytable whose number a reader can find in one line; only if it comes out."""
    ranks, suits = len(RANKS), len(SUITS)
    left = ranks * suits - suits
    known = [
        Counted(
            "five-aces",
            f"the four aces, the joker, and any two of the {left} other cards",
            f"{left} × {left - 1} ÷ 2",
            comb(left, 2),
        ),
        Counted(
            "seven-card-straight-flush",
            f"in each of {suits} suits a run of seven begins with the ace or with any rank from 2 to 8",
            f"{suits} × {ranks - HAND + 2}",
            suits * (ranks - HAND + 2),
        ),
    ]
    if not rules.jokers or rules.joker == "wild":
        known = known[1:]
    found = {item.name: item.deals for item in sheet.odds.outcomes}
    if replies == 1:
        return next((item for item in known if found.get(item.hand) == item.number), None)
    return next(
        (
            replace(item, replies=replies, paid=found[item.hand])
            for item in known
            if item.hand in found and _count_first(sheet, rules, item.hand) == item.number
        ),
        None,
    )


def _count_first(sheet: Sheet, rules: RankRules, hand: str) -> int:
    """The hands that hold a class and none that stands above it on the paytable."""
    from certify.odds.classes import count_views

    above: set[str] = set()
    for line in sheet.paytable.lines if sheet.paytable else ():
        if line.hand == hand:
            break
        above.add(line.hand or "")
    return sum(
        number
        for view, number in count_views(rules).items()
        if hand in view.held and not above & view.held
    )
