"""What a document can state about a wager with a paytable, and about its Envy Bonus."""

from __future__ import annotations

from certify.spec.catalogue.game import Bank
from certify.spec.catalogue.parameter import Kind, Moves, Parameter, Touches, Word, gather

_ODDS, _ROUND = Moves.ODDS, Moves.ROUND


class Offer(Word):
    """How a wager is offered."""

    OPTIONAL = "optional", "optional"
    REQUIRED = "required", "mandatory"


class HandConsidered(Word):
    """The cards that decide a payout."""

    SEVEN = "best-of-seven", "all seven cards"
    AS_SET = "as-set*", "the hands as set"


class Precedence(Word):
    """The payout that applies where a hand qualifies for several."""

    PAYTABLE = "paytable-order", "the payout listed first on the paytable"
    RANK = "rank-order", "the payout of the highest-ranking hand"


class LinesPaid(Word):
    """How many payouts a hand receives. Four meanings: never one word for two of them."""

    ONE = "one-line", "one payout only"
    EACH_HAND = "one-line-for-each-hand", "one payout for each hand considered"
    NOT_IMPLIED = "every-line-not-implied", "every payout that is not implied by another"
    EVERY = "every-line-held", "every payout for which the cards qualify"


class StakeLost(Word):
    """When a wager with payouts for the banker's hand loses."""

    NO_LINE = "if-no-line-pays", "if no payout applies"
    NO_LINE_OF_PLAYER = (
        "if-no-line-of-the-player-pays",
        "if no payout for the player's own hand applies",
    )


class NotPaid(Word):
    """The result of a wager that is not paid."""

    LOSES = "loses", "loses"
    PUSHES = "pushes", "is a {push}"


class BankCondition(Word):
    """Whether the banker's hand must be beaten."""

    NONE = "none", "regardless of the {bank}'s hand"
    BEATEN = "bank-hand-must-be-beaten", "only if the player's hand beats the {bank}'s hand"


class Tied(Word):
    """The result of a wager whose hand is equal to the banker's."""

    LOSES = "loses", "loses"
    PUSHES = "pushes", "is a {push}"
    PAYS = "pays", "is paid"


class BankComparison(Word):
    """How the seven cards of player and banker are compared."""

    BY_CLASS = "by-class", "by hand type only"
    BY_HAND = "by-hand", "by hand type and then by card ranks"


class SideFoul(Word):
    """What a foul hand does to a bonus wager."""

    UNAFFECTED = "unaffected", "not affected"
    LOSES = "loses", "loses"


class SideSurrender(Word):
    """What surrender does to a bonus wager."""

    UNAFFECTED = "unaffected", "not affected"
    LOSES = "loses", "loses"
    RETURNED = "returned", "returned to the player"


class WagerSettled(Word):
    """When a wager is settled."""

    WITH_STANDARD = "with-standard-wagers", "together with the {standard}"
    AFTER_STANDARD = "after-standard-wagers", "after the {standard}"


class CapCovers(Word):
    """The payouts that count toward a maximum payout."""

    WAGER = "bonus", "payouts of the {wager} only"
    ALL = "all-wagers", "payouts of all wagers that are not excluded"


class CapExcludes(Word):
    """The payouts that a maximum payout excludes."""

    BOTH = "envy-and-progressive", "the {envy} and progressive payouts"
    ENVY = "envy", "the {envy}"
    PROGRESSIVE = "progressive", "progressive payouts"
    NOTHING = "nothing", "no payouts"

    @property
    def leaves_envy_out(self) -> bool:
        """Whether the Envy Bonus is paid in addition to the maximum payout."""
        return self in {CapExcludes.BOTH, CapExcludes.ENVY}

    @property
    def leaves_progressive_out(self) -> bool:
        """Whether progressive payouts are paid in addition to the maximum payout."""
        return self in {CapExcludes.BOTH, CapExcludes.PROGRESSIVE}


class CapPer(Word):
    """The unit to which a maximum payout applies."""

    PLAYER = "player-and-round", "per player and round"
    SPOT = "spot-and-hand", "per betting spot and hand"


class BankWager(Word):
    """Whether a player who banks may make a bonus wager."""

    NOT_ALLOWED = "not-allowed", "not permitted"
    ALLOWED = "allowed", "permitted"


class Progressive(Word):
    """How a progressive jackpot is paid."""

    NAMED = "named-only", "named without a payout"
    BY_ROWS = "paid-by-rows", "paid by rows of the paytable as a share of the meter"


WAGER = gather(
    "wager",
    "bonus-condition",
    Touches.LINES,
    offer=Parameter(
        Offer,
        "whether the {wager} wager is optional",
        "Whether the wager is offered, and whether it is optional or mandatory.",
        title="Obligation to make the {wager} wager",
        wording="The {wager} wager is {value}.",
        topic="offer",
        moves=_ROUND,
        hints="option optional",
    ),
    definition=Parameter(
        Kind.CONDITION,
        "how the {wager} hand is defined",
        "The hand after which the wager is named, as the rules of play define it. Another value replaces "
        "it in each row that requires it; without such a row the wager is incomplete.",
        "{hand: high-card, highest: A}",
        title="Definition of the {wager} hand",
        wording="The {wager} hand is defined as {value}.",
        moves=_ODDS,
    ),
    rules_of_play=Parameter(
        {"given": "stated in the document", "missing": "not stated"},
        "the rules of play of the {wager}",
        "Whether the rules of play describe the wager, or only a paytable names it.",
        title="Rules of play of the {wager}",
        hints="considers best seven looks wager",
        because="it tells whether the wager is described; what is not described is recorded as not stated",
        finding="INT014",
    ),
    stake=Parameter(
        {
            "within-table-limits": "any amount within the table limits",
            "own-limits": "any amount within separate limits for this wager",
        },
        "which amounts may be wagered on the {wager}",
        "The amounts that may be wagered.",
        title="Permitted amount of the {wager} wager",
        wording="On the {wager}, a player may wager {value}.",
        topic="betting",
        graded=_ROUND,
        hints="may make own limits wager option",
        because="it limits the wagers that are accepted; amounts are recorded as minimum and maximum",
    ),
    stake_minimum=Parameter(
        Kind.MONEY,
        "the minimum {wager} wager",
        "The minimum wager.",
        "1 USD",
        title="Minimum {wager} wager",
        wording="The minimum {wager} wager is {value}.",
        topic="betting",
        moves=_ROUND,
        hints="may make wager option",
        above_zero=True,
    ),
    stake_maximum=Parameter(
        Kind.MONEY,
        "the maximum {wager} wager",
        "The maximum wager.",
        "100 USD",
        title="Maximum {wager} wager",
        wording="The maximum {wager} wager is {value}.",
        topic="betting",
        moves=_ROUND,
        hints="may make wager option",
        above_zero=True,
    ),
    hand_considered=Parameter(
        HandConsidered,
        "whether the {wager} payout is based on all seven cards or on the hands as set",
        "Whether payouts are based on all seven cards or on the hands as set.",
        title="Basis of the {wager} payout",
        wording="The {wager} payout is based on {value}.",
        moves=_ODDS,
    ),
    precedence=Parameter(
        Precedence,
        "which {wager} payout applies if a hand qualifies for more than one",
        "The payout that applies if a hand qualifies for two rows.",
        title="Payout if a hand qualifies for two rows of the {wager}",
        wording="If a hand qualifies for more than one {wager} payout, {value} applies.",
        moves=_ODDS,
        reading="bonus-precedence",
        hints="first row order reaches highest table best",
    ),
    lines_paid=Parameter(
        LinesPaid,
        "whether a hand can receive more than one {wager} payout",
        "The payouts of a hand that qualifies for several rows: one; one for each hand considered; "
        "every row that no other implies; or every row.",
        title="Number of {wager} payouts for one hand",
        wording="If the cards qualify for more than one {wager} payout, the player receives {value}.",
        moves=_ODDS,
        hints="best possible considers highest first row reaches one",
    ),
    stake_lost=Parameter(
        StakeLost,
        "when the {wager} wager loses",
        "When the wager loses, if some rows depend only on the banker's hand.",
        title="Condition under which the {wager} wager loses",
        wording="The {wager} wager loses {value}.",
        moves=_ODDS,
    ),
    push_line=Parameter(
        {
            "stake-returned": "the wager is returned to the player",
            "stake-stays": "the wager remains for the next round",
        },
        "what happens to the {wager} wager on a {push}",
        "The treatment of the wager if the row of the hand is a push.",
        title="{wager} wager on a {push}",
        because="a push pays and collects nothing; a wager that remains is a wager of the next round",
        own_words=True,
        touches=Touches.LINES,
    ),
    not_qualifying=Parameter(
        NotPaid,
        "what happens to the {wager} wager if the hand does not qualify for a payout",
        "The result of the wager if the hand does not qualify for a payout.",
        title="Result of the {wager} if no payout applies",
        wording="The {wager} wager {value} if the hand does not qualify for a payout.",
        moves=_ODDS,
        hints="does not achieve outcomes loses other reaches any lost",
    ),
    bank_condition=Parameter(
        BankCondition,
        "whether the {wager} payout depends on the {bank}'s hand",
        "Whether the wager is paid regardless of the banker's hand.",
        title="Effect of the {bank}'s hand on the {wager}",
        wording="The {wager} is paid {value}.",
        moves=_ODDS,
        linked=("wager.bank_not_beaten", "wager.bank_tied", "wager.bank_comparison"),
        hints="regardless whatever only if alone looks holds standard outcome",
    ),
    bank_not_beaten=Parameter(
        NotPaid,
        "what happens to the {wager} wager if a qualifying hand ranks below the {bank}'s hand",
        "The result of the wager if a qualifying hand does not beat the banker's hand.",
        title="Result of the {wager} if the {bank}'s hand ranks higher",
        wording="The {wager} wager {value} if a qualifying hand ranks below the {bank}'s hand.",
        moves=_ODDS,
        reading="bonus-when-dealer-not-beaten",
    ),
    bank_tied=Parameter(
        Tied,
        "what happens to the {wager} wager if a qualifying hand ties with the {bank}'s hand",
        "The result of the wager if a qualifying hand ties with the banker's hand.",
        title="Result of the {wager} on a tie with the {bank}'s hand",
        wording="The {wager} wager {value} if a qualifying hand ties with the {bank}'s hand.",
        moves=_ODDS,
        reading="bonus-tie-with-dealer",
        follows="wager.bank_not_beaten",
    ),
    bank_comparison=Parameter(
        BankComparison,
        "how the player's and the {bank}'s seven cards are compared for the {wager}",
        "How the seven cards of the player and the banker are compared.",
        title="Comparison with the {bank}'s hand for the {wager}",
        wording="For the {wager}, the seven cards of the player and the {bank} are compared {value}.",
        moves=_ODDS,
        reading="bonus-comparison",
    ),
    foul=Parameter(
        SideFoul,
        "whether a foul hand affects the {wager} wager",
        "The effect of a foul hand on the wager.",
        title="Effect of a foul hand on the {wager} wager",
        wording={
            "unaffected": "A foul hand does not affect the {wager} wager.",
            "loses": "The {wager} wager loses if the player's hand is foul.",
        },
        topic="fouls",
        moves=_ROUND,
        hints="foul fouled incorrectly considers",
    ),
    surrender=Parameter(
        SideSurrender,
        "what happens to the {wager} wager if the player surrenders the hand",
        "The effect of surrender on the wager.",
        title="Effect of surrender on the {wager} wager",
        wording={
            "unaffected": "Surrender does not affect the {wager} wager.",
            "loses": "The {wager} wager loses if the player surrenders the hand.",
            "returned": "The {wager} wager is returned if the player surrenders the hand.",
        },
        topic="surrender",
        moves=_ROUND,
    ),
    settled=Parameter(
        WagerSettled,
        "when the {wager} wager is settled",
        "When the wager is settled.",
        title="Settlement of the {wager} wager",
        wording="The {wager} wager is settled {value}.",
        topic="settling",
        moves=_ROUND,
    ),
    payer=Parameter(
        Bank,
        "who pays the {wager}",
        "Whether the casino or a player pays the wager.",
        title="Payer of the {wager}",
        wording="A winning {wager} wager is paid by {value}.",
        topic="banking",
        moves=_ROUND,
        hints="pays all winning collects losing bank banks covers house",
    ),
    bank_wager=Parameter(
        BankWager,
        "whether the {bank} may make the {wager} wager",
        "Whether a player who banks may make the wager.",
        title="{wager} wager of the {bank}",
        wording={
            "not-allowed": "The {bank} may not make the {wager} wager.",
            "allowed": "The {bank} may make the {wager} wager.",
        },
        topic="banking",
        moves=_ROUND,
    ),
    paytable_choice=Parameter(
        {
            "house-posts": "the casino posts one",
            "licensee-names-one": "the licensee names one",
            "single": "there is only one",
        },
        "how the {wager} paytable in use is selected",
        "How the paytable in use is selected.",
        title="Selection of the {wager} paytable",
        topic="settling",
        hints="posted posts specify pay table tables scale one of hand pays",
        because="each paytable has its own figures, and a round names its paytable",
    ),
    cap=Parameter(
        Kind.MONEY,
        "whether a maximum payout limits the {wager}",
        "The maximum payout to one player in one round.",
        "900 USD",
        title="Maximum payout that limits the {wager}",
        wording="The maximum payout that limits the {wager} is {value}.",
        topic="caps",
        moves=_ROUND,
        above_zero=True,
    ),
    cap_floor=Parameter(
        Kind.PAYS,
        "which payout is guaranteed regardless of the maximum {wager} payout",
        "The payout, to 1, that is guaranteed regardless of the maximum payout.",
        50,
        title="Guaranteed payout under the maximum {wager} payout",
        wording="The maximum {wager} payout does not reduce a payout below {value}.",
        topic="caps",
        moves=_ROUND,
    ),
    cap_covers=Parameter(
        CapCovers,
        "whether the maximum payout covers the payouts of all wagers or of the {wager} only",
        "The payouts that count toward the maximum payout.",
        title="Payouts that the maximum covers",
        wording="The maximum payout applies to {value}.",
        topic="caps",
        moves=_ROUND,
    ),
    cap_excludes=Parameter(
        CapExcludes,
        "which payouts are excluded from the maximum payout",
        "The payouts that are excluded from the maximum payout.",
        title="Payouts that the maximum excludes",
        wording="The maximum payout excludes {value}.",
        topic="caps",
        moves=_ROUND,
    ),
    cap_per=Parameter(
        CapPer,
        "whether the maximum payout applies per player or per betting spot",
        "Whether the maximum payout applies per player or per betting spot.",
        title="Unit to which the maximum payout applies",
        wording="The maximum payout applies {value}.",
        topic="caps",
        moves=_ROUND,
    ),
    progressive=Parameter(
        Progressive,
        "the progressive jackpot of the {wager}",
        "How a progressive jackpot is paid. If rows pay it and none pays a share of the meter, the wager is "
        "incomplete.",
        title="Progressive jackpot of the {wager}",
        topic="progressive",
        wording="The progressive jackpot of the {wager} is {value}.",
        moves=Moves.INCOMPLETE,
        graded=Moves.NOTHING,
    ),
    meter_seed=Parameter(
        Kind.MONEY,
        "at which amount the progressive meter starts",
        "The amount at which the progressive meter starts.",
        "10000 USD",
        title="Starting amount of the progressive meter",
        wording="The starting amount of the progressive meter is {value}.",
        topic="progressive",
        moves=_ODDS,
        hints="starts begins",
    ),
    meter_contribution=Parameter(
        Kind.FRACTION,
        "what share of each {wager} wager is added to the progressive meter",
        "The share of each wager that is added to the progressive meter.",
        "1/5",
        title="Contribution to the progressive meter",
        wording="The share of each {wager} wager added to the progressive meter is {value}.",
        topic="progressive",
        moves=_ODDS,
        hints="added percent",
    ),
)


class WhoseHand(Word):
    """Whose hand qualifies other players for the Envy Bonus."""

    ANY = "any-player", "any other player"
    WITH_WAGER = "player-with-bonus-wager", "another player who made the bonus wager"


class Counted(Word):
    """Whether a hand that is no other player's qualifies for the Envy Bonus."""

    EXCLUDED = "excluded", "excluded"
    COUNTS = "counts", "not excluded"


class Several(Word):
    """The Envy Bonus for several qualifying hands."""

    EACH = "each-pays", "paid for each of them"
    HIGHEST = "highest-pays", "paid only for the highest of them"


class Sharing(Word):
    """Whether eligible players share the Envy Bonus."""

    IN_FULL = "each-in-full", "each of them is paid the full amount"
    SHARED = "shared", "they share the amount"


class OwnLost(Word):
    """The Envy Bonus of a player whose own wager loses."""

    STILL_PAID = "envy-still-paid", "still paid"
    NO_ENVY = "no-envy", "not paid"


class FouledHand(Word):
    """Whether a foul hand qualifies other players for the Envy Bonus."""

    COUNTS = "counts", "not excluded"
    DOES_NOT = "does-not-count", "does not qualify"


class BankQualifies(Word):
    """The effect of a qualifying hand of the banker on the Envy Bonus."""

    NO_ENVY = "no-envy-paid", "not paid"
    NO_EFFECT = "no-effect", "still paid"


class Entitlement(Word):
    """What makes a player eligible for the Envy Bonus."""

    STAKE = "stake", "the amount of the wager"
    BUTTON = "button", "the button next to the wager"


class EnvySettled(Word):
    """When the Envy Bonus is paid."""

    END = "end-of-round", "at the end of the round"
    WITH_WAGER = "with-the-wager", "together with the wager"


ENVY = gather(
    "envy",
    "envy-claims",
    Touches.ENVY,
    offer=Parameter(
        {"with-the-wager": "the bonus wager", "own-stake*": "a separate wager"},
        "which wager a player must make to qualify for the {envy}",
        "Whether the Envy Bonus is paid, and the wager that it requires.",
        title="Wager required for the {envy}",
        wording={
            "with-the-wager": "To qualify for the {envy}, a player must make the {wager} wager.",
            "own-stake": "To qualify for the {envy}, a player must make a separate wager.",
        },
        moves=_ODDS,
    ),
    minimum_stake=Parameter(
        Kind.MONEY,
        "the minimum {wager} wager for the {envy}",
        "The minimum wager to qualify for the Envy Bonus.",
        "9 USD",
        title="Minimum {wager} wager for the {envy}",
        wording="The minimum {wager} wager for the {envy} is {value}.",
        topic="envy-minimum",
        moves=_ODDS,
        reading="envy-minimum",
        hints="wagers least",
        on_paytable=True,
    ),
    lowest_hand=Parameter(
        Kind.CLASS,
        "the lowest hand that qualifies for the {envy}",
        "The lowest hand that qualifies for the Envy Bonus.",
        "four-of-a-kind",
        title="Lowest hand that qualifies for the {envy}",
        wording="The lowest hand that qualifies for the {envy} is {value}.",
        topic="envy-hands",
        moves=_ODDS,
        hints="four kind higher straight flush row",
    ),
    whose_hand=Parameter(
        WhoseHand,
        "whether the {envy} is also paid for the hand of a player without the {wager} wager",
        "Whether a qualifying hand counts if its player did not make the wager.",
        title="Player whose hand qualifies others for the {envy}",
        wording="The {envy} is paid for a qualifying hand of {value}.",
        moves=_ROUND,
        hints="another someone else any",
    ),
    own_hand=Parameter(
        Counted,
        "whether a player can win the {envy} for their own hand",
        "Whether a player's own hand qualifies that player for the Envy Bonus.",
        title="{envy} for a player's own hand",
        wording={
            "excluded": "A player cannot win the {envy} for their own hand.",
            "counts": "A player can win the {envy} for their own hand.",
        },
        moves=_ODDS,
        hints="cannot win own eligible earn none",
    ),
    bank_hand=Parameter(
        Counted,
        "whether a player can win the {envy} for the {bank}'s hand",
        "Whether the banker's hand qualifies players for the Envy Bonus.",
        title="{envy} for the {bank}'s hand",
        wording={
            "excluded": "A player cannot win the {envy} for the {bank}'s hand.",
            "counts": "A player can win the {envy} for the {bank}'s hand.",
        },
        moves=_ODDS,
        hints="cannot win eligible earn none",
    ),
    several_qualifying_hands=Parameter(
        Several,
        "whether the {envy} is paid once for each qualifying hand, or only once",
        "The Envy Bonus if two or more other players have qualifying hands.",
        title="{envy} for several qualifying hands",
        wording="If several other players have qualifying hands, the {envy} is {value}.",
        topic="envy-several",
        moves=_ODDS,
        reading="envy-several",
        hints="more than one multiple any all paid each least",
    ),
    sharing=Parameter(
        Sharing,
        "whether players who are eligible for the same {envy} share it",
        "Whether each eligible player is paid the full Envy Bonus, or the players share it.",
        title="Division of the {envy} among eligible players",
        wording="If several players are eligible for the same {envy}, {value}.",
        topic="envy-several",
        moves=_ODDS,
        hints="all each wins amount based full divided paid",
    ),
    entitlement=Parameter(
        Entitlement,
        "whether the wager or the button qualifies a player for the {envy}",
        "Whether eligibility for the Envy Bonus depends on the wager or on the button next to it.",
        title="Basis of eligibility for the {envy}",
        wording="Eligibility for the {envy} depends on {value}.",
        moves=_ROUND,
    ),
    own_bonus_lost=Parameter(
        OwnLost,
        "whether the {envy} is paid to a player whose own {wager} wager loses",
        "Whether the Envy Bonus is paid to a player whose own wager loses.",
        title="{envy} if the player's own {wager} wager loses",
        wording="If a player's own {wager} wager loses, the {envy} is {value}.",
        topic="envy-exclusions",
        moves=_ODDS,
        hints="loses still paid own",
    ),
    fouled_hand=Parameter(
        FouledHand,
        "whether a hand that is foul or otherwise out of play qualifies other players for the {envy}",
        "Whether a hand that is foul or otherwise out of play qualifies other players for the Envy Bonus.",
        title="{envy} for a hand out of play",
        wording={
            "counts": (
                "A hand that is foul or otherwise out of play still qualifies other players for the {envy}."
            ),
            "does-not-count": (
                "A hand that is foul or otherwise out of play does not qualify other players for the {envy}."
            ),
        },
        topic="fouls",
        moves=_ROUND,
        hints="foul fouled four kind higher",
    ),
    bank_qualifies=Parameter(
        BankQualifies,
        "whether the {envy} is paid if the {bank} has a qualifying hand",
        "The effect of a qualifying hand of the banker on the Envy Bonus.",
        title="{envy} if the {bank} has a qualifying hand",
        wording="If the {bank} has a qualifying hand, the {envy} is {value}.",
        topic="envy-exclusions",
        moves=_ODDS,
        hints="dealer banker player/dealer qualifying own still",
    ),
    forfeits=Parameter(
        Kind.EXCLUSIONS,
        "whether a player's own hand disqualifies that player from the {envy}",
        "The player's own hands that disqualify from the Envy Bonus, and the hands of others for which "
        "it is still paid.",
        "[{own: royal-match, still_paid: [seven-card-straight-flush]}]",
        title="Hands that disqualify a player from the {envy}",
        wording="A player who holds one of these hands receives no {envy}: {value}.",
        topic="envy-exclusions",
        moves=_ODDS,
        reading="envy-forfeits",
        hints="eligible unless obtains own still all",
    ),
    marker=Parameter(
        {"button": "with a button", "none": "not marked"},
        "how a wager that qualifies for the {envy} is marked",
        "How a wager that qualifies for the Envy Bonus is marked.",
        title="Marker of a wager that qualifies for the {envy}",
        because="it shows which wagers qualify; the basis of eligibility decides",
    ),
    marker_removed=Parameter(
        {
            "after-all-wagers": "after all wagers are settled",
            "with-the-wager": "when the wager is settled",
        },
        "when the {envy} marker is removed",
        "When the marker of a wager that qualifies for the Envy Bonus is removed.",
        title="Time at which the {envy} marker is removed",
        hints="leaves pick until",
        because="it shows which wagers qualify; the basis of eligibility decides",
    ),
    settled=Parameter(
        EnvySettled,
        "when the {envy} is paid",
        "When the Envy Bonus is paid.",
        title="Payment of the {envy}",
        topic="settling",
        wording="The {envy} is paid {value}.",
        moves=_ROUND,
        graded=Moves.NOTHING,
    ),
    payer=Parameter(
        Bank,
        "who pays the {envy}",
        "Whether the casino or a player pays the Envy Bonus.",
        title="Payer of the {envy}",
        wording="The {envy} is paid by {value}.",
        topic="banking",
        moves=_ROUND,
        hints="pays paid any end",
    ),
)

LINE_PAYS, LINE_ENVY = gather(
    "wager",
    "bonus-condition",
    Touches.LINES,
    pays=Parameter(
        Kind.PAYS,
        "the {wager} payout {line}",
        "The payout of a row, to 1.",
        9,
        title="Payout of the {wager} {line}",
        wording="{wager} {line}: {value}.",
        topic="paytable",
        moves=_ODDS,
    ),
    envy=Parameter(
        Kind.ENVY,
        "the {envy} {line}",
        "The Envy Bonus for another player's hand in this row.",
        "5 USD",
        title="Amount of the {envy} {line}",
        wording="The {envy} {line} is {value}.",
        topic="envy-hands",
        moves=_ODDS,
        touches=Touches.ENVY,
    ),
)
