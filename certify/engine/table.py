"""A round with every hand set and every class found: what the wagers are decided on."""

from __future__ import annotations

from dataclasses import dataclass

from certify.base.errors import CertifyError
from certify.engine.grounds import Grounds
from certify.engine.hands import Hands
from certify.engine.round import Player
from certify.game.cards import JOKER
from certify.game.holdings import NONE, find_class, is_match, list_classes
from certify.game.rank import RankRules
from certify.game.vocabulary import HAND_CLASSES
from certify.spec.model import Line, Rules

ROYAL_MATCH = "royal-match"
_LOOKED_AT_WHOLE = frozenset(name for name in HAND_CLASSES if name.startswith("seven-card"))


@dataclass(frozen=True, slots=True)
class Seat:
    """A player with his hands as they count."""

    player: Player
    hands: Hands

    @property
    def number(self) -> int:
        """The number of the seat."""
        return self.player.seat


@dataclass(frozen=True, slots=True)
class Table:
    """The seats, the bank and the rules they play by."""

    rules: Rules
    rank_rules: RankRules
    bank: Hands
    seats: tuple[Seat, ...]

    def find_line(self, hands: Hands, grounds: Grounds | None = None) -> Line | None:
        """The line of the paytable that a hand stands on; what decided it goes to the grounds."""
        rules = self.rules
        held = self.list_held(hands, rules.choice("deck.royal_match_joker"))
        name = find_class(held, rules.order)
        if grounds is not None:
            if JOKER in hands.cards:
                grounds.need("deck.joker")
            if name != self._classify_otherwise(held, rules.order):
                grounds.need("fortune.precedence")
            if name != find_class(self.list_held(hands, "not-allowed"), rules.order):
                grounds.need("deck.royal_match_joker")
            if hands.low and name != find_class(self._list_as_set(hands, held), rules.order):
                grounds.note("fortune.hand_considered")
        return next((line for line in rules.paytable.lines if line.hand == name), None)

    def list_held(self, hands: Hands, royal_match_joker: str) -> frozenset[str]:
        """The classes the bonus sees: those of all seven cards, or of the hands as set."""
        whole = list_classes(hands.cards, self.rank_rules.joker, royal_match_joker)
        if self.rules.choice("fortune.hand_considered") != "as-set":
            return whole
        if not hands.low:
            raise CertifyError(
                "could not judge: the bonus looks at the hands as set, and no low hand is given"
            )
        return self._list_as_set(hands, whole)

    def _list_as_set(self, hands: Hands, whole: frozenset[str]) -> frozenset[str]:
        kept = _LOOKED_AT_WHOLE | ({ROYAL_MATCH} if is_match(hands.low) else frozenset())
        return list_classes(hands.high, self.rank_rules.joker) | (whole & kept)

    def _classify_otherwise(self, held: frozenset[str], order: tuple[str, ...]) -> str:
        """The class in the other order of precedence, to see whether the order decides."""
        by_rank = tuple(sorted(order, key=HAND_CLASSES.index))
        printed = self.rules.paytable.hands
        return find_class(held, printed if order == by_rank else by_rank)

    def name_class(self, hands: Hands) -> str:
        """The class of the paytable that a hand is paid for, or `none`."""
        line = self.find_line(hands)
        return line.hand if line else NONE

    def place(self, line: Line | None) -> int:
        """How high a line stands for comparing classes: the lower the number, the higher."""
        return self.rules.order.index(line.hand) if line else len(self.rules.order)
