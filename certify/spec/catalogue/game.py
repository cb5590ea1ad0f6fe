"""What a document can say about itself, the deck and the table."""

from __future__ import annotations

from certify.spec.catalogue.parameter import Kind, Moves, Parameter, Touches, Word, gather

_ODDS, _ROUND = Moves.ODDS, Moves.ROUND

IDENTITY = gather(
    "identity",
    "document",
    title=Parameter(
        Kind.TEXT, "What is the title of the document?", "The title on the document.", "Game Rules"
    ),
    game=Parameter(
        Kind.TEXT,
        "What is the game called?",
        "The name of the game in the document.",
        "Fortune Pai Gow Poker",
        title="Name of the game",
    ),
    version=Parameter(
        Kind.TEXT,
        "Which version of the document is this?",
        "The version the document gives itself.",
        "second version",
        hints="version",
    ),
    effective_date=Parameter(
        Kind.TEXT,
        "From when does the document apply?",
        "From when the document applies.",
        "1 January 2030",
        hints="force from",
    ),
    approval_date=Parameter(
        Kind.TEXT,
        "When was the document approved?",
        "When the authority approved the document.",
        "1 January 2030",
    ),
    authority=Parameter(
        Kind.TEXT,
        "Who issued or approved the document?",
        "Who issued or approved the document.",
        "Gambling Commission",
        hints="games gaming control",
    ),
    legal_basis=Parameter(
        Kind.TEXT,
        "On which statutes does the document rest?",
        "The statutes the document rests on.",
        "Gaming Act, section 3",
        hints="code section law statute subdivision authority implemented",
    ),
    owner=Parameter(
        Kind.TEXT,
        "Who owns the game?",
        "Who owns the game, and what the document asks of users for it.",
        "owned by its maker; a licence must be shown",
    ),
    base_rules=Parameter(
        Kind.TEXT,
        "Where do the rules of the game without the bonus stand?",
        "Where the rules of the game without the bonus stand.",
        "in the same document",
        hints="traditional procedures follow standard play",
    ),
    notices=Parameter(
        Kind.TEXT,
        "Which notices to players does the document carry?",
        "Notices to players that are no rules of play.",
        "a helpline for problem gambling",
        hints="gambling problem call helpline",
    ),
    currency=Parameter(
        Kind.TEXT,
        "In which currency are the sums of money?",
        "The currency of the sums of money, as the document gives it.",
        "US dollars, by the dollar sign alone",
        title="The currency",
    ),
)


class Joker(Word):
    """What the joker can stand for."""

    BUG = "bug", "an ace, or the card that completes a straight or flush"
    WILD = "wild", "any card"


class Wheel(Word):
    """Where A-2-3-4-5 ranks."""

    LOWEST = "lowest", "it is the lowest straight"
    SECOND_HIGHEST = "second-highest", "it is the second highest straight"
    NO_STRAIGHT = "no-straight*", "it is no straight"


class LowHands(Word):
    """How two low hands compare."""

    BOTH_CARDS = (
        "pairs-then-high-card",
        "any pair above any two different cards, which go by the higher card and then by the other",
    )
    HIGHEST_CARD = (
        "pairs-then-highest-card",
        "any pair above any two different cards, which go by the higher card alone and are "
        "copies where that is the same",
    )
    NO_PAIRS = "high-card-only*", "by their cards; a pair does not count"


class MatchJoker(Word):
    """Whether the joker completes the royal flush of a royal match."""

    COMPLETES = "completes-royal", "it may"
    BARRED = "not-allowed", "it may not"


DECK = gather(
    "deck",
    "ranking",
    Touches.EVERY,
    cards=Parameter(
        Kind.COUNT,
        "How many cards are dealt from?",
        "How many cards are dealt from, the joker included.",
        53,
        topic="deck",
        moves=_ODDS,
        above_zero=True,
    ),
    jokers=Parameter(
        Kind.COUNT,
        "How many jokers does the deck hold?",
        "How many jokers the deck holds.",
        1,
        topic="deck",
        moves=_ODDS,
    ),
    card_backs=Parameter(
        {"alike": "they must be alike", "any": "they need not be"},
        "Must the backs of the cards be alike?",
        "Whether the backs must be of one colour and design.",
        topic="deck",
    ),
    card_rank=Parameter(
        {"ace-to-deuce": "from the ace down to the deuce", "ace-low*": "the ace is the lowest"},
        "How do the cards rank?",
        "The rank of the cards: ace-to-deuce is ace, king, queen … down to the deuce.",
        moves=_ODDS,
        hints="ace high low deuce king queen",
    ),
    joker=Parameter(
        Joker,
        "What may the joker stand for?",
        "A bug completes a straight or flush and is otherwise an ace; a wild joker is any card.",
        topic="joker",
        moves=_ODDS,
        reading="joker",
        on_paytable=True,
    ),
    wheel=Parameter(
        Wheel,
        "Is A-2-3-4-5 a straight, and where does it rank?",
        "Whether A-2-3-4-5 is a straight, and where it ranks among straights.",
        topic="wheel",
        moves=_ODDS,
        reading="wheel",
        hints="straight highest second",
    ),
    hand_ranking=Parameter(
        Kind.CLASSES,
        "How do the hands rank?",
        "The ranking of hands as printed, highest first.",
        ("five-aces", "royal-flush"),
        moves=_ODDS,
        hints="straight flush full house four kind",
    ),
    low_hand_ranking=Parameter(
        LowHands,
        "How do two-card hands rank?",
        "How two-card hands rank: any pair above any two different cards, of which both count or "
        "the highest alone.",
        moves=_ODDS,
        touches=Touches.STANDARD,
        title="Ranking of two-card hands",
    ),
    within_class=Parameter(
        {"by-card-ranks": "by the ranks of their cards", "all-equal*": "they are all equal"},
        "How do two hands of one kind compare?",
        "How two hands of one class compare: by the ranks of their cards, those of the pair, "
        "three or four first.",
        moves=_ODDS,
        touches=Touches.STANDARD,
        hints="beats highest",
    ),
    seven_card_straight_flush=Parameter(
        {
            "seven-consecutive-suited": "seven consecutive cards of one suit",
            "ace-never-low*": "seven consecutive cards of one suit, the ace only at the top",
        },
        "What is a seven-card straight flush?",
        "What a seven-card straight flush without joker is: the ace may stand below the deuce, or not.",
        moves=_ODDS,
        touches=Touches.LINES,
    ),
    seven_card_straight_flush_joker=Parameter(
        {
            "joker-stands-for-one": "seven consecutive cards of one suit, the joker standing for one of them",
            "joker-beside-six*": "six consecutive cards of one suit beside the joker",
        },
        "What is a seven-card straight flush with joker?",
        "What a seven-card straight flush with joker is.",
        moves=_ODDS,
        touches=Touches.LINES,
    ),
    royal_match=Parameter(
        {
            "royal-flush-with-suited-king-queen": "a royal flush with a suited king and queen beside it",
            "king-queen-alone": "a suited king and queen",
        },
        "What is a royal match?",
        "What the words royal match name: the royal flush with a suited king and queen beside "
        "it, or the king and queen alone. The line of a paytable pays the royal flush with both.",
        topic="royal-match",
    ),
    royal_match_joker=Parameter(
        MatchJoker,
        "May the joker complete the royal flush of a royal match?",
        "Whether the joker may complete the royal flush of a royal match.",
        topic="royal-match",
        moves=_ODDS,
        touches=Touches.LINES,
        reading="royal-match-joker",
        title="The joker in a royal match",
    ),
)


class Bank(Word):
    """Who banks, or who pays."""

    HOUSE = "house", "the house"
    PLAYER_DEALER = "player-dealer", "the player/dealer"
    DESIGNATED_PLAYER = "designated-player", "the designated player"


class Cover(Word):
    """What a bank must cover."""

    ITS_STAKE = "as-far-as-its-stake", "as far as its own stake goes"
    ALL = "all-action", "all of them"


class CoverReach(Word):
    """Which payments come out of a banking player's stake."""

    ALL = "all-payments"
    WITHOUT_ENVY = "wagers-without-envy", "all but envy"
    STANDARD = "standard-wager-only", "those of the standard wager only"


class NotCovered(Word):
    """What happens to what the bank's stake does not cover."""

    RETURNED = "returned", "it goes back to the player"
    PAID_BY_HOUSE = "paid-by-house", "the house pays it"


class SettlingOrder(Word):
    """Where settling begins."""

    ACTION_SEAT = "from-action-seat", "from the seat that the action button marks"
    DEALERS_LEFT = "from-dealers-left", "from the dealer's left"


TABLE = gather(
    "table",
    "banking",
    Touches.EVERY,
    players=Parameter(
        Kind.COUNT,
        "How many players may sit at the table?",
        "The most players at the table, as printed: a player who banks is one of them, a house "
        "dealer is not.",
        6,
        topic="seats",
        moves=_ROUND,
        above_zero=True,
    ),
    positions=Parameter(
        Kind.COUNT,
        "How many seated positions are there?",
        "Seated positions at the table in all, a banking player's included.",
        7,
        topic="seats",
    ),
    bank=Parameter(
        Bank,
        "Who banks the game?",
        "Who banks the game.",
        moves=_ROUND,
        hints="compete against compare",
    ),
    bank_rotation=Parameter(
        {
            "every-hand": "with every hand",
            "at-most-two-hands": "after at most two hands",
            "none": "it does not",
        },
        "How does the place of the banking player go round?",
        "How the place of a banking player goes round.",
        beyond=_ROUND,
    ),
    bank_rotation_direction=Parameter(
        {"clockwise": "clockwise", "counter-clockwise": "counter-clockwise"},
        "Which way does the place of the banking player go round?",
        "Which way the place of a banking player goes round.",
    ),
    bank_refused=Parameter(
        {
            "no-round": "no round is played",
            "house-banks": "the house banks",
            "next-player": "the next player is asked",
        },
        "What happens where nobody will take the place of the banking player?",
        "What happens where the player whose turn it is will not bank.",
        beyond=_ROUND,
    ),
    bank_cover=Parameter(
        Cover,
        "How much of the players' wagers must the bank cover?",
        "What the bank must cover of the players' wagers.",
        moves=_ROUND,
    ),
    bank_cover_reach=Parameter(
        CoverReach,
        "Which payments come out of the stake of the banking player?",
        "Which payments come out of the stake of a player who banks.",
        moves=_ROUND,
        title="What the bank's stake backs",
        follows="table.bank_cover",
    ),
    uncovered=Parameter(
        NotCovered,
        "What happens to a wager that the bank's stake does not cover?",
        "What happens to a wager, or a part of it, that the bank's stake no longer covers.",
        moves=_ROUND,
        follows="table.bank_cover",
    ),
    settling_order=Parameter(
        SettlingOrder,
        "In which order are the wagers settled?",
        "In which order wagers are settled.",
        topic="settling",
        moves=_ROUND,
        title="Order of settling",
        hints="action compared clockwise first",
    ),
    aggregate=Parameter(
        Kind.MONEY,
        "Is there a most that the bank pays to all players in one round?",
        "The most that the bank pays to all players together in one round.",
        "50000 USD",
        topic="caps",
        moves=_ROUND,
        title="A maximum for the whole table",
        above_zero=True,
    ),
    limits=Parameter(
        Kind.TEXT,
        "What bounds the stakes?",
        "What bounds the stakes.",
        "the posted table minimum and maximum",
        topic="table",
        beyond=_ROUND,
        hints="posted table minimum maximum stakes",
    ),
    hands_per_player=Parameter(
        {"one": "he may not", "several": "he may"},
        "May one player play several hands?",
        "How many hands one player may play.",
        topic="table",
        beyond=_ROUND,
        title="Several hands of one player",
        hints="his her own hand(s)",
    ),
    layout=Parameter(
        Kind.TEXT,
        "What does the layout look like?",
        "What the document says of table and layout.",
        "areas for both wagers and both hands",
        topic="table",
        hints="table shape felt spaces",
    ),
)
