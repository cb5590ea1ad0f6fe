"""What each legal setting of seven cards is worth against a bank that plays a house way."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from certify.base.errors import CertifyError
from certify.base.figures import describe_share, format_fraction
from certify.base.progress import Progress
from certify.game.cards import DECK, Card, format_cards, sort_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.game.house_way.shapes import GROUP_SIZES
from certify.game.rank import CATEGORIES, RankRules, is_foul, rank_high, rank_low
from certify.odds.count_levels import load_worth, weigh
from certify.odds.count_settings import encode, order_lows, refuse_other_order, tag_inputs
from certify.odds.count_views import find_deck
from certify.odds.counts import count_hands
from certify.odds.house_way_readings import read_house_way
from certify.odds.identity import remember
from certify.odds.setting import find_setting, refuse_foul
from certify.odds.standard import list_results
from certify.spec.choices import StandardResult, YesNo
from certify.spec.rulebook import Rulebook
from certify.spec.values import Money
from certify.wagers.standard import Comparison, bank_pushes, find_fee, settle_standard

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from certify.kernels.deck import Deck
    from certify.kernels.keys import DistinctInputs
    from certify.kernels.optimal import Best, Departures


_SIDES = (-1, 0, 1)


@dataclass(frozen=True, slots=True)
class SettingWorth:
    """One way to set seven cards, and what comes of it over all replies."""

    low: tuple[Card, ...]
    high: tuple[Card, ...]
    wins: int
    pushes: int
    losses: int
    worth: Fraction
    """What the player expects of one unit staked."""

    @property
    def replies(self) -> int:
        """All hands that the bank can hold."""
        return self.wins + self.pushes + self.losses

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "low": format_cards(self.low),
            "high": format_cards(self.high),
            "wins": self.wins,
            "pushes": self.pushes,
            "losses": self.losses,
            "worth": describe_share(self.worth),
        }


@dataclass(frozen=True, slots=True)
class BestSetting:
    """Every legal setting of seven cards, the best first, and the house way's among them."""

    cards: tuple[Card, ...]
    settings: tuple[SettingWorth, ...]
    house_way: SettingWorth
    bank: tuple[Card, ...] = ()
    """The bank's cards where they are seen."""

    @property
    def best(self) -> SettingWorth:
        """The best setting; the house way's own where nothing is better."""
        first = self.settings[0]
        return self.house_way if self.house_way.worth == first.worth else first

    @property
    def cost(self) -> Fraction:
        """What the house way loses by its own setting, of one unit staked."""
        return self.best.worth - self.house_way.worth

    def to_dict(self) -> dict[str, Any]:
        """The form that `certify set --best --json` adds."""
        data: dict[str, Any] = {
            "replies": self.best.replies,
            "best": self.best.to_dict(),
            "house_way": self.house_way.to_dict(),
            "cost": {**describe_share(self.cost), "fraction": format_fraction(self.cost)},
            "settings": [item.to_dict() for item in self.settings],
        }
        return {**data, "bank": format_cards(self.bank)} if self.bank else data


def find_best_setting(
    rulebook: Rulebook,
    cards: Sequence[Card],
    bank: Sequence[Card] = (),
    stake: Money | None = None,
    progress: Progress | None = None,
) -> BestSetting:
    """Weigh every legal setting against all replies of a hidden bank, or against a bank that is seen."""
    return weigh_settings(
        rulebook,
        cards,
        load_bank(rulebook, progress),
        find_deck(rulebook.ranking.rank_rules()),
        bank=bank,
        stake=stake,
    )


def weigh_settings(
    rulebook: Rulebook,
    cards: Sequence[Card],
    table: BankTable,
    deck: Deck,
    *,
    bank: Sequence[Card] = (),
    stake: Money | None = None,
) -> BestSetting:
    """The same for a deck and the way in which a bank plays every input of it."""
    import numpy as np

    from certify.kernels.bank_hands import compare_settings, weigh_replies
    from certify.kernels.keys import find_inputs

    rules = rulebook.ranking.rank_rules()
    _check(cards, bank, rules.deck)
    ways = list(_list_settings(cards, rules))
    if bank:
        weights = np.zeros(len(table.inputs.keys), dtype=np.int64)
        seen = np.array([sorted(card.code for card in bank)], dtype=np.int8)
        weights[find_inputs(table.inputs, seen)] = 1
    else:
        own_codes = np.array(sorted(card.code for card in cards), dtype=np.int8)
        weights = weigh_replies(deck, table.inputs, own_codes)
    values = _value_settings(ways, encode(rules))
    order = order_lows(rules) or (lambda lows: lows)
    counts = compare_settings(
        weights, (order(table.lows), table.highs, table.tags), order(values[0]), values[1]
    )
    settled = _settle(rulebook, stake)
    found = [
        _sum(low, high, cells, settled)
        for (low, high), cells in zip(ways, counts.tolist(), strict=True)
    ]
    way = build_house_way(rulebook.house_way)
    house = set_hand(way, tuple(cards), read_house_way(rulebook), rules)
    own = _find(found, ways, house.low)
    ordered = sorted(_once(found, values, own), key=lambda item: -item.worth)
    return BestSetting(sort_cards(cards), tuple(ordered), own, tuple(bank))


def _check(cards: Sequence[Card], bank: Sequence[Card], deck: Sequence[Card]) -> None:
    for card in (*cards, *bank):
        if card not in deck:
            raise CertifyError(f"the deck of this game has no {card}")
    for card in bank:
        if card in cards:
            raise CertifyError(f"duplicate card: {card} is in both hands")


def _list_settings(
    cards: Sequence[Card], rules: RankRules
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    for low in combinations(sort_cards(cards), 2):
        high = tuple(card for card in sort_cards(cards) if card not in low)
        if not is_foul(rank_high(high, rules), rank_low(low, rules), rules):
            yield low, high


def _value_settings(
    ways: Sequence[tuple[tuple[Card, ...], tuple[Card, ...]]], modes: Mapping[str, int]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    import numpy as np

    from certify.kernels.rank import high_value, low_value

    lows = [low_value(low[0].code, low[1].code, modes["joker_mode"]) for low, _ in ways]
    highs = [
        high_value(
            np.array(sorted(card.code for card in high), dtype=np.int8),
            modes["joker_mode"],
            modes["wheel"],
        )
        for _, high in ways
    ]
    return np.array(lows, dtype=np.int32), np.array(highs, dtype=np.int32)


Settled = Mapping[tuple[int, int, int], tuple[StandardResult, Fraction]]


def _settle(rulebook: Rulebook, stake: Money | None) -> Settled:
    """What each comparison comes to, by tag, low and high, from the one settlement."""
    found = {}
    for tag in (0, 1):
        for low in _SIDES:
            for high in _SIDES:
                settled = settle_standard(rulebook.standard, Comparison(low, high, bool(tag)))
                net = settled.net
                if net.money and stake is None:
                    raise CertifyError(
                        "a commission or fee is a fixed amount; add the wager amount with --stake"
                    )
                money = net.money / stake.amount if stake and net.money else Fraction(0)
                found[tag, low, high] = (settled.result, net.times + money)
    return found


def _sum(
    low: tuple[Card, ...], high: tuple[Card, ...], cells: list[list[list[int]]], settled: Settled
) -> SettingWorth:
    totals = dict.fromkeys(StandardResult, 0)
    worth, replies = Fraction(0), 0
    for tag, by_low in enumerate(cells):
        for place_low, row in enumerate(by_low):
            for place_high, number in enumerate(row):
                result, net = settled[int(tag > 0), _SIDES[place_low], _SIDES[place_high]]
                totals[result] += number
                worth += net * number
                replies += number
    return SettingWorth(
        low,
        high,
        totals[StandardResult.WINS],
        totals[StandardResult.PUSH],
        totals[StandardResult.LOSES],
        worth / replies,
    )


def _find(
    found: Sequence[SettingWorth],
    ways: Sequence[tuple[tuple[Card, ...], tuple[Card, ...]]],
    low: Sequence[Card],
) -> SettingWorth:
    if not low:
        raise CertifyError("the house way leaves these cards unset; see certify house-way")
    wanted = set(low)
    for place, (own, _) in enumerate(ways):
        if set(own) == wanted:
            return found[place]
    raise CertifyError("the house way sets these cards foul; see certify house-way")


def _once(
    found: Sequence[SettingWorth],
    values: tuple[NDArray[np.int32], NDArray[np.int32]],
    own: SettingWorth,
) -> list[SettingWorth]:
    """One of each settings whose hands rank the same: which of two equal cards goes low is no choice.

    Of those that rank as the house way's own, its own is kept.
    """
    kept: dict[tuple[int, int], SettingWorth] = {}
    for item, key in zip(found, zip(*(side.tolist() for side in values), strict=True), strict=True):
        if item is own or key not in kept:
            kept[key] = item
    return list(kept.values())


@dataclass(frozen=True, slots=True, eq=False)
class BankTable:
    """How the bank plays every distinct input: low value, high value, and what it shows."""

    inputs: DistinctInputs
    lows: NDArray[np.int32]
    highs: NDArray[np.int32]
    tags: NDArray[np.int64]


def load_bank(rulebook: Rulebook, progress: Progress | None = None) -> BankTable:
    """How the bank of a rulebook plays, kept between runs: setting every input takes long."""
    setting = find_setting(rulebook, progress)
    if setting is None:
        raise CertifyError(f"{rulebook.jurisdiction} contains no house way")
    refuse_foul(rulebook)
    rules, terms = rulebook.ranking.rank_rules(), rulebook.standard
    pushing = terms.bank_hand_push.said is YesNo.YES
    aspects = terms.bank_hand_push_when.value.aspects if pushing else frozenset()
    shown = (
        sorted(
            str(view)
            for view in count_hands(rules, aspects, setting).views
            if bank_pushes(terms, view)
        )
        if pushing
        else []
    )

    def compute() -> dict[str, str]:
        import numpy as np

        from certify.kernels.keys import distinct_inputs

        deck = find_deck(rules)
        inputs = distinct_inputs(deck)
        lows, highs = setting.load()
        tag = (lambda view: int(bank_pushes(terms, view))) if pushing else None
        tags = tag_inputs(deck, rules, tag, aspects, setting)
        arrays = {"keys": inputs.keys, "lows": lows, "highs": highs, "tags": tags.astype(np.int8)}
        return {name: _pack(array) for name, array in arrays.items()}

    return _unpack(
        remember("bank-table", {"setting": dict(setting.inputs), "shown": shown}, compute)
    )


def _pack(array: Any) -> str:
    return base64.b85encode(zlib.compress(array.tobytes(), 6)).decode()


def _unpack(data: Mapping[str, str]) -> BankTable:
    import numpy as np

    from certify.kernels.keys import DistinctInputs

    def read(name: str, kind: Any) -> Any:
        content = zlib.decompress(base64.b85decode(data[name]))
        # a copy, because kernels are compiled for arrays that can be written
        return np.frombuffer(content, dtype=kind).copy()

    keys = read("keys", np.int64)
    inputs = DistinctInputs(keys, np.empty((0, 7), dtype=np.int8), np.empty(0, dtype=np.int64))
    return BankTable(
        inputs,
        read("lows", np.int32),
        read("highs", np.int32),
        read("tags", np.int8).astype(np.int64),
    )


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
