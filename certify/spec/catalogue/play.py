"""What a document can say about the play, the setting, the comparison and the standard wager."""

from __future__ import annotations

from certify.spec.catalogue.parameter import Kind, Moves, Parameter, Touches, Word, gather

_ODDS, _ROUND = Moves.ODDS, Moves.ROUND


class Required(Word):
    """Whether the standard wager is needed."""

    REQUIRED = "required", "he must"
    NOT_REQUIRED = "not-required", "he need not"


class Exposed(Word):
    """When the bank's hand is seen."""

    BEFORE = "before"
    AFTER = "after"


class Surrender(Word):
    """Whether a hand may be given up."""

    BARRED_WITH_BONUS = "barred-with-bonus-wager", "not with a bonus wager"
    ALLOWED = "allowed", "he may"
    NOT_ALLOWED = "not-allowed", "he may not"


PLAY = gather(
    "play",
    "betting",
    Touches.EVERY,
    standard_wager_required=Parameter(
        Required,
        "Must a player make the standard wager to make any other?",
        "Whether a player needs a standard wager to be dealt in and to make other wagers.",
        moves=_ROUND,
        title="The standard wager beside the others",
        hints="participate option optional standard must",
    ),
    bonus_wager_placed=Parameter(
        {
            "with-standard-wager": "with the standard wager",
            "after-standard-wager": "after the standard wager",
        },
        "When are the bonus wagers staked?",
        "When the wagers beside the standard wager are staked.",
        hints="option placing time",
    ),
    shuffle=Parameter(
        {"every-round": "before every round", "continuous": "continuously, by machine"},
        "When are the cards shuffled?",
        "When the cards are shuffled.",
        topic="dealing",
    ),
    betting_closes=Parameter(
        {"when-announced": "when the dealer announces it", "before-the-deal": "before the deal"},
        "When does betting end?",
        "When betting ends.",
        beyond=_ROUND,
        hints="no more bets",
    ),
    deal_order=Parameter(
        {
            "clockwise-from-dealers-left": "clockwise, from the dealer's left",
            "counter-clockwise": "counter-clockwise",
            "action-pile": "by the pile that the banking player chose",
        },
        "To whom are the cards dealt first?",
        "To whom the cards are dealt first.",
        topic="dealing",
    ),
    cards_dealt=Parameter(
        Kind.COUNT,
        "How many cards does each hand get?",
        "How many cards each player and the bank receive.",
        7,
        topic="dealing",
        moves=_ODDS,
        hints="seven receives each every face down gives cards",
        above_zero=True,
    ),
    dealt_face=Parameter(
        {"face-down": "face down", "face-up": "face up"},
        "Are the cards dealt face down or face up?",
        "Which way up the cards are dealt.",
        topic="dealing",
    ),
    bank_exposed=Parameter(
        Exposed,
        "Is the bank's hand seen before or after the players set theirs?",
        "Whether the bank's hand is seen before or after the players set theirs.",
        topic="exposure",
        moves=_ODDS,
        touches=Touches.STANDARD,
        reading="dealer-exposed",
        title="When the bank's hand is seen",
        linked=("comparison.bank_hand_push", "comparison.bank_hand_push_when"),
        hints="up cards after then",
    ),
    late_wager=Parameter(
        {"refused": "it is refused", "at-dealers-discretion": "the dealer decides"},
        "What happens to a wager placed after betting has closed?",
        "A wager placed after betting has closed.",
        beyond=_ROUND,
    ),
    raised_wager=Parameter(
        {"increase-refused": "the increase is refused", "increase-stands": "the increase stands"},
        "What happens to a wager raised after betting has closed?",
        "A wager increased after betting has closed.",
        beyond=_ROUND,
    ),
    withdrawn_wager=Parameter(
        {
            "settled-as-placed": "it is settled as it was placed",
            "returned": "it goes back to the player",
        },
        "What happens to a wager withdrawn after betting has closed?",
        "A wager withdrawn after betting has closed.",
        beyond=_ROUND,
    ),
    surrender=Parameter(
        Surrender,
        "May a player give up a hand?",
        "Whether a player may give up a hand.",
        topic="surrender",
        moves=_ROUND,
        hints="no hand up",
    ),
    surrender_costs=Parameter(
        Kind.FRACTION,
        "What does giving up a hand cost?",
        "The share of the standard wager that a hand given up loses.",
        "1/2",
        topic="surrender",
        moves=_ROUND,
        touches=Touches.STANDARD,
    ),
    showing_cards=Parameter(
        {"not-allowed": "they may not", "allowed": "it may"},
        "May players show or discuss their cards?",
        "Whether players may show or discuss cards while they set them.",
        topic="conduct",
    ),
    touching_after_setting=Parameter(
        {"not-allowed": "he may not", "allowed": "it may"},
        "May a player touch the cards once they are set?",
        "Whether a player may touch the cards again once they are set.",
        topic="conduct",
    ),
    dealer_advice=Parameter(
        {"sets-by-house-way": "sets the hand by the house way", "none": "nothing"},
        "What does the dealer do for a player who asks how to set?",
        "What the dealer does for a player who asks how to set.",
        topic="conduct",
    ),
)


class SetBy(Word):
    """Who divides a player's cards."""

    PLAYER = "five-high-two-low", "the player, into five and two cards"
    DEALER = "dealer-sets-every-hand", "the dealer sets every hand"


class EqualHands(Word):
    """A high hand that ranks just as the low hand."""

    ALLOWED = "allowed", "it may"
    FOUL = "foul", "no, it must rank higher"


class Foul(Word):
    """What a wrong setting does to the standard wager."""

    RESET = "reset-by-house-way", "the dealer sets the hand by the house way"
    LOSES = "loses", "it loses"


class BankError(Word):
    """What happens to a bank's hand that is not set by the house way."""

    RESET = "reset-by-house-way", "the dealer sets the hand by the house way"
    STANDS = "stands", "it stands"


SETTING = gather(
    "setting",
    "fouls",
    Touches.STANDARD,
    by_player=Parameter(
        SetBy,
        "Who divides a player's seven cards?",
        "How a player divides the seven cards, or whether the dealer does it for him.",
        topic="setting",
        moves=_ROUND,
    ),
    placed=Parameter(
        Kind.TEXT,
        "Where does a player lay the two hands?",
        "How and where a player lays down the hands he has set.",
        "side by side on the marked areas",
        topic="setting",
    ),
    responsibility=Parameter(
        {"player": "the player", "dealer": "the dealer"},
        "Who answers for the setting of a player's hand?",
        "Who answers for the setting of a player's hand.",
        topic="setting",
    ),
    equal_high_and_low=Parameter(
        EqualHands,
        "May the high hand rank just as the low hand?",
        "A five-card hand whose first two ranks are just those of the two-card hand.",
        topic="equal-hands",
        moves=_ODDS,
        reading="equal-high-and-low",
    ),
    foul_standard=Parameter(
        Foul,
        "What does a foul setting do to the standard wager?",
        "What a foul setting does to the standard wager.",
        moves=_ROUND,
    ),
    wrong_card_count=Parameter(
        Foul,
        "What happens to a hand set with a wrong number of cards?",
        "A hand set with another number of cards than five and two.",
        moves=_ROUND,
    ),
    bank_error=Parameter(
        BankError,
        "What happens to a bank's hand that was not set by the house way?",
        "A bank's hand that was not set as the house way says.",
        moves=_ROUND,
    ),
    house_way=Parameter(
        {
            "given": "by the house way given in the document",
            "bank-sets-at-will*": "as the bank likes",
        },
        "How must the bank's hand be set?",
        "Whether the document gives the house way that its bank must follow.",
        topic="house-way",
        moves=_ODDS,
        title="The house way is not in the document",
        hints="house way appendix pair low straight flush",
    ),
    house_way_binds=Parameter(
        {
            "bank": "the bank's",
            "bank-and-foul-hands": "the bank's, and foul hands of players",
            "bank-and-players-who-ask": "the bank's, and those of players who ask",
        },
        "Whose hands does the house way set?",
        "Whose hands the house way sets.",
        topic="house-way",
    ),
)

HOUSE_WAY = gather(
    "house_way",
    "house-way",
    Touches.STANDARD,
    tie_break=Parameter(
        {
            "best-high": "the one that leaves the best high hand",
            "lowest-high": "the one that leaves the lowest high hand",
        },
        "Which of two low hands of equal rank is laid, where they leave different high hands?",
        "Which of two low hands of equal rank a rule lays, where they leave different high hands.",
        moves=_ODDS,
        reading="house-way-tie-break",
    ),
)

HOUSE_WAY_WORDS: dict[str, str] = {
    "at-least": "that card or a better one",
    "exactly": "that card alone",
    "ace": "one more ace",
    "completes": "kept apart to complete the hand",
    "two-pair-rule": "the rule of two pairs holds",
    "complete-hand": "the complete hand is played",
    "three-aces-rule": "the rule of three aces holds",
    "any-pair": "any pair",
    "keep-three": "only a pair that leaves the three",
    "split": "it is split",
    "keep": "it is kept",
}
"""What is printed for answers to the questions that house ways ask on their own."""


class Result(Word):
    """How a standard wager ends where the document says so outright."""

    WINS = "wins", "it wins"
    PUSH = "push", "it pushes"
    LOSES = "loses", "it loses"


class Copy(Word):
    """Who wins a hand of equal rank."""

    BANK = "bank-wins", "the bank"
    PLAYER = "player-wins", "the player"
    NEITHER = "push", "neither"


class YesNo(Word):
    """Yes or no."""

    NO = "no"
    YES = "yes"


class PushFoul(Word):
    """A foul hand where the bank's hand pushes all standard wagers."""

    LOSES = "loses", "yes, it loses"
    PUSH = "push", "no, it pushes too"


COMPARISON = gather(
    "comparison",
    "copies",
    Touches.STANDARD,
    method=Parameter(
        {
            "high-with-high-low-with-low": "high with high and low with low",
            "best-of-seven*": "all seven cards",
        },
        "Which hand is compared with which?",
        "Which hand is compared with which.",
        moves=_ODDS,
        hints="compared against corresponding high low",
    ),
    both_win=Parameter(
        Result,
        "What if both of the player's hands rank higher?",
        "Both of the player's hands rank higher.",
        moves=_ODDS,
        hints="low high ranks higher wins both hands",
    ),
    both_lose=Parameter(
        Result,
        "What if both of the player's hands rank lower?",
        "Both of the player's hands rank lower.",
        moves=_ODDS,
        hints="low high ranks lower loses both hands",
    ),
    one_each=Parameter(
        Result,
        "What if the player wins one hand and loses the other?",
        "One of the player's hands ranks higher and the other lower.",
        moves=_ODDS,
        title="One hand won and one lost",
        hints="either other wins loses",
    ),
    copy=Parameter(
        Copy,
        "Who wins a hand of equal rank?",
        "Who wins a hand of equal rank.",
        moves=_ODDS,
        title="Who wins a copy",
    ),
    copy_and_win=Parameter(
        Result,
        "What if one hand is a copy and the player wins the other?",
        "One hand is a copy and the other wins.",
        moves=_ODDS,
        title="A copy and a won hand",
        follows="comparison.copy",
    ),
    copy_and_lose=Parameter(
        Result,
        "What if one hand is a copy and the player loses the other?",
        "One hand is a copy and the other loses.",
        moves=_ODDS,
        follows="comparison.copy",
    ),
    copy_both=Parameter(
        Result,
        "What if both hands are copies?",
        "Both hands are copies.",
        moves=_ODDS,
        title="Two copies",
        follows="comparison.copy",
    ),
    bank_hand_push=Parameter(
        YesNo,
        "Do all standard wagers push on a certain hand of the bank?",
        "Whether every standard wager pushes when the bank holds a certain hand.",
        topic="exposure",
        moves=_ODDS,
        reading="dealer-ace-high-push",
        title="A push on the bank's hand",
    ),
    bank_hand_push_when=Parameter(
        Kind.CONDITION,
        "On which hand of the bank do all standard wagers push?",
        "The bank's hand with which every standard wager pushes.",
        "{hand: high-card, highest: A}",
        topic="exposure",
        moves=_ODDS,
    ),
    bank_hand_push_foul=Parameter(
        PushFoul,
        "Does a foul hand lose where the bank's hand makes all standard wagers push?",
        "A foul hand where the bank's hand pushes all standard wagers.",
        topic="fouls",
        moves=_ROUND,
        title="A foul hand beside the push",
    ),
)


class Rounding(Word):
    """How a commission is rounded."""

    EXACT = "exact", "not at all"
    DOWN = "down-to-chip", "down to the smallest chip"
    UP = "up-to-chip", "up to the smallest chip"


STANDARD = gather(
    "standard",
    "commission",
    Touches.STANDARD,
    pays=Parameter(
        Kind.PAYS,
        "What does a winning standard wager pay?",
        "What a winning standard wager pays, to one.",
        1,
        moves=_ODDS,
        hints="even money 1 one",
    ),
    commission=Parameter(
        Kind.FRACTION,
        "Which share of a standard win is kept as commission?",
        "The share of the winnings kept as commission.",
        "1/25",
        moves=_ODDS,
        reading="commission",
        title="Commission",
        hints="percent less even money 1",
    ),
    commission_fixed=Parameter(
        Kind.MONEY,
        "Is a fixed sum kept from each standard win?",
        "A fixed sum kept from each winning wager as commission.",
        "1 USD",
        moves=_ODDS,
    ),
    commission_rounding=Parameter(
        Rounding, "How is the commission rounded?", "How the commission is rounded.", moves=_ROUND
    ),
    smallest_chip=Parameter(
        Kind.MONEY,
        "What is the smallest chip, to which a commission is rounded?",
        "The smallest chip, to which a commission is rounded.",
        "0.50 USD",
        moves=_ROUND,
        above_zero=True,
    ),
    stake_minimum=Parameter(
        Kind.MONEY,
        "What is the least standard wager?",
        "The least that may be staked on the standard wager.",
        "5 USD",
        topic="betting",
        moves=_ROUND,
        above_zero=True,
    ),
    stake_maximum=Parameter(
        Kind.MONEY,
        "What is the highest standard wager?",
        "The most that may be staked on the standard wager.",
        "500 USD",
        topic="betting",
        moves=_ROUND,
        above_zero=True,
    ),
    collection_fee=Parameter(
        Kind.TEXT,
        "What does the house collect beside the wagers?",
        "What the house collects beside the wagers.",
        "set by each cardroom",
        beyond=_ROUND,
        title="Fees of the house",
    ),
)


class Irregularity(Word):
    """What an irregularity does to a round."""

    VOID = "round-void", "the round is void"
    VOID_UNLESS_MENDED = (
        "void-unless-reconstructed",
        "the round is void unless the deal can be put right",
    )
    VOID_FROM_TWO = "void-from-two-cards", "the round is void from two cards on"
    HAND_VOID = "hand-void", "that hand is void and its wagers go back"
    STANDS = "stands", "it stands"
    LOSES = "loses", "it loses"


_VOID = (Irregularity.VOID, Irregularity.VOID_UNLESS_MENDED, Irregularity.STANDS)
IRREGULARITIES = gather(
    "irregularities",
    "irregularities",
    Touches.EVERY,
    foreign_card=Parameter(
        _VOID, "What if a foreign card is found?", "A foreign card is found.", moves=_ROUND
    ),
    earlier_rounds=Parameter(
        {"stand": "they stand", "void": "they are void"},
        "What becomes of rounds before an irregularity was found?",
        "Rounds before an irregularity was found.",
        beyond=_ROUND,
    ),
    misdeal=Parameter(
        _VOID,
        "What if cards were dealt wrongly and nobody has handled them?",
        "Cards dealt wrongly and not yet handled by players.",
        moves=_ROUND,
    ),
    misdeal_handled=Parameter(
        {
            word: "the round stands" if word is Irregularity.STANDS else word.printed
            for word in _VOID
        },
        "What if cards were dealt wrongly and players have handled them?",
        "Cards dealt wrongly and already handled by players.",
        moves=_ROUND,
    ),
    bank_miscount=Parameter(
        _VOID,
        "What if the bank has a wrong number of cards?",
        "The bank has a wrong number of cards.",
        moves=_ROUND,
    ),
    player_miscount=Parameter(
        (*_VOID, Irregularity.HAND_VOID, Irregularity.LOSES),
        "What if a player has a wrong number of cards?",
        "A player has a wrong number of cards; with `hand-void` only that hand is dead, its "
        "wagers go back. `loses` is recorded and compared, and `settle` refuses it: which wagers "
        "it reaches is not modelled.",
        moves=_ROUND,
    ),
    exposed_cards=Parameter(
        (Irregularity.VOID_FROM_TWO, *_VOID),
        "What if cards are exposed by mistake during the deal?",
        "Cards exposed by mistake during the deal.",
        moves=_ROUND,
    ),
    exposed_otherwise=Parameter(
        {Irregularity.VOID: Irregularity.VOID.printed, Irregularity.STANDS: "the round stands"},
        "What if a card is exposed alone, after the deal, or in the deck?",
        "Cards exposed otherwise than several in the deal: one alone, any after the deal, or one "
        "found face up in the deck (a boxed card).",
        beyond=_ROUND,
    ),
    deck_count=Parameter(
        _VOID,
        "What if the deck has too few or too many cards?",
        "The deck has too few or too many cards.",
        moves=_ROUND,
    ),
)
