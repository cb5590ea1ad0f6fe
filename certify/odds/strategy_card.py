"""The strategy card: where best play departs from a house way, by shape, and what it gains."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from certify.base.errors import CertifyError
from certify.base.figures import describe_share, format_fraction
from certify.base.progress import Progress
from certify.game.cards import DECK, format_cards, sort_cards
from certify.game.house_way.shapes import GROUP_SIZES
from certify.game.rank import CATEGORIES
from certify.odds.best_setting import load_bank
from certify.odds.count_levels import load_worth, weigh
from certify.odds.count_settings import encode, refuse_other_order
from certify.odds.count_views import find_deck
from certify.odds.identity import remember
from certify.odds.setting import find_setting, refuse_foul
from certify.odds.standard import list_results
from certify.spec.rulebook import Rulebook
from certify.wagers.standard import find_fee

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from certify.kernels.optimal import Best, Departures


@dataclass(frozen=True, slots=True)
class DepartingKind:
    """Hands of one shape that best play sets otherwise, alike in what they give up and take."""

    shape: str
    house_way: tuple[str, str]
    """Classes of low and high hand."""
    best: tuple[str, str]
    hands: int
    gain: Fraction
    """What all of these hands together add to a unit staked on every hand of the deck."""
    example: str
    example_house_low: str
    example_best_low: str
    example_gain: Fraction
    """Of the hand that gains most."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "shape": self.shape,
            "house_way": {"low": self.house_way[0], "high": self.house_way[1]},
            "best": {"low": self.best[0], "high": self.best[1]},
            "hands": self.hands,
            "gain": describe_share(self.gain),
            "example": {
                "cards": self.example,
                "house_way_low": self.example_house_low,
                "best_low": self.example_best_low,
                "gain": describe_share(self.example_gain),
            },
        }


@dataclass(frozen=True, slots=True)
class StrategyCard:
    """Every kind of departure, the largest gain first."""

    deals: int
    hands: int
    departing: int
    house_edge: Fraction
    """Where the player keeps to the house way too."""
    best_edge: Fraction
    kinds: tuple[DepartingKind, ...]

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "hands": self.hands,
            "departing_hands": self.departing,
            "house_edge": describe_share(self.house_edge),
            "house_edge_of_best_play": describe_share(self.best_edge),
            "gain": describe_share(self.house_edge - self.best_edge),
            "kinds": [kind.to_dict() for kind in self.kinds],
        }


def find_departures(rulebook: Rulebook, progress: Progress | None = None) -> StrategyCard:
    """Set every hand as well as can be against a hidden bank, and gather what departs by shape."""
    setting = find_setting(rulebook, progress)
    if setting is None:
        raise CertifyError(f"{rulebook.jurisdiction} contains no house way")
    refuse_foul(rulebook)
    rules = rulebook.ranking.rank_rules()
    refuse_other_order(rules)
    results = list_results(rulebook.standard)
    table = load_bank(rulebook, progress)
    question = {
        "setting": dict(setting.inputs),
        "results": [[str(value) for value in row] for row in results],
        "pushes": int((table.tags > 0).sum()),
    }

    def compute() -> dict[str, Any]:
        from certify.kernels.optimal import find_best_settings

        deck, modes = find_deck(rules), encode(rules)
        found = find_best_settings(
            deck,
            table.lows,
            table.highs,
            load_worth(weigh(results)),
            **modes,
            pushes=table.tags > 0,
            progress=progress,
        )
        return {
            "deals": deck.deals,
            "hands": deck.hands,
            "departing": found.departures.hands,
            **_list_edges(found),
            "kinds": gather_kinds(found.departures, deck.hands, modes),
        }

    data = remember("departures", question, compute)
    fee = find_fee(rulebook.standard, [])
    if fee.money:
        raise CertifyError(
            "the collection fee is a fixed amount, so the house edge depends on the wager amount"
        )
    return StrategyCard(
        data["deals"],
        data["hands"],
        data["departing"],
        Fraction(data["house_edge"]) + fee.times,
        Fraction(data["best_edge"]) + fee.times,
        tuple(_read(kind) for kind in data["kinds"]),
    )


def _list_edges(found: Best) -> dict[str, str]:
    return {
        "house_edge": format_fraction(-found.house.expect()),
        "best_edge": format_fraction(-found.best.expect()),
    }


def gather_kinds(departures: Departures, hands: int, modes: dict[str, int]) -> list[dict[str, Any]]:
    """Departures by shape and by the classes of low and high hand, before and after."""
    import numpy as np

    from certify.kernels.optimal import find_low_cards

    shapes = name_shapes(departures.cards)
    classes = np.hstack([departures.house >> 20, departures.best >> 20]).astype(np.int64)
    keys = np.column_stack([shapes, classes])
    kinds, first, of = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    of = of.reshape(-1)
    number, gain = np.zeros((2, len(kinds)), dtype=np.int64)
    np.add.at(number, of, departures.orbits)
    np.add.at(gain, of, departures.orbits * departures.costs)
    names = list(GROUP_SIZES)
    found = []
    for place in np.argsort(-gain, kind="stable").tolist():
        shape, *codes = kinds[place].tolist()
        at = int(first[place])  # departures come with the costliest first
        cards = departures.cards[at]

        def find_low(values: Any, cards: Any = cards) -> str:
            low = find_low_cards(cards, int(values[0]), int(values[1]), **modes)
            return _write(low)

        found.append(
            {
                "shape": names[shape],
                "classes": [CATEGORIES[code] for code in codes],
                "hands": int(number[place]),
                "gain": str(Fraction(int(gain[place]), departures.cost_unit * hands)),
                "example": _write(cards),
                "house_low": find_low(departures.house[at]),
                "best_low": find_low(departures.best[at]),
                "example_gain": str(Fraction(int(departures.costs[at]), departures.cost_unit)),
            }
        )
    return found


def name_shapes(cards: NDArray[np.int8]) -> NDArray[np.int64]:
    """The place of each hand's shape in the list of shapes, the joker being an ace."""
    import numpy as np

    ranks = np.minimum(cards >> 2, 12)
    times = np.zeros((len(cards), 13), dtype=np.int64)
    for column in range(cards.shape[1]):
        times[np.arange(len(cards)), ranks[:, column]] += 1
    packed = sum((times == size).sum(axis=1) << 4 * size for size in range(2, 6))
    found = np.full(len(cards), -1, dtype=np.int64)
    for place, sizes in enumerate(GROUP_SIZES.values()):
        found[packed == sum(1 << 4 * size for size in sizes)] = place
    if bool((found < 0).any()):
        raise AssertionError("a hand has no shape")
    return found


def _write(codes: Any) -> str:
    return format_cards(sort_cards(DECK[int(code)] for code in codes))


def _read(data: dict[str, Any]) -> DepartingKind:
    low, high, best_low, best_high = data["classes"]
    return DepartingKind(
        data["shape"],
        (low, high),
        (best_low, best_high),
        data["hands"],
        Fraction(data["gain"]),
        data["example"],
        data["house_low"],
        data["best_low"],
        Fraction(data["example_gain"]),
    )
