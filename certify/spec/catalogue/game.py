"""What a document can state about itself, the deck and the table."""

from __future__ import annotations

from certify.spec.catalogue.parameter import Kind, Moves, Parameter, Touches, Word, gather

_ODDS, _ROUND = Moves.ODDS, Moves.ROUND

IDENTITY = gather(
    "identity",
    "document",
    title=Parameter(
        Kind.TEXT,
        "the title of the document",
        "The title of the document.",
        "Game Rules",
        title="Title of the document",
        because="it names or dates the document; payments follow from its rules",
    ),
    game=Parameter(
        Kind.TEXT,
        "the name of the game in the document",
        "The name of the game in the document.",
        "Fortune Pai Gow Poker",
        title="Name of the game",
        because="it names or dates the document; payments follow from its rules",
    ),
    version=Parameter(
        Kind.TEXT,
        "the version that the document states for itself",
        "The version that the document states for itself.",
        "second version",
        title="Version of the document",
        hints="version",
        because="it names or dates the document; payments follow from its rules",
    ),
    effective_date=Parameter(
        Kind.TEXT,
        "the date from which the document applies",
        "The date from which the document applies.",
        "1 January 2030",
        title="Effective date of the document",
        hints="force from",
        because="it names or dates the document; payments follow from its rules",
    ),
    approval_date=Parameter(
        Kind.TEXT,
        "the date on which the authority approved the document",
        "The date on which the authority approved the document.",
        "1 January 2030",
        title="Approval date of the document",
        because="it names or dates the document; payments follow from its rules",
    ),
    authority=Parameter(
        Kind.TEXT,
        "the authority that issued or approved the document",
        "The authority that issued or approved the document.",
        "Gambling Commission",
        title="Issuing or approving authority",
        hints="games gaming control",
        because="it names or dates the document; payments follow from its rules",
    ),
    legal_basis=Parameter(
        Kind.TEXT,
        "the statutes and regulations on which the document is based",
        "The statutes and regulations on which the document is based.",
        "Gaming Act, section 3",
        title="Legal basis of the document",
        hints="code section law statute subdivision authority implemented",
        because="it names or dates the document; payments follow from its rules",
    ),
    owner=Parameter(
        Kind.TEXT,
        "the owner of the game, and any licence that the document requires",
        "The owner of the game, and any licence that the document requires.",
        "owned by its maker; a licence must be shown",
        title="Owner of the game",
        because="it names or dates the document; payments follow from its rules",
    ),
    base_rules=Parameter(
        Kind.TEXT,
        "the document that contains the rules of the game without the bonus wagers",
        "The document that contains the rules of the game without the bonus wagers.",
        "in the same document",
        title="Source of the base game rules",
        hints="traditional procedures follow standard play",
        because="each statement that the document leaves to another text is recorded as deferred",
    ),
    notices=Parameter(
        Kind.TEXT,
        "notices to players that are not rules of play",
        "Notices to players that are not rules of play.",
        "a helpline for problem gambling",
        title="Notice to players",
        hints="gambling problem call helpline",
        because="notices are no rules of play",
    ),
    currency=Parameter(
        Kind.TEXT,
        "the currency of the amounts of money, as the document states it",
        "The currency of the amounts of money, as the document states it.",
        "US dollars, by the dollar sign alone",
        title="Currency of the amounts of money",
        because="every amount is recorded with its currency code",
    ),
)


class Joker(Word):
    """The cards that the joker can represent."""

    BUG = "bug", "only an ace or a card that completes a straight or flush"
    WILD = "wild", "any card"


class Wheel(Word):
    """The rank of A-2-3-4-5."""

    LOWEST = "lowest", "the lowest straight"
    SECOND_HIGHEST = "second-highest", "the second-highest straight"
    NO_STRAIGHT = "no-straight*", "not a straight"


class LowHands(Word):
    """How two low hands compare."""

    BOTH_CARDS = "pairs-then-high-card", "pairs first, then the higher card, then the other card"
    HIGHEST_CARD = "pairs-then-highest-card", "pairs first, then the higher card only"
    NO_PAIRS = "high-card-only*", "card ranks only, so that a pair does not count"


class MatchJoker(Word):
    """Whether the joker completes the royal flush of a royal match."""

    COMPLETES = "completes-royal", "allowed"
    BARRED = "not-allowed", "not allowed"


DECK = gather(
    "deck",
    "ranking",
    Touches.EVERY,
    cards=Parameter(
        Kind.COUNT,
        "how many cards the deck has",
        "The number of cards in the deck, including jokers.",
        53,
        title="Number of cards in the deck",
        wording="The deck has {value} cards, including any joker.",
        topic="deck",
        moves=_ODDS,
        above_zero=True,
    ),
    jokers=Parameter(
        Kind.COUNT,
        "how many jokers the deck has",
        "The number of jokers in the deck.",
        1,
        title="Number of jokers in the deck",
        wording="The number of jokers in the deck is {value}.",
        topic="deck",
        moves=_ODDS,
    ),
    card_backs=Parameter(
        {"alike": "identical backs", "any": "any backs"},
        "whether the card backs must have the same colour and design",
        "Whether the card backs must have the same colour and design.",
        title="Requirement for the card backs",
        topic="deck",
        because="hands are compared by the faces of the cards",
    ),
    card_rank=Parameter(
        {
            "ace-to-deuce": "from the ace (highest) to the deuce (lowest)",
            "ace-low*": "from the king (highest) to the ace (lowest)",
        },
        "how the cards rank",
        "The rank of the cards: ace-to-deuce is ace, king, queen … down to the deuce.",
        title="Ranking of the cards",
        wording="The cards rank {value}.",
        moves=_ODDS,
        hints="ace high low deuce king queen",
    ),
    joker=Parameter(
        Joker,
        "whether the joker is limited or completely wild",
        "A bug is an ace or completes a straight or flush; a wild joker is any card.",
        title="Joker",
        wording={
            "bug": "The joker may be used only as an ace or to complete a straight or a flush.",
            "wild": "The joker may be used as any card.",
        },
        topic="joker",
        moves=_ODDS,
        reading="joker",
        on_paytable=True,
    ),
    wheel=Parameter(
        Wheel,
        "whether A-2-3-4-5 is a straight, or how it ranks",
        "Whether A-2-3-4-5 is a straight, and its rank among straights.",
        title="Rank of A-2-3-4-5",
        wording="A-2-3-4-5 is {value}.",
        topic="wheel",
        moves=_ODDS,
        reading="wheel",
        hints="straight highest second",
    ),
    hand_ranking=Parameter(
        Kind.CLASSES,
        "how the hands rank",
        "The ranking of hands as printed, highest first.",
        ("five-aces", "royal-flush"),
        title="Ranking of hands",
        wording="The hands rank as follows, from highest to lowest: {value}.",
        moves=_ODDS,
        hints="rank ranked rankings combination straight flush full house four kind",
    ),
    low_hand_ranking=Parameter(
        LowHands,
        "how two-card hands rank",
        "The ranking of two-card hands: whether pairs count, and whether one or both unpaired cards count.",
        title="Ranking of two-card hands",
        wording="Two-card hands are ranked by {value}.",
        moves=_ODDS,
        touches=Touches.STANDARD,
    ),
    within_class=Parameter(
        {
            "by-card-ranks": "the hand with the higher-ranking cards wins",
            "all-equal*": "the hands are equal",
        },
        "how two hands of the same type are compared",
        "How two hands of the same type compare: by card ranks, matched cards first, or as equal.",
        title="Comparison of two hands of the same type",
        wording="If two hands are of the same type, {value}.",
        moves=_ODDS,
        touches=Touches.STANDARD,
        hints="beats highest",
    ),
    seven_card_straight_flush=Parameter(
        {
            "seven-consecutive-suited": "seven consecutive cards of the same suit, ace high or low",
            "ace-never-low*": "seven consecutive cards of the same suit, ace high only",
        },
        "what a seven-card straight flush is",
        "The definition of a seven-card straight flush without joker, with the ace low or not.",
        title="Definition of a seven-card straight flush",
        wording="A seven-card straight flush is {value}.",
        moves=_ODDS,
        touches=Touches.LINES,
    ),
    seven_card_straight_flush_joker=Parameter(
        {
            "joker-stands-for-one": "seven consecutive cards of the same suit, one of them the joker",
            "joker-beside-six*": "six consecutive cards of the same suit and the joker",
        },
        "what a seven-card straight flush with joker is",
        "The definition of a seven-card straight flush with joker.",
        title="Definition of a seven-card straight flush with joker",
        wording="A seven-card straight flush with joker is {value}.",
        moves=_ODDS,
        touches=Touches.LINES,
    ),
    royal_match=Parameter(
        {
            "royal-flush-with-suited-king-queen": "a royal flush together with a suited king and queen",
            "king-queen-alone": "a suited king and queen",
        },
        "what a royal match is",
        "Whether the term includes the royal flush; the payout always requires it.",
        title="Definition of a royal match",
        topic="royal-match",
        because="it defines a term; each row states the hand that it requires",
    ),
    royal_match_joker=Parameter(
        MatchJoker,
        "whether the joker may complete the royal flush of a royal match",
        "Whether the joker may complete the royal flush of a royal match.",
        title="Joker in a royal match",
        wording={
            "completes-royal": "The joker may complete the royal flush of a royal match.",
            "not-allowed": "The joker may not complete the royal flush of a royal match.",
        },
        topic="royal-match",
        moves=_ODDS,
        touches=Touches.LINES,
        reading="royal-match-joker",
    ),
)


class Bank(Word):
    """Who banks, or who pays."""

    HOUSE = "house", "the casino"
    PLAYER_DEALER = "player-dealer", "the player/dealer"
    DESIGNATED_PLAYER = "designated-player", "the designated player"


class Cover(Word):
    """The wagers that the banker must cover."""

    ITS_STAKE = "as-far-as-its-stake", "wagers up to the amount of the {bank}'s own wager"
    ALL = "all-action", "all wagers"


class CoverReach(Word):
    """The payouts made from a banking player's wager."""

    ALL = "all-payments", "all payouts"
    WITHOUT_ENVY = "wagers-without-envy", "all payouts except the {envy}"
    STANDARD = "standard-wager-only", "payouts of the {standard} only"


class NotCovered(Word):
    """The treatment of a wager that the banker cannot cover."""

    RETURNED = "returned", "the uncovered part is returned to the player"
    PAID_BY_HOUSE = "paid-by-house", "the casino pays the uncovered part"


class SettlingOrder(Word):
    """The seat at which settlement begins."""

    ACTION_SEAT = "from-action-seat", "starting at the seat with the action button"
    DEALERS_LEFT = "from-dealers-left", "starting at the dealer's left"


class BankRefused(Word):
    """What happens if a player declines to bank."""

    NO_ROUND = "no-round", "no round is played"
    HOUSE_BANKS = "house-banks", "the casino banks the round"
    NEXT_PLAYER = "next-player", "the role is offered to the next player"


class HandsPerPlayer(Word):
    """How many hands one player may play."""

    ONE = "one", "only one hand"
    SEVERAL = "several", "more than one hand"


TABLE = gather(
    "table",
    "banking",
    Touches.EVERY,
    players=Parameter(
        Kind.COUNT,
        "how many players may play at the table",
        "The maximum number of players, as printed: a player who banks is counted, a casino dealer "
        "is not.",
        6,
        title="Maximum number of players",
        wording="The maximum number of players at the table is {value}.",
        topic="seats",
        moves=_ROUND,
        above_zero=True,
    ),
    positions=Parameter(
        Kind.COUNT,
        "how many seats the table has",
        "The number of seated positions at the table, including that of a banking player.",
        7,
        title="Number of seats",
        wording="The table has {value} seats.",
        topic="seats",
        moves=_ROUND,
        graded=Moves.NOTHING,
    ),
    bank=Parameter(
        Bank,
        "who banks the game",
        "Whether the casino or a player banks the game.",
        title="Banker of the game",
        wording="{value} banks the game.",
        moves=_ROUND,
        hints="compete against compare",
    ),
    bank_rotation=Parameter(
        {
            "every-hand": "is offered every hand",
            "at-most-two-hands": "rotates after no more than two hands",
            "none": "does not rotate",
        },
        "how often the role of {bank} rotates",
        "How often the role of a banking player rotates.",
        title="Rotation of the role of {bank}",
        wording="The role of {bank} {value}.",
        graded=_ROUND,
        because="it decides who banks a later round; a round states who banks it",
    ),
    bank_rotation_direction=Parameter(
        {"clockwise": "clockwise", "counter-clockwise": "counter-clockwise"},
        "in which direction the role of {bank} rotates",
        "The direction in which the role of a banking player rotates.",
        title="Direction in which the role of {bank} rotates",
        because="it decides who banks a later round; a round states who banks it",
    ),
    bank_refused=Parameter(
        BankRefused,
        "what happens if a player declines the role of {bank}",
        "The consequence if the player whose turn it is declines to bank.",
        title="Refusal of the role of {bank}",
        wording="If a player declines the role of {bank}, {value}.",
        moves=_ROUND,
    ),
    bank_cover=Parameter(
        Cover,
        "which wagers the {bank} must cover",
        "The wagers that the banker must cover.",
        title="Wagers that the {bank} must cover",
        wording="The {bank} must cover {value}.",
        moves=_ROUND,
    ),
    bank_cover_reach=Parameter(
        CoverReach,
        "which payouts are made from the {bank}'s wager",
        "The payouts made from the wager of a player who banks.",
        title="Use of the {bank}'s wager",
        wording={
            "all-payments": "The amount of the {bank}'s wager limits all payouts, including the {envy}.",
            "wagers-without-envy": "The amount of the {bank}'s wager limits all payouts except the {envy}.",
            "standard-wager-only": "The amount of the {bank}'s wager limits {standard} payouts only.",
        },
        moves=_ROUND,
        follows="table.bank_cover",
    ),
    uncovered=Parameter(
        NotCovered,
        "what happens to a wager that the {bank} cannot cover",
        "The treatment of a wager, or part of a wager, that the banker cannot cover.",
        title="Wager that the {bank} cannot cover",
        wording="If the {bank} cannot cover a wager in full, {value}.",
        moves=_ROUND,
        follows="table.bank_cover",
    ),
    settling_order=Parameter(
        SettlingOrder,
        "in which order the wagers are settled",
        "The order in which wagers are settled.",
        title="Order in which wagers are settled",
        wording="Wagers are settled seat by seat, {value}.",
        topic="settling",
        moves=_ROUND,
        hints="action compared clockwise first",
    ),
    aggregate=Parameter(
        Kind.MONEY,
        "whether there is a maximum total payout to all players in one round",
        "The maximum aggregate payout to all players in one round.",
        "50000 USD",
        title="Maximum aggregate payout per round",
        wording="The maximum aggregate payout to all players in one round is {value}.",
        topic="caps",
        moves=_ROUND,
        above_zero=True,
    ),
    limits=Parameter(
        Kind.TEXT,
        "which limits apply to the wagers",
        "The limits that apply to wagers.",
        "the posted table minimum and maximum",
        title="Table limit",
        wording="Wagers are limited by {value}.",
        topic="table",
        graded=_ROUND,
        hints="posted table minimum maximum stakes",
        because="it limits the wagers that are accepted; amounts are recorded as minimum and maximum",
    ),
    hands_per_player=Parameter(
        HandsPerPlayer,
        "how many hands a player may play per round",
        "The number of hands that one player may play.",
        title="Number of hands per player",
        wording="A player may play {value} per round.",
        topic="table",
        moves=_ROUND,
        hints="his her own hand(s)",
    ),
    layout=Parameter(
        Kind.TEXT,
        "the document's description of the table and its layout",
        "The document's description of the table and its layout.",
        "areas for both wagers and both hands",
        title="Table layout",
        topic="table",
        hints="table shape felt spaces",
        because="it describes the table; a round states the wagers and hands",
    ),
)
