"""A catalogue of rounds, made for any document: what can happen at a table beyond a plain deal.

Every round names what it is for. Hands are chosen so that each rule has a deal on which it decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from certify.base.errors import CertifyError
from certify.engine.hands import answer_bank, find_house_way
from certify.engine.play import choose_stakes, deal_round
from certify.engine.round import Bank, Player, Round
from certify.engine.settle import settle_round
from certify.game.cards import Card, parse_cards
from certify.game.rank import RankRules, is_foul, rank_high, rank_low
from certify.spec.catalogue import EVENTS
from certify.spec.choices import BankKind, Exposed
from certify.spec.rulebook import Rulebook
from certify.wagers.limits import STANDARD

SEVEN = "Jc 10c 9c 8c 7c 6c 5c"
MATCH = "Ad Kd Qd Jd 10d Ks Qs"
MATCH_JOKER = "Ad Kd Qd Jd Joker Ks Qs"
FOUR = "9d 9h 9s 9c 3d 3h 2c"
FLUSH = "Kh Jh 8h 5h 2h 3c 4d"
FULL = "4c 4h 4s 2d 2s 7d 9h"
PLAIN = "Kh Jd 9s 7s 5h 3s 2d"
OTHER = "Kc Js 8d 7h 5s 4d 3h"
QUEEN_BANK = "Qc 10h 8s 6d 4h 3c 2h"
ACE_BANK = "As Qh 10s 8h 6s 4c 3c"
KING_BANK = "Kd Qh 10s 8h 6s 4c 3c"
ACE_LOW_BANK = "Ah Qc 10h 8s 5s 4h 3c"
NINE_BANK = "9c 8d 7c 5d 4c 3h 2c"
FLUSH_BANK = "Qs 10s 8s 6s 4s Kd 9h"
SEVEN_BANK = "9s 8s 7s 6s 5s 4s 3s"
QUEEN_PLAYER = "Qd 10d 8c 6c 4d 3d 2s"
EQUAL = "As Ad Kc Ks 9h 7d 5c"
QUEENS = "Qc Qd Qh Qs 6d 5c 3h"
WHEEL = "Ah 5d 4c 3d 2s 10d 9c"

SEEDED_ROUNDS = 40


@dataclass(frozen=True, slots=True)
class Case:
    """A round and what it is for."""

    name: str
    round: Round


def choose_low(cards: tuple[Card, ...], rules: RankRules) -> tuple[Card, ...]:
    """The lowest low hand that is no foul in anybody's eyes."""
    strict = replace(rules, equal="foul")
    legal = [
        low
        for low in combinations(sorted(cards), 2)
        if not is_foul(
            rank_high([card for card in cards if card not in low], rules),
            rank_low(low, rules),
            strict,
        )
    ]
    return min(legal, key=lambda low: (rank_low(low, rules), low))


class Rounds:
    """Rounds for one rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.rules = RankRules()
        self.side = [name for name, terms in rulebook.wagers.items() if terms.offer.is_offered]
        self.sets_by_house_way = False
        self.tables = {t.id: t.paytable for t in rulebook.wagers.values() if t.named} or None

    def seat(
        self,
        number: int,
        text: str,
        low: str | None = "",
        *,
        standard: str | None = "10",
        side: str | None = "30",
        only: tuple[str, ...] | None = None,
        surrender: bool = False,
    ) -> Player:
        """A player; the lowest legal low hand unless one is given, None for none."""
        cards = parse_cards(text, 7)
        laid = choose_low(cards, self.rules) if low == "" else None
        if low == "" and self.sets_by_house_way:
            laid = None
        if low:
            laid = parse_cards(low, None)
        wagers = {} if standard is None else {STANDARD: Fraction(standard)}
        if side is not None:
            wagers |= {name: Fraction(side) for name in self.side if only is None or name in only}
        return Player(number, cards, laid, wagers, surrender)

    def make(
        self,
        *players: Player,
        bank: str = QUEEN_BANK,
        bank_low: str | None = "",
        stake: str | None = None,
        kind: str | None = None,
        action: int = 1,
        events: tuple[str, ...] = (),
    ) -> Round:
        """A round; the bank's hand is set by the house way where there is one."""
        cards = parse_cards(bank, 7)
        laid = None
        if bank_low == "" and not self.rulebook.house_way:
            laid = choose_low(cards, self.rules)
        elif bank_low:
            laid = parse_cards(bank_low, None)
        put_up = None if stake is None else Fraction(stake)
        return Round(self.tables, Bank(cards, laid, kind, put_up), players, action, events)

    def list_plain(self) -> Iterator[Case]:
        """Rounds within the basis of the figures: nobody errs, the bank covers everything."""
        self.sets_by_house_way = bool(self.rulebook.house_way)
        yield from self._list_plain()
        self.sets_by_house_way = False

    def _list_plain(self) -> Iterator[Case]:
        banks = {
            "queen-high bank": QUEEN_BANK,
            "ace-high bank": ACE_BANK,
            "king-high bank": KING_BANK,
            "nine-high bank": NINE_BANK,
        }
        for name, bank in banks.items():
            for text in (PLAIN, OTHER, QUEEN_PLAYER, FLUSH, WHEEL, FULL):
                if set(text.split()) & set(bank.split()):
                    continue
                yield Case(f"{text} against a {name}", self.make(self.seat(1, text), bank=bank))
        for text in (
            SEVEN,
            MATCH,
            MATCH_JOKER,
            FOUR,
            QUEENS,
            "7c 7d 7h 6s 5d 4c 3s",
            "Ac Ah Joker Kd 9d 5s 3h",
        ):
            banks_left = (QUEEN_BANK, ACE_BANK, "Ks 10h 8s 6h 4h 3s 2c", "Ks 10h 8s 7d 4h 3d 2h")
            for bank in banks_left:
                if not set(text.split()) & set(bank.split()):
                    yield Case(f"{text} against {bank}", self.make(self.seat(1, text), bank=bank))
                    break
        # two pairs of queens win here, and every other setting of these cards only pushes
        pairs_bank = "Jc Jd 10c 10d 8h 4s 2h"
        yield Case(
            "four queens against jacks and tens", self.make(self.seat(1, QUEENS), bank=pairs_bank)
        )
        # of two fours in front one leaves a straight flush and the other a straight
        yield Case(
            "a straight flush or a straight against a flush",
            self.make(self.seat(1, "5s 6s 2s 3s 4s Qd 4d"), bank="Kc 10c 8c 5c 3c Jd 9h"),
        )
        yield Case("flush against a flush", self.make(self.seat(1, FLUSH), bank=FLUSH_BANK))
        lower = "Jh 9h 7h 5h 3h 2c 4d"
        yield Case("a lower flush against a flush", self.make(self.seat(1, lower), bank=FLUSH_BANK))
        yield Case(
            "a wheel against a straight to the six",
            self.make(
                self.seat(1, WHEEL, "10d 9c", side=None),
                bank="6h 5h 4d 3h 2c Jh Js",
                bank_low="Jh Js",
            ),
        )

    def list_others(self) -> Iterator[Case]:
        """Rounds outside the basis: each for one kind of rule."""
        yield from self._list_fouls()
        yield from self._list_surrenders()
        yield from self._list_stakes()
        yield from self._list_envy()
        yield from self._list_banking()
        yield from self._list_changed_wagers()
        yield from self._list_several_seats()
        for event in EVENTS:
            yield Case(f"irregularity {event}", self.make(self.seat(1, PLAIN), events=(event,)))
        yield Case(
            "a miscounted hand beside another",
            self.make(
                replace(self.seat(1, FOUR), miscount=True),
                self.seat(2, PLAIN),
                bank="Qc 10h 8s 6d 5s 4h 2h",
            ),
        )
        for kind in BankKind:
            yield Case(f"{kind} banks", self.make(self.seat(1, PLAIN), kind=str(kind)))
        for number in (2, 3, 4, 5, 6):
            deck = [card for card in parse_cards_of_deck() if str(card) not in QUEEN_BANK.split()]
            hands = [tuple(deck[7 * place : 7 * place + 7]) for place in range(number)]
            seats = [
                Player(place + 1, hand, choose_low(hand, self.rules), {STANDARD: Fraction(10)})
                for place, hand in enumerate(hands)
            ]
            yield Case(f"{number} players", self.make(*seats))

    def _list_fouls(self) -> Iterator[Case]:
        foul = self.seat(1, PLAIN, "Kh Jd")
        yield Case("a foul hand", self.make(foul))
        yield Case("a foul flush", self.make(self.seat(1, FLUSH, "Kh Jh")))
        yield Case("a foul hand under a queen-high bank", self.make(foul, bank=QUEEN_BANK))
        yield Case("a foul hand under an ace-high bank", self.make(foul, bank=ACE_BANK))
        yield Case("a wrong number of cards in low", self.make(self.seat(1, PLAIN, "5h 3s 2d")))
        yield Case("equal high and low", self.make(self.seat(1, EQUAL, "Ad Ks")))
        yield Case(
            "a player set otherwise than the house way", self.make(self.seat(1, PLAIN, "3s 2d"))
        )
        yield Case(
            "a bank set otherwise than the house way",
            self.make(
                self.seat(1, "Kc Jd 9s 7s 5h 3s 2d", "Jd 9s"), bank=KING_BANK, bank_low="4c 3c"
            ),
        )
        yield Case(
            "a foul bank",
            self.make(self.seat(1, PLAIN, side=None), bank=QUEEN_BANK, bank_low="Qc 10h"),
        )
        yield Case(
            "a foul hand with envy",
            self.make(
                self.seat(1, PLAIN), self.seat(2, FOUR, "9d 9h"), bank="Qc 10h 8s 6d 5s 4h 2h"
            ),
        )

    def _list_surrenders(self) -> Iterator[Case]:
        yield Case(
            "surrender without other wagers",
            self.make(self.seat(1, PLAIN, side=None, surrender=True)),
        )
        yield Case("surrender beside other wagers", self.make(self.seat(1, FLUSH, surrender=True)))
        yield Case(
            "surrender of a hand with envy",
            self.make(
                self.seat(1, PLAIN),
                self.seat(2, FOUR, surrender=True),
                bank="Qc 10h 8s 6d 5s 4h 2h",
            ),
        )

    def _list_stakes(self) -> Iterator[Case]:
        for stake in ("0.50", "3", "7", "40", "7.77", "150", "400", "900", "90000"):
            yield Case(
                f"{stake} on the standard wager",
                self.make(self.seat(1, PLAIN, "9s 7s", standard=stake, side=None)),
            )
            for name in self.side:
                yield Case(
                    f"{stake} on {name}", self.make(self.seat(1, FLUSH, side=stake, only=(name,)))
                )
        yield Case(
            "a winning odd stake",
            self.make(
                self.seat(1, "Ac Ad Kh Kd 9s 7s 5h", "Kh Kd", standard="7.77", side=None),
                bank=NINE_BANK.replace("9c", "9d"),
            ),
        )
        yield Case("no standard wager", self.make(self.seat(1, FLUSH, standard=None)))
        yield Case("the standard wager alone", self.make(self.seat(1, FLUSH, side=None)))

    def _list_envy(self) -> Iterator[Case]:
        watching = "Kc Jh 8d 7h 5h 3s 2d"
        bank = "Qc 10h 8s 6d 5s 4h 2h"
        for stake in ("1", "4", "6", "20", "26", "51"):
            yield Case(
                f"envy at a stake of {stake}",
                self.make(self.seat(1, watching, side=stake), self.seat(2, FOUR), bank=bank),
            )
        yield Case(
            "envy for a hand without the wager",
            self.make(self.seat(1, watching), self.seat(2, FOUR, side=None), bank=bank),
        )
        yield Case(
            "several hands with envy",
            self.make(
                self.seat(1, "Kc Qh 8d 7h 4d 3h 2s"),
                self.seat(2, SEVEN),
                self.seat(3, MATCH),
                self.seat(4, "6d 6h 6s 9c 9d 8h 2h".replace("9c", "5d")),
                bank="Ah Qc 10h 8s 5s 4h 3c",
            ),
        )
        yield Case(
            "a royal match of one's own beside another's straight flush",
            self.make(
                self.seat(1, MATCH),
                self.seat(2, "8h 7h 6h 5h 4h Kc 2c"),
                bank="Ah Qc 10h 8s 5s 4s 3c",
            ),
        )
        yield Case(
            "envy under a bank that qualifies",
            self.make(self.seat(1, "Kc Jh 8d 7h 5h 3d 2d"), self.seat(2, MATCH), bank=SEVEN_BANK),
        )
        yield Case(
            "one's own hand and the bank's",
            self.make(self.seat(1, MATCH), bank=SEVEN_BANK),
        )

    def _list_changed_wagers(self) -> Iterator[Case]:
        """Wagers placed, raised or withdrawn after betting closed."""
        for name in (STANDARD, *self.side):
            seat = self.seat(1, FLUSH)
            for what, changed in (
                ("placed late", replace(seat, late=(name,))),
                ("raised late", replace(seat, raised={name: Fraction(3)})),
                ("withdrawn", replace(seat, withdrawn=(name,))),
            ):
                yield Case(f"{name} {what}", self.make(changed))

    def _list_several_seats(self) -> Iterator[Case]:
        """One player in two seats, Envy Bonus by a button, and a player who banks with a bonus wager."""
        bank = "Qc 10h 8s 6d 5s 4h 2h"
        straight_flush = "8h 7h 6h 5h 4d Kc 2c"
        for stake in ("30", "90"):
            pair = self.seat(1, SEVEN, side=stake), self.seat(2, MATCH, side=stake)
            named = tuple(replace(seat, name="A") for seat in pair)
            yield Case(f"one player in two seats at {stake}", self.make(*named, bank=ACE_LOW_BANK))
        watching = self.seat(1, "Kc Jh 8d 7h 5h 3s 2d"), self.seat(2, FOUR)
        both = tuple(replace(seat, name="A") for seat in watching)
        yield Case("envy between two seats of one player", self.make(*both, bank=bank))
        for stake, button in (("1", True), ("30", False)):
            seat = replace(self.seat(1, "Kc Jh 8d 7h 5h 3s 2d", side=stake), envy_button=button)
            yield Case(
                f"a button: {button}, at {stake}", self.make(seat, self.seat(2, FOUR), bank=bank)
            )
        for name in self.side:
            seats = self.seat(1, "Kc Jh 8d 7h 5h 3s 2d"), self.seat(2, FOUR)
            round_ = self.make(*seats, bank=bank)
            with_wager = replace(round_.bank, wagers={name: Fraction(30)})
            yield Case(f"the bank has {name}", replace(round_, bank=with_wager))
        for stake in ("100", "400", "1000"):
            envy = self.seat(1, FLUSH), self.seat(2, FOUR.replace("3d 3h 2c", "Kc 5s 6c"))
            straight = self.seat(3, straight_flush.replace("4d", "4h"))
            yield Case(
                f"envy before or after other wagers, a bank's stake of {stake}",
                self.make(straight, *envy[1:], bank="Qd 10h 8s 6d 3h 3d 2s", stake=stake),
            )

    def _list_banking(self) -> Iterator[Case]:
        bank = "Qd 10h 8s 6d 4h 3d 2h"
        winners = (
            self.seat(1, "Ac Ad Kd Kh 9s 7s 5h", "Kd Kh"),
            self.seat(2, "As Ah Kc Ks 9d 7d 5d", "Kc Ks"),
        )
        for stake in ("5", "15", "100", "200000"):
            for action in (1, 2):
                yield Case(
                    f"a bank's stake of {stake}, seat {action} first",
                    self.make(*winners, bank=bank, stake=stake, action=action),
                )
        flush = self.seat(1, "Kh Jh 9h 5h 3h 2c 4d"), self.seat(2, "Kc Jc 9c 5c 3c 2s 4s")
        for stake in ("5", "45", "200", "250"):
            yield Case(
                f"flushes and a bank's stake of {stake}",
                self.make(*flush, bank=bank, stake=stake),
            )
        envy = self.seat(1, FLUSH), self.seat(2, FOUR.replace("3d 3h 2c", "Kc 5s 6c"))
        for stake in ("200", "1000", "100000"):
            yield Case(
                f"envy and a bank's stake of {stake}",
                self.make(*envy, bank="Qd 10h 8s 6d 4h 3d 2s", stake=stake),
            )
        for side in ("4", "30", "90"):
            yield Case(
                f"large pays at {side}",
                self.make(
                    self.seat(1, SEVEN, side=side),
                    self.seat(2, MATCH, side=side),
                    self.seat(3, "8h 7h 6h 5h 4h Kc 2c", side=side),
                    bank="Ah Qc 10h 8s 5s 4s 3c",
                ),
            )

    def list_dealt(self) -> Iterator[Case]:
        """Seeded deals; players who see the bank's hand answer it."""
        stakes = choose_stakes(self.rulebook)
        for number in range(SEEDED_ROUNDS):
            round_ = deal_round(self.rulebook, 13, number, 1, stakes)
            if not self.rulebook.house_way:
                low = choose_low(round_.bank.cards, self.rules)
                players = tuple(
                    replace(item, low=choose_low(item.cards, self.rules)) for item in round_.players
                )
                round_ = replace(round_, bank=replace(round_.bank, low=low), players=players)
            yield Case(f"seed 13, round {number}", replace(round_, paytable=self.tables))


def parse_cards_of_deck() -> tuple[Card, ...]:
    """A whole deck, without the joker."""
    return RankRules(jokers=0).deck


Money = Mapping[str, tuple[tuple[object, ...], ...]] | str


def settle_case(rulebook: Rulebook, round_: Round) -> Money:
    """What a round comes to in money, by wager; why not where it is refused."""
    house_way = find_house_way(rulebook)
    try:
        if rulebook.standard.bank_exposed.said is Exposed.BEFORE and rulebook.house_way:
            answered = tuple(
                replace(item, low=answer_bank(rulebook, item.cards, round_.bank.cards, house_way))
                for item in round_.players
            )
            round_ = replace(round_, players=answered)
        settled = settle_round(rulebook, round_, house_way)
    except CertifyError as error:
        return f"refused: {error}"
    found: dict[str, list[tuple[object, ...]]] = {}
    for seat in settled.seats:
        for line in seat.lines:
            name = f"{line.owner} envy" if line.wager == "envy" else line.wager
            # a void or returned wager is not lost money, but another result than a push
            found.setdefault(name, []).append((seat.seat, line.result, line.paid, line.commission))
    return {name: tuple(lines) for name, lines in found.items()}
