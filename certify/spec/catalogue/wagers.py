"""What a document can say about a wager that is a list of lines, and about its envy payments."""

from __future__ import annotations

from certify.spec.catalogue.game import Bank
from certify.spec.catalogue.parameter import Kind, Moves, Parameter, Touches, Word, gather

_ODDS, _ROUND = Moves.ODDS, Moves.ROUND


class Offer(Word):
    """How a wager is offered."""

    OPTIONAL = "optional", "the player may make it or not"
    REQUIRED = "required", "the player must make it"


class HandConsidered(Word):
    """In what a class is looked for."""

    SEVEN = "best-of-seven", "all seven cards"
    AS_SET = "as-set*", "the hands as set"


class Precedence(Word):
    """Which of two lines goes before."""

    PAYTABLE = "paytable-order", "the line that stands first on the paytable"
    RANK = "rank-order", "the line whose hand ranks highest"


class LinesPaid(Word):
    """What a deal on several lines is paid. Four meanings: never one word for two of them."""

    ONE = "one-line"
    EACH_HAND = "one-line-for-each-hand", "one line for each hand looked at"
    NOT_IMPLIED = "every-line-not-implied", "every line that no other line implies"
    EVERY = "every-line-held", "every line that is true of it"


class StakeLost(Word):
    """When the stake of a wager with lines for the bank's hand is lost."""

    NO_LINE = "if-no-line-pays"
    NO_LINE_OF_PLAYER = "if-no-line-of-the-player-pays", "if no line for the player's own hand pays"


class NotPaid(Word):
    """What happens to a stake that is not paid."""

    LOSES = "loses", "it loses"
    PUSHES = "pushes", "it pushes"


class BankCondition(Word):
    """Whether the bank's hand must be beaten."""

    NONE = "none", "whatever the bank holds"
    BEATEN = "bank-hand-must-be-beaten", "only if the bank's hand is beaten"


class Tied(Word):
    """What happens to a stake whose hand ties with the bank's."""

    LOSES = "loses", "it loses"
    PUSHES = "pushes", "it pushes"
    PAYS = "pays", "it pays"


class BankComparison(Word):
    """How seven cards of player and bank are compared."""

    BY_CLASS = "by-class", "by the kind of hand alone"
    BY_HAND = "by-hand", "card by card within one kind of hand"


class SideFoul(Word):
    """What a foul does to a wager beside the standard one."""

    UNAFFECTED = "unaffected", "nothing"
    LOSES = "loses", "it loses"


class SideSurrender(Word):
    """What giving up the hand does to a wager beside the standard one."""

    UNAFFECTED = "unaffected", "nothing"
    LOSES = "loses", "it loses"
    RETURNED = "returned", "it goes back to the player"


class WagerSettled(Word):
    """When a wager is settled."""

    WITH_STANDARD = "with-standard-wagers", "with the standard wagers"
    AFTER_STANDARD = "after-standard-wagers", "after the standard wagers"


class CapCovers(Word):
    """Which payments count towards a cap."""

    WAGER = "bonus", "its own payments only"
    ALL = "all-wagers", "the payments of all wagers"


class CapExcludes(Word):
    """Which payments a cap leaves out."""

    BOTH = "envy-and-progressive", "envy and progressive payouts"
    ENVY = "envy", "envy payouts"
    PROGRESSIVE = "progressive", "progressive payouts"
    NOTHING = "nothing"

    @property
    def leaves_envy_out(self) -> bool:
        """Whether envy is paid beside the cap."""
        return self in {CapExcludes.BOTH, CapExcludes.ENVY}

    @property
    def leaves_progressive_out(self) -> bool:
        """Whether what a meter gives is paid beside the cap."""
        return self in {CapExcludes.BOTH, CapExcludes.PROGRESSIVE}


WAGER = gather(
    "wager",
    "bonus-condition",
    Touches.LINES,
    offer=Parameter(
        Offer,
        "How is the {wager} offered?",
        "Whether the wager is offered, and how.",
        topic="offer",
        moves=_ROUND,
        hints="option optional",
    ),
    definition=Parameter(
        Kind.TEXT,
        "What exactly is the hand that the {wager} is named after?",
        "What the hand that the wager is named after is, in the document's rules of play.",
        "seven cards without a pair, the ace highest",
        beyond=_ODDS,
    ),
    rules_of_play=Parameter(
        {"given": "those given in the document", "missing": "none are given"},
        "What are the rules of play of the {wager}?",
        "Whether the rules of play describe the wager, or only a pay scale names it.",
        title="no rules of play",
        hints="considers best seven looks wager",
    ),
    stake=Parameter(
        {
            "within-table-limits": "anything within the table limits",
            "own-limits": "anything within limits of its own",
        },
        "What may be staked on the {wager}?",
        "What may be staked on it.",
        topic="betting",
        beyond=_ROUND,
        hints="may make own limits wager option",
    ),
    stake_minimum=Parameter(
        Kind.MONEY,
        "What is the least stake on the {wager}?",
        "The least that may be staked on it.",
        "1 USD",
        topic="betting",
        moves=_ROUND,
        hints="may make wager option",
        above_zero=True,
    ),
    stake_maximum=Parameter(
        Kind.MONEY,
        "What is the highest stake on the {wager}?",
        "The most that may be staked on it.",
        "100 USD",
        topic="betting",
        moves=_ROUND,
        hints="may make wager option",
        above_zero=True,
    ),
    hand_considered=Parameter(
        HandConsidered,
        "Does the {wager} look at all seven cards or at the hands as set?",
        "Whether its classes are looked for in all seven cards or in the hands as set.",
        moves=_ODDS,
        title="seven cards, or the hands as set",
    ),
    precedence=Parameter(
        Precedence,
        "Which line of the {wager} is paid where a hand stands on two of them?",
        "Which of two classes in one hand is paid.",
        moves=_ODDS,
        reading="bonus-precedence",
        title="which of two lines is paid",
        hints="first row order reaches highest table best",
    ),
    lines_paid=Parameter(
        LinesPaid,
        "Is a deal that stands on several lines of the {wager} paid one of them or more?",
        "What a deal that stands on several lines is paid: one line; one line for each hand "
        "looked at; every line that none of the others implies; or every line.",
        moves=_ODDS,
        title="one line or several",
        hints="best possible considers highest first row reaches one",
    ),
    stake_lost=Parameter(
        StakeLost,
        "When is the stake on the {wager} lost?",
        "When the stake is lost, where lines look at the bank's hand alone.",
        moves=_ODDS,
    ),
    push_line=Parameter(
        {
            "stake-returned": "the stake is given back",
            "stake-stays": "the stake stays for the next round",
        },
        "What does the dealer do with the {wager} of a hand whose line is a push?",
        "What the procedure does with the stake of a hand whose line is a push.",
        title="a line that is a push",
    ),
    not_qualifying=Parameter(
        NotPaid,
        "What happens to the {wager} of a hand that stands on no line?",
        "A deal that stands on no line.",
        moves=_ODDS,
        hints="does not achieve outcomes loses other reaches any lost",
    ),
    bank_condition=Parameter(
        BankCondition,
        "Is the {wager} paid whatever the bank holds?",
        "Whether it is paid whatever the bank holds.",
        moves=_ODDS,
        title="whether the bank's hand must be beaten",
        linked=("wager.bank_not_beaten", "wager.bank_tied", "wager.bank_comparison"),
        hints="regardless whatever only if alone looks holds standard outcome",
    ),
    bank_not_beaten=Parameter(
        NotPaid,
        "What happens to the {wager} of a paying hand that ranks below the bank's?",
        "A hand on the paytable that does not beat the bank's.",
        moves=_ODDS,
        reading="bonus-when-dealer-not-beaten",
        title="a paying hand below the bank's",
    ),
    bank_tied=Parameter(
        Tied,
        "What happens to the {wager} of a paying hand that ties with the bank's?",
        "A hand on the paytable that ties with the bank's.",
        moves=_ODDS,
        reading="bonus-tie-with-dealer",
        title="a tie with the bank's hand",
        follows="wager.bank_not_beaten",
    ),
    bank_comparison=Parameter(
        BankComparison,
        "How are the seven cards of player and bank compared for the {wager}?",
        "How the seven cards of player and bank are compared.",
        moves=_ODDS,
        reading="bonus-comparison",
        title="how the hands are compared",
    ),
    foul=Parameter(
        SideFoul,
        "What does a foul setting do to the {wager}?",
        "What a foul setting does to the wager.",
        topic="fouls",
        moves=_ROUND,
    ),
    surrender=Parameter(
        SideSurrender,
        "What does giving up the hand do to the {wager}?",
        "What giving up the hand does to the wager.",
        topic="surrender",
        moves=_ROUND,
    ),
    settled=Parameter(
        WagerSettled,
        "When is the {wager} settled?",
        "When the wager is settled.",
        topic="settling",
        moves=_ROUND,
        title="when it is settled",
    ),
    payer=Parameter(
        Bank,
        "Who pays the {wager}?",
        "Who pays the wager.",
        topic="banking",
        moves=_ROUND,
        hints="pays all winning collects losing bank banks covers house",
    ),
    bank_wager=Parameter(
        {"not-allowed": "he may not", "allowed": "he may"},
        "May the player who banks make the {wager} against his own money{envy}?",
        "Whether a player who banks may make the wager himself.",
        topic="banking",
        beyond=_ROUND,
        title="the wager of the player who banks",
    ),
    paytable_choice=Parameter(
        {
            "house-posts": "the house posts one",
            "licensee-names-one": "the licensee names one",
            "single": "there is only one",
        },
        "Who chooses the paytable of the {wager} that is in force?",
        "How the paytable in force is chosen.",
        topic="settling",
        hints="posted posts specify pay table tables scale one of hand pays",
    ),
    cap=Parameter(
        Kind.MONEY,
        "What is the most that the {wager} pays to one player in one round?",
        "The most that is paid to one player in one round.",
        "900 USD",
        topic="caps",
        moves=_ROUND,
        title="the cap",
        above_zero=True,
    ),
    cap_floor=Parameter(
        Kind.PAYS,
        "Which multiple of the stake is paid whatever the cap on the {wager} says?",
        "The multiple of the stake that is paid whatever the cap says.",
        50,
        topic="caps",
        moves=_ROUND,
    ),
    cap_covers=Parameter(
        CapCovers,
        "Which payments count towards the cap on the {wager}?",
        "Which payments count towards the cap.",
        topic="caps",
        moves=_ROUND,
        title="what the cap covers",
    ),
    cap_excludes=Parameter(
        CapExcludes,
        "Which payments does the cap on the {wager} leave out?",
        "Which payments the cap leaves out.",
        topic="caps",
        moves=_ROUND,
    ),
    cap_per=Parameter(
        {"player-and-round": "by player and round", "spot-and-hand": "by betting spot and hand"},
        "Does the cap on the {wager} count by player or by betting spot?",
        "For whom the cap counts.",
        topic="caps",
        beyond=_ROUND,
    ),
    progressive=Parameter(
        Kind.TEXT,
        "What is the progressive jackpot of the {wager}?",
        "What the document says of a progressive jackpot beside the lines.",
        "named in a note, never described",
        topic="progressive",
    ),
    meter_seed=Parameter(
        Kind.MONEY,
        "Where does the meter of the progressive begin?",
        "Where the meter of a progressive begins.",
        "10000 USD",
        topic="progressive",
        moves=_ODDS,
        hints="starts begins",
    ),
    meter_contribution=Parameter(
        Kind.FRACTION,
        "Which share of each stake goes to the meter of the progressive?",
        "The share of each stake that is added to the meter.",
        "1/5",
        topic="progressive",
        beyond=_ODDS,
        hints="added percent",
    ),
)


class WhoseHand(Word):
    """Whose hand pays envy to others."""

    ANY = "any-player", "it does"
    WITH_WAGER = "player-with-bonus-wager", "it does not"


class Counted(Word):
    """Whether a hand that is no other player's pays envy."""

    EXCLUDED = "excluded", "it does not"
    COUNTS = "counts", "it does"


class Several(Word):
    """Several hands that pay envy."""

    EACH = "each-pays", "each of the hands pays"
    HIGHEST = "highest-pays", "only the highest hand pays"


class Sharing(Word):
    """Whether entitled players share an envy amount."""

    IN_FULL = "each-in-full", "each is paid the whole"
    SHARED = "shared", "they share it"


class OwnLost(Word):
    """Envy of a player whose own wager loses."""

    STILL_PAID = "envy-still-paid", "envy is still paid"
    NO_ENVY = "no-envy", "no envy is paid to him"


class FouledHand(Word):
    """Whether a fouled hand pays envy to others."""

    COUNTS = "counts", "it does"
    DOES_NOT = "does-not-count", "it does not"


class BankQualifies(Word):
    """What a qualifying hand of the bank's does to envy."""

    NO_ENVY = "no-envy-paid", "nobody is paid envy in that round"
    NO_EFFECT = "no-effect", "it has no effect"


ENVY = gather(
    "envy",
    "envy-claims",
    Touches.ENVY,
    offer=Parameter(
        {"with-the-wager": "the wager itself", "own-stake*": "a stake of its own"},
        "What must be staked for envy?",
        "Whether envy payments are made, and what for.",
        moves=_ODDS,
    ),
    minimum_stake=Parameter(
        Kind.MONEY,
        "From which stake on the {wager} is envy paid?",
        "The stake from which envy is paid.",
        "9 USD",
        topic="envy-minimum",
        moves=_ODDS,
        reading="envy-minimum",
        hints="wagers least",
        on_paytable=True,
    ),
    lowest_hand=Parameter(
        Kind.CLASS,
        "Which is the lowest hand that pays envy?",
        "The lowest class that pays envy.",
        "four-of-a-kind",
        topic="envy-hands",
        moves=_ODDS,
        hints="four kind higher straight flush row",
    ),
    whose_hand=Parameter(
        WhoseHand,
        "Does the hand of a player without the {wager} pay envy to others?",
        "Whose qualifying hand counts, also one without the wager.",
        moves=_ROUND,
        hints="another someone else any",
    ),
    own_hand=Parameter(
        Counted,
        "Does a player's own hand pay him envy?",
        "Whether a player's own hand pays him envy.",
        moves=_ODDS,
        hints="cannot win own eligible earn none",
    ),
    bank_hand=Parameter(
        Counted,
        "Does the bank's hand pay envy?",
        "Whether the bank's hand pays envy.",
        moves=_ODDS,
        hints="cannot win eligible earn none",
    ),
    several_qualifying_hands=Parameter(
        Several,
        "What is paid where two other players hold hands that pay envy?",
        "Two or more other players with qualifying hands.",
        topic="envy-several",
        moves=_ODDS,
        reading="envy-several",
        hints="more than one multiple any all paid each least",
    ),
    sharing=Parameter(
        Sharing,
        "Is every entitled player paid the whole envy, or do they share it?",
        "Whether every entitled player is paid the whole amount, or all share it.",
        topic="envy-several",
        moves=_ODDS,
        hints="all each wins amount based full divided paid",
    ),
    entitlement=Parameter(
        {"stake": "the stake", "button": "the button beside it"},
        "What gives a claim to envy: the stake, or the button beside it?",
        "What gives a claim to envy: the stake, or the button laid beside it.",
        beyond=_ROUND,
    ),
    own_bonus_lost=Parameter(
        OwnLost,
        "Is a player whose own {wager} loses still paid envy?",
        "Whether a player whose own wager loses is still paid envy.",
        topic="envy-exclusions",
        moves=_ODDS,
        hints="loses still paid own",
    ),
    fouled_hand=Parameter(
        FouledHand,
        "Does a good hand that was fouled pay envy to others?",
        "Whether a qualifying hand that was fouled or given up pays envy to others.",
        topic="fouls",
        moves=_ROUND,
    ),
    bank_qualifies=Parameter(
        BankQualifies,
        "What does a hand of the bank's that would pay envy do to the envy of others?",
        "What a qualifying hand of the bank's does to envy.",
        topic="envy-exclusions",
        moves=_ODDS,
        hints="dealer banker player/dealer qualifying own still",
    ),
    forfeits=Parameter(
        Kind.EXCLUSIONS,
        "Which hands of his own cost a player his envy?",
        "Which lines of his own cost a player his envy, and the lines of others that are paid to "
        "him all the same.",
        "[{own: royal-match, still_paid: [seven-card-straight-flush]}]",
        topic="envy-exclusions",
        moves=_ODDS,
        reading="envy-forfeits",
        hints="eligible unless obtains own still all",
    ),
    marker=Parameter(
        {"button": "with a button", "none": "not at all"},
        "How is a stake that qualifies for envy marked?",
        "How a stake that qualifies for envy is marked.",
    ),
    marker_removed=Parameter(
        {
            "after-all-wagers": "after all wagers are settled",
            "with-the-wager": "when the wager is settled",
        },
        "When is the mark of a stake that qualifies for envy taken away?",
        "When the mark of a stake that qualifies is taken away.",
        hints="leaves pick until",
    ),
    settled=Parameter(
        {"end-of-round": "at the end of the round", "with-the-wager": "together with the wager"},
        "When is envy paid?",
        "When envy is paid.",
        topic="settling",
    ),
    payer=Parameter(
        Bank,
        "Who pays envy?",
        "Who pays envy.",
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
        "What does the {wager} pay {line}?",
        "What a line pays, to one.",
        9,
        topic="paytable",
        moves=_ODDS,
        title="what a line pays",
    ),
    envy=Parameter(
        Kind.ENVY,
        "What envy does the {wager} pay {line}?",
        "What another player's hand on the line pays as envy.",
        "5 USD",
        topic="envy-hands",
        moves=_ODDS,
        touches=Touches.ENVY,
    ),
)
