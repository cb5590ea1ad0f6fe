"""The values of parameters on which code depends; their printed words are in `certify/spec/parameters`."""

from __future__ import annotations

from enum import StrEnum


class Joker(StrEnum):
    """The cards that the joker can represent."""

    BUG = "bug"
    WILD = "wild"


class Wheel(StrEnum):
    """The rank of A-2-3-4-5."""

    LOWEST = "lowest"
    SECOND_HIGHEST = "second-highest"
    NO_STRAIGHT = "no-straight"


class LowHands(StrEnum):
    """How two low hands compare."""

    BOTH_CARDS = "pairs-then-high-card"
    HIGHEST_CARD = "pairs-then-highest-card"
    NO_PAIRS = "high-card-only"


class MatchJoker(StrEnum):
    """Whether the joker completes the royal flush of a royal match."""

    COMPLETES = "completes-royal"
    BARRED = "not-allowed"


class BankKind(StrEnum):
    """Who banks, or who pays."""

    HOUSE = "house"
    PLAYER_DEALER = "player-dealer"
    DESIGNATED_PLAYER = "designated-player"


class Cover(StrEnum):
    """The wagers that the banker must cover."""

    ITS_STAKE = "as-far-as-its-stake"
    ALL = "all-action"


class CoverReach(StrEnum):
    """The payouts made from a banking player's wager."""

    ALL = "all-payments"
    WITHOUT_ENVY = "wagers-without-envy"
    STANDARD = "standard-wager-only"


class NotCovered(StrEnum):
    """The treatment of a wager that the banker cannot cover."""

    RETURNED = "returned"
    PAID_BY_HOUSE = "paid-by-house"


class SettlingOrder(StrEnum):
    """The seat at which settlement begins."""

    ACTION_SEAT = "from-action-seat"
    DEALERS_LEFT = "from-dealers-left"


class BankRefused(StrEnum):
    """What happens if a player declines to bank."""

    NO_ROUND = "no-round"
    HOUSE_BANKS = "house-banks"
    NEXT_PLAYER = "next-player"


class HandsPerPlayer(StrEnum):
    """How many hands one player may play."""

    ONE = "one"
    SEVERAL = "several"


class Required(StrEnum):
    """Whether the standard wager is required."""

    REQUIRED = "required"
    NOT_REQUIRED = "not-required"


class Exposed(StrEnum):
    """When the banker's hand is exposed."""

    BEFORE = "before"
    AFTER = "after"


class Surrender(StrEnum):
    """Whether a player may surrender."""

    BARRED_WITH_BONUS = "barred-with-bonus-wager"
    ALLOWED = "allowed"
    NOT_ALLOWED = "not-allowed"


class LateWager(StrEnum):
    """The treatment of a wager placed after betting closes."""

    REFUSED = "refused"
    DISCRETION = "at-dealers-discretion"


class RaisedWager(StrEnum):
    """The treatment of a wager increased after betting closes."""

    REFUSED = "increase-refused"
    STANDS = "increase-stands"


class WithdrawnWager(StrEnum):
    """The treatment of a wager withdrawn after betting closes."""

    SETTLED = "settled-as-placed"
    RETURNED = "returned"


class SetBy(StrEnum):
    """Who sets a player's cards."""

    PLAYER = "five-high-two-low"
    DEALER = "dealer-sets-every-hand"


class EqualHands(StrEnum):
    """A high hand equal in rank to the low hand."""

    ALLOWED = "allowed"
    FOUL = "foul"


class Foul(StrEnum):
    """What a foul does to the standard wager."""

    RESET = "reset-by-house-way"
    LOSES = "loses"


class BankError(StrEnum):
    """The treatment of a banker's hand that is not set by the house way."""

    RESET = "reset-by-house-way"
    STANDS = "stands"


class StandardResult(StrEnum):
    """The result of the standard wager where the document states it."""

    WINS = "wins"
    PUSH = "push"
    LOSES = "loses"


class Copy(StrEnum):
    """Who wins a copy."""

    BANK = "bank-wins"
    PLAYER = "player-wins"
    NEITHER = "push"


class YesNo(StrEnum):
    """Whether a hand of the banker makes every standard wager a push."""

    NO = "no"
    YES = "yes"


class PushFoul(StrEnum):
    """A foul hand where the banker's hand makes every standard wager a push."""

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


class EarlierRounds(StrEnum):
    """Whether a completed round remains valid if an irregularity is found afterwards."""

    STAND = "stand"
    VOID = "void"


class Offer(StrEnum):
    """How a wager is offered."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class HandConsidered(StrEnum):
    """The cards that decide a payout."""

    SEVEN = "best-of-seven"
    AS_SET = "as-set"


class Precedence(StrEnum):
    """The payout that applies where a hand qualifies for several."""

    PAYTABLE = "paytable-order"
    RANK = "rank-order"


class LinesPaid(StrEnum):
    """How many payouts a hand receives. Four meanings: never one word for two of them."""

    ONE = "one-line"
    EACH_HAND = "one-line-for-each-hand"
    NOT_IMPLIED = "every-line-not-implied"
    EVERY = "every-line-held"


class StakeLost(StrEnum):
    """When a wager with payouts for the banker's hand loses."""

    NO_LINE = "if-no-line-pays"
    NO_LINE_OF_PLAYER = "if-no-line-of-the-player-pays"


class NotPaid(StrEnum):
    """The result of a wager that is not paid."""

    LOSES = "loses"
    PUSHES = "pushes"


class BankCondition(StrEnum):
    """Whether the banker's hand must be beaten."""

    NONE = "none"
    BEATEN = "bank-hand-must-be-beaten"


class Tied(StrEnum):
    """The result of a wager whose hand is equal to the banker's."""

    LOSES = "loses"
    PUSHES = "pushes"
    PAYS = "pays"


class BankComparison(StrEnum):
    """How the seven cards of player and banker are compared."""

    BY_CLASS = "by-class"
    BY_HAND = "by-hand"


class SideFoul(StrEnum):
    """What a foul hand does to a bonus wager."""

    UNAFFECTED = "unaffected"
    LOSES = "loses"


class SideSurrender(StrEnum):
    """What surrender does to a bonus wager."""

    UNAFFECTED = "unaffected"
    LOSES = "loses"
    RETURNED = "returned"


class WagerSettled(StrEnum):
    """When a wager is settled."""

    WITH_STANDARD = "with-standard-wagers"
    AFTER_STANDARD = "after-standard-wagers"
    AFTER_ENVY = "after-envy"


class CapCovers(StrEnum):
    """The payouts that count toward a maximum payout."""

    WAGER = "bonus"
    ALL = "all-wagers"


class CapExcludes(StrEnum):
    """The payouts that a maximum payout excludes."""

    BOTH = "envy-and-progressive"
    ENVY = "envy"
    PROGRESSIVE = "progressive"
    NOTHING = "nothing"

    @property
    def leaves_envy_out(self) -> bool:
        """Whether the Envy Bonus is paid in addition to the maximum payout."""
        return self in {CapExcludes.BOTH, CapExcludes.ENVY}

    @property
    def leaves_progressive_out(self) -> bool:
        """Whether progressive payouts are paid in addition to the maximum payout."""
        return self in {CapExcludes.BOTH, CapExcludes.PROGRESSIVE}


class CapPer(StrEnum):
    """The unit to which a maximum payout applies."""

    PLAYER = "player-and-round"
    SPOT = "spot-and-hand"


class BankWager(StrEnum):
    """Whether a player who banks may make a bonus wager."""

    NOT_ALLOWED = "not-allowed"
    ALLOWED = "allowed"


class Progressive(StrEnum):
    """How a progressive jackpot is paid."""

    NAMED = "named-only"
    BY_ROWS = "paid-by-rows"


class WhoseHand(StrEnum):
    """Whose hand qualifies other players for the Envy Bonus."""

    ANY = "any-player"
    WITH_WAGER = "player-with-bonus-wager"


class Inclusion(StrEnum):
    """Whether a hand that is no other player's qualifies for the Envy Bonus."""

    EXCLUDED = "excluded"
    COUNTS = "counts"


class Several(StrEnum):
    """The Envy Bonus for several qualifying hands."""

    EACH = "each-pays"
    HIGHEST = "highest-pays"


class Sharing(StrEnum):
    """Whether eligible players share the Envy Bonus."""

    IN_FULL = "each-in-full"
    SHARED = "shared"


class OwnLost(StrEnum):
    """The Envy Bonus of a player whose own wager loses."""

    STILL_PAID = "envy-still-paid"
    NO_ENVY = "no-envy"


class FouledHand(StrEnum):
    """Whether a foul hand qualifies other players for the Envy Bonus."""

    COUNTS = "counts"
    DOES_NOT = "does-not-count"


class BankQualifies(StrEnum):
    """The effect of a qualifying hand of the banker on the Envy Bonus."""

    NO_ENVY = "no-envy-paid"
    NO_EFFECT = "no-effect"


class Entitlement(StrEnum):
    """What makes a player eligible for the Envy Bonus."""

    STAKE = "stake"
    BUTTON = "button"


class EnvySettled(StrEnum):
    """When the Envy Bonus is paid."""

    END = "end-of-round"
    WITH_WAGER = "with-the-wager"
