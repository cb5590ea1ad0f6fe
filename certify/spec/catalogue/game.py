"""What a document can say about itself, the deck and the table."""

from __future__ import annotations

from certify.spec import words
from certify.spec.catalogue.parameter import Kind, Moves, Parameter, Touches, choice, text, value

_ODDS, _ROUND = Moves.ODDS, Moves.ROUND
_STANDARD, _LINES, _EVERY = Touches.STANDARD, Touches.LINES, Touches.EVERY

IDENTITY: tuple[Parameter, ...] = (
    text("identity.title", "The title on the document.", "Game Rules", "document"),
    text(
        "identity.game",
        "The name of the game in the document.",
        "Fortune Pai Gow Poker",
        "document",
    ),
    text(
        "identity.version", "The version the document gives itself.", "second version", "document"
    ),
    text(
        "identity.effective_date", "From when the document applies.", "1 January 2030", "document"
    ),
    text(
        "identity.approval_date",
        "When the authority approved the document.",
        "1 January 2030",
        "document",
    ),
    text(
        "identity.authority",
        "Who issued or approved the document.",
        "Gambling Commission",
        "document",
    ),
    text(
        "identity.legal_basis",
        "The statutes the document rests on.",
        "Gaming Act, section 3",
        "document",
    ),
    text(
        "identity.owner",
        "Who owns the game, and what the document asks of users for it.",
        "owned by its maker; a licence must be shown",
        "document",
    ),
    text(
        "identity.base_rules",
        "Where the rules of the game without the bonus stand.",
        "in the same document",
        "document",
    ),
    text(
        "identity.notices",
        "Notices to players that are no rules of play.",
        "a helpline for problem gambling",
        "document",
    ),
    text(
        "identity.currency",
        "The currency of the sums of money, as the document gives it.",
        "US dollars, by the dollar sign alone",
        "document",
    ),
)

DECK: tuple[Parameter, ...] = (
    value(
        "deck.cards",
        Kind.COUNT,
        "How many cards are dealt from, the joker included.",
        53,
        "deck",
        moves=_ODDS,
        touches=_EVERY,
    ),
    value(
        "deck.jokers",
        Kind.COUNT,
        "How many jokers the deck holds.",
        1,
        "deck",
        moves=_ODDS,
        touches=_EVERY,
    ),
    choice(
        "deck.card_backs",
        "alike any",
        "Whether the backs must be of one colour and design.",
        "deck",
    ),
    choice(
        "deck.card_rank",
        "ace-to-deuce ace-low*",
        "The rank of the cards: ace-to-deuce is ace, king, queen … down to the deuce.",
        "ranking",
        moves=_ODDS,
        touches=_EVERY,
    ),
    choice(
        "deck.joker",
        words.Joker,
        "A bug completes a straight or flush and is otherwise an ace; a wild joker is any card.",
        "joker",
        moves=_ODDS,
        touches=_EVERY,
        reading="joker",
    ),
    choice(
        "deck.wheel",
        words.Wheel,
        "Whether A-2-3-4-5 is a straight, and where it ranks among straights.",
        "wheel",
        moves=_ODDS,
        touches=_EVERY,
        uncounted="no-straight",
        reading="wheel",
    ),
    value(
        "deck.hand_ranking",
        Kind.CLASSES,
        "The ranking of hands as printed, highest first.",
        ("five-aces", "royal-flush"),
        "ranking",
        moves=_ODDS,
        touches=_EVERY,
    ),
    choice(
        "deck.low_hand_ranking",
        "pairs-then-high-card pairs-then-highest-card high-card-only*",
        "How two-card hands rank: any pair above any two different cards, of which both count or the highest "
        "alone.",
        "ranking",
        moves=_ODDS,
        touches=_STANDARD,
    ),
    choice(
        "deck.within_class",
        "by-card-ranks all-equal*",
        "How two hands of one class compare: by the ranks of their cards, those of the pair, "
        "three or four first.",
        "ranking",
        moves=_ODDS,
        touches=_STANDARD,
    ),
    choice(
        "deck.seven_card_straight_flush",
        "seven-consecutive-suited ace-never-low*",
        "What a seven-card straight flush without joker is: the ace may stand below the deuce, or not.",
        "ranking",
        moves=_ODDS,
        touches=_LINES,
    ),
    choice(
        "deck.seven_card_straight_flush_joker",
        "joker-stands-for-one joker-beside-six*",
        "What a seven-card straight flush with joker is.",
        "ranking",
        moves=_ODDS,
        touches=_LINES,
    ),
    choice(
        "deck.royal_match",
        "royal-flush-with-suited-king-queen king-queen-alone",
        "What the words royal match name: the royal flush with a suited king and queen beside it, or "
        "the king and queen alone. The line of a paytable pays the royal flush with both.",
        "royal-match",
    ),
    choice(
        "deck.royal_match_joker",
        words.MatchJoker,
        "Whether the joker may complete the royal flush of a royal match.",
        "royal-match",
        moves=_ODDS,
        touches=_LINES,
        reading="royal-match-joker",
    ),
)

TABLE: tuple[Parameter, ...] = (
    value(
        "table.players",
        Kind.COUNT,
        "The most players at the table, as printed: a player who banks is one of them, a house "
        "dealer is not.",
        6,
        "seats",
        moves=_ROUND,
        touches=_EVERY,
    ),
    value(
        "table.positions",
        Kind.COUNT,
        "Seated positions at the table in all, a banking player's included.",
        7,
        "seats",
    ),
    choice(
        "table.bank",
        words.Bank,
        "Who banks the game.",
        "banking",
        moves=_ROUND,
        touches=_EVERY,
    ),
    choice(
        "table.bank_rotation",
        "every-hand at-most-two-hands none",
        "How the place of a banking player goes round.",
        "banking",
        beyond=_ROUND,
    ),
    choice(
        "table.bank_rotation_direction",
        "clockwise counter-clockwise",
        "Which way the place of a banking player goes round.",
        "banking",
    ),
    choice(
        "table.bank_refused",
        "no-round house-banks next-player",
        "What happens where the player whose turn it is will not bank.",
        "banking",
        beyond=_ROUND,
    ),
    choice(
        "table.bank_cover",
        words.Cover,
        "What the bank must cover of the players' wagers.",
        "banking",
        moves=_ROUND,
        touches=_EVERY,
    ),
    choice(
        "table.bank_cover_reach",
        words.CoverReach,
        "Which payments come out of the stake of a player who banks.",
        "banking",
        moves=_ROUND,
        touches=_EVERY,
    ),
    choice(
        "table.uncovered",
        words.NotCovered,
        "What happens to a wager, or a part of it, that the bank's stake no longer covers.",
        "banking",
        moves=_ROUND,
        touches=_EVERY,
    ),
    choice(
        "table.settling_order",
        words.SettlingOrder,
        "In which order wagers are settled.",
        "settling",
        moves=_ROUND,
        touches=_EVERY,
    ),
    value(
        "table.aggregate",
        Kind.MONEY,
        "The most that the bank pays to all players together in one round.",
        "50000 USD",
        "caps",
        moves=_ROUND,
        touches=_EVERY,
    ),
    text(
        "table.limits",
        "What bounds the stakes.",
        "the posted table minimum and maximum",
        "table",
        beyond=_ROUND,
    ),
    choice(
        "table.hands_per_player",
        "one several",
        "How many hands one player may play.",
        "table",
        beyond=_ROUND,
    ),
    text(
        "table.layout",
        "What the document says of table and layout.",
        "areas for both wagers and both hands",
        "table",
    ),
)
