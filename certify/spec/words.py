"""The closed words of the parameters that money turns on: the catalogue lists these enumerations."""

from __future__ import annotations

from enum import StrEnum


class Joker(StrEnum):
    """What the joker can stand for."""

    BUG = "bug"
    WILD = "wild"


class Wheel(StrEnum):
    """Where A-2-3-4-5 ranks."""

    LOWEST = "lowest"
    SECOND_HIGHEST = "second-highest"
    NO_STRAIGHT = "no-straight"


class MatchJoker(StrEnum):
    """Whether the joker completes the royal flush of a royal match."""

    COMPLETES = "completes-royal"
    BARRED = "not-allowed"


class LowHands(StrEnum):
    """How two low hands compare."""

    BOTH_CARDS = "pairs-then-high-card"
    HIGHEST_CARD = "pairs-then-highest-card"
    NO_PAIRS = "high-card-only"


class EqualHands(StrEnum):
    """A high hand that ranks just as the low hand."""

    ALLOWED = "allowed"
    FOUL = "foul"


class Bank(StrEnum):
    """Who banks, or who pays."""

    HOUSE = "house"
    PLAYER_DEALER = "player-dealer"
    DESIGNATED_PLAYER = "designated-player"


class Cover(StrEnum):
    """What a bank must cover."""

    ITS_STAKE = "as-far-as-its-stake"
    ALL = "all-action"


class CoverReach(StrEnum):
    """Which payments come out of a banking player's stake."""

    ALL = "all-payments"
    WITHOUT_ENVY = "wagers-without-envy"
    STANDARD = "standard-wager-only"


class NotCovered(StrEnum):
    """What happens to what the bank's stake does not cover."""

    RETURNED = "returned"
    PAID_BY_HOUSE = "paid-by-house"


class SettlingOrder(StrEnum):
    """Where settling begins."""

    ACTION_SEAT = "from-action-seat"
    DEALERS_LEFT = "from-dealers-left"


class Required(StrEnum):
    """Whether the standard wager is needed."""

    REQUIRED = "required"
    NOT_REQUIRED = "not-required"


class Exposed(StrEnum):
    """When the bank's hand is seen."""

    BEFORE = "before"
    AFTER = "after"


class Surrender(StrEnum):
    """Whether a hand may be given up."""

    BARRED_WITH_BONUS = "barred-with-bonus-wager"
    ALLOWED = "allowed"
    NOT_ALLOWED = "not-allowed"


class SetBy(StrEnum):
    """Who divides a player's cards."""

    PLAYER = "five-high-two-low"
    DEALER = "dealer-sets-every-hand"


class Foul(StrEnum):
    """What a wrong setting does to the standard wager."""

    RESET = "reset-by-house-way"
    LOSES = "loses"


class BankError(StrEnum):
    """What happens to a bank's hand that is not set by the house way."""

    RESET = "reset-by-house-way"
    STANDS = "stands"


class Result(StrEnum):
    """How a standard wager ends where the document says so outright."""

    WINS = "wins"
    PUSH = "push"
    LOSES = "loses"


class Copy(StrEnum):
    """Who wins a hand of equal rank."""

    BANK = "bank-wins"
    PLAYER = "player-wins"
    NEITHER = "push"


class YesNo(StrEnum):
    """Yes or no."""

    NO = "no"
    YES = "yes"


class PushFoul(StrEnum):
    """A foul hand where the bank's hand pushes all standard wagers."""

    LOSES = "loses"
    PUSH = "push"


class Rounding(StrEnum):
    """How a commission is rounded."""

    EXACT = "exact"
    DOWN = "down-to-chip"
    UP = "up-to-chip"


class Irregularity(StrEnum):
    """What an irregularity does to a round."""

    VOID = "round-void"
    VOID_UNLESS_MENDED = "void-unless-reconstructed"
    VOID_FROM_TWO = "void-from-two-cards"
    HAND_VOID = "hand-void"
    STANDS = "stands"
    LOSES = "loses"


class Offer(StrEnum):
    """How a wager is offered."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class HandConsidered(StrEnum):
    """In what a class is looked for."""

    SEVEN = "best-of-seven"
    AS_SET = "as-set"


class Precedence(StrEnum):
    """Which of two lines goes before."""

    PAYTABLE = "paytable-order"
    RANK = "rank-order"


class LinesPaid(StrEnum):
    """What a deal on several lines is paid. Four meanings: never one word for two of them."""

    ONE = "one-line"
    EACH_HAND = "one-line-for-each-hand"
    NOT_IMPLIED = "every-line-not-implied"
    EVERY = "every-line-held"


class StakeLost(StrEnum):
    """When the stake of a wager with lines for the bank's hand is lost."""

    NO_LINE = "if-no-line-pays"
    NO_LINE_OF_PLAYER = "if-no-line-of-the-player-pays"


class NotPaid(StrEnum):
    """What happens to a stake that is not paid."""

    LOSES = "loses"
    PUSHES = "pushes"


class Tied(StrEnum):
    """What happens to a stake whose hand ties with the bank's."""

    LOSES = "loses"
    PUSHES = "pushes"
    PAYS = "pays"


class BankCondition(StrEnum):
    """Whether the bank's hand must be beaten."""

    NONE = "none"
    BEATEN = "bank-hand-must-be-beaten"


class BankComparison(StrEnum):
    """How seven cards of player and bank are compared."""

    BY_CLASS = "by-class"
    BY_HAND = "by-hand"


class SideFoul(StrEnum):
    """What a foul does to a wager beside the standard one."""

    UNAFFECTED = "unaffected"
    LOSES = "loses"


class SideSurrender(StrEnum):
    """What giving up the hand does to a wager beside the standard one."""

    UNAFFECTED = "unaffected"
    LOSES = "loses"
    RETURNED = "returned"


class WagerSettled(StrEnum):
    """When a wager is settled."""

    WITH_STANDARD = "with-standard-wagers"
    AFTER_STANDARD = "after-standard-wagers"


class CapCovers(StrEnum):
    """Which payments count towards a cap."""

    WAGER = "bonus"
    ALL = "all-wagers"


class CapExcludes(StrEnum):
    """Which payments a cap leaves out."""

    BOTH = "envy-and-progressive"
    ENVY = "envy"
    PROGRESSIVE = "progressive"
    NOTHING = "nothing"

    @property
    def leaves_envy_out(self) -> bool:
        """Whether envy is paid beside the cap."""
        return self in {CapExcludes.BOTH, CapExcludes.ENVY}

    @property
    def leaves_progressive_out(self) -> bool:
        """Whether what a meter gives is paid beside the cap."""
        return self in {CapExcludes.BOTH, CapExcludes.PROGRESSIVE}


class WhoseHand(StrEnum):
    """Whose hand pays envy to others."""

    ANY = "any-player"
    WITH_WAGER = "player-with-bonus-wager"


class Counted(StrEnum):
    """Whether a hand that is no other player's pays envy."""

    EXCLUDED = "excluded"
    COUNTS = "counts"


class Several(StrEnum):
    """Several hands that pay envy."""

    EACH = "each-pays"
    HIGHEST = "highest-pays"


class Sharing(StrEnum):
    """Whether entitled players share an envy amount."""

    IN_FULL = "each-in-full"
    SHARED = "shared"


class OwnLost(StrEnum):
    """Envy of a player whose own wager loses."""

    STILL_PAID = "envy-still-paid"
    NO_ENVY = "no-envy"


class FouledHand(StrEnum):
    """Whether a fouled hand pays envy to others."""

    COUNTS = "counts"
    DOES_NOT = "does-not-count"


class BankQualifies(StrEnum):
    """What a qualifying hand of the bank's does to envy."""

    NO_ENVY = "no-envy-paid"
    NO_EFFECT = "no-effect"
