"""What a document can state about the play, the setting, the comparison and the standard wager."""

from __future__ import annotations

from certify.spec.catalogue.parameter import Kind, Moves, Parameter, Touches, Word, gather

_ODDS, _ROUND = Moves.ODDS, Moves.ROUND


class Required(Word):
    """Whether the standard wager is required."""

    REQUIRED = "required", "the {standard} is required"
    NOT_REQUIRED = "not-required", "the {standard} is not required"


class Exposed(Word):
    """When the banker's hand is exposed."""

    BEFORE = "before", "before the players set their hands"
    AFTER = "after", "after the players set their hands"


class Surrender(Word):
    """Whether a player may surrender."""

    BARRED_WITH_BONUS = "barred-with-bonus-wager", "not permitted with a bonus wager"
    ALLOWED = "allowed", "permitted"
    NOT_ALLOWED = "not-allowed", "not permitted"


class LateWager(Word):
    """The treatment of a wager placed after betting closes."""

    REFUSED = "refused", "the wager is refused"
    DISCRETION = "at-dealers-discretion", "the dealer decides whether to accept it"


class RaisedWager(Word):
    """The treatment of a wager increased after betting closes."""

    REFUSED = "increase-refused", "the increase is refused"
    STANDS = "increase-stands", "the increase is accepted"


class WithdrawnWager(Word):
    """The treatment of a wager withdrawn after betting closes."""

    SETTLED = "settled-as-placed", "it is settled as placed"
    RETURNED = "returned", "it is returned to the player"


PLAY = gather(
    "play",
    "betting",
    Touches.EVERY,
    standard_wager_required=Parameter(
        Required,
        "whether a player must make the {standard} to make other wagers",
        "Whether a player must make the standard wager to receive a hand and make other wagers.",
        title="Condition for other wagers",
        wording={
            "required": "A player must make the {standard} to make any other wager.",
            "not-required": "A player may make other wagers without the {standard}.",
        },
        moves=_ROUND,
        hints="participate option optional standard must make place well",
    ),
    bonus_wager_placed=Parameter(
        {
            "with-standard-wager": "together with the {standard}",
            "after-standard-wager": "after the {standard}",
        },
        "when the bonus wagers are placed",
        "When the wagers other than the standard wager are placed.",
        title="Time at which bonus wagers are placed",
        hints="option placing time",
        because="a round states the wagers, whenever before the deal they were placed",
    ),
    shuffle=Parameter(
        {"every-round": "before every round", "continuous": "continuously, by machine"},
        "when the cards are shuffled",
        "When the cards are shuffled.",
        title="Time at which the cards are shuffled",
        topic="dealing",
        because="both values deal each round from all cards in random order, as the figures assume",
        own_words=True,
        touches=Touches.EVERY,
    ),
    betting_closes=Parameter(
        {"when-announced": "when the dealer announces it", "before-the-deal": "before the deal"},
        "when betting closes",
        "When betting closes.",
        title="Time at which betting closes",
        wording="Betting closes {value}.",
        graded=_ROUND,
        hints="no more bets",
        because="a round marks the wagers that were placed, raised or withdrawn after betting closed",
    ),
    deal_order=Parameter(
        {
            "clockwise-from-dealers-left": "clockwise, starting at the dealer's left",
            "counter-clockwise": "counter-clockwise",
            "action-pile": "starting with the pile that the {bank} chose",
        },
        "in which order the cards are dealt",
        "The order in which cards are dealt to the players.",
        title="Order in which cards are dealt",
        topic="dealing",
        because="every order deals each hand the same random cards",
    ),
    cards_dealt=Parameter(
        Kind.COUNT,
        "how many cards each hand receives",
        "The number of cards that each player and the banker receive.",
        7,
        title="Number of cards dealt to each hand",
        wording="Each player and the {bank} receive {value} cards.",
        topic="dealing",
        moves=_ODDS,
        hints="seven receives each every face down gives cards",
        above_zero=True,
    ),
    dealt_face=Parameter(
        {"face-down": "face down", "face-up": "face up"},
        "whether the cards are dealt face down or face up",
        "Whether the cards are dealt face down or face up.",
        title="Orientation of the dealt cards",
        topic="dealing",
        because="the figures assume that players set their own seven cards, whatever else they see",
    ),
    bank_exposed=Parameter(
        Exposed,
        "when the {bank}'s hand is exposed",
        "Whether the banker's hand is exposed before or after the players set their hands.",
        title="Exposure of the {bank}'s hand",
        wording="The {bank}'s hand is exposed {value}.",
        topic="exposure",
        moves=_ODDS,
        touches=Touches.STANDARD,
        reading="dealer-exposed",
        linked=(
            "comparison.bank_hand_push",
            "comparison.bank_hand_push_when",
            "standard.commission",
        ),
        hints="up cards after then prior sets setting exposes",
    ),
    late_wager=Parameter(
        LateWager,
        "what happens to a wager placed after betting closes",
        "The treatment of a wager placed after betting closes.",
        title="Wager placed after betting closes",
        wording="If a wager is placed after betting closes, {value}.",
        moves=_ROUND,
    ),
    raised_wager=Parameter(
        RaisedWager,
        "what happens to a wager increased after betting closes",
        "The treatment of a wager increased after betting closes.",
        title="Wager increased after betting closes",
        wording="If a wager is increased after betting closes, {value}.",
        moves=_ROUND,
    ),
    withdrawn_wager=Parameter(
        WithdrawnWager,
        "what happens to a wager withdrawn after betting closes",
        "The treatment of a wager withdrawn after betting closes.",
        title="Wager withdrawn after betting closes",
        wording="If a wager is withdrawn after betting closes, {value}.",
        moves=_ROUND,
    ),
    surrender=Parameter(
        Surrender,
        "whether a player may surrender",
        "Whether a player may surrender a hand.",
        title="Surrender",
        wording={
            "barred-with-bonus-wager": "A player with a bonus wager may not surrender.",
            "allowed": "A player may surrender.",
            "not-allowed": "A player may not surrender.",
        },
        topic="surrender",
        moves=_ROUND,
        hints="no hand up",
    ),
    surrender_costs=Parameter(
        Kind.FRACTION,
        "what share of the {standard} a player loses by surrender",
        "The share of the standard wager that a player loses by surrender.",
        "1/2",
        title="Share of the {standard} lost by surrender",
        wording="The share of the {standard} lost by surrender is {value}.",
        topic="surrender",
        moves=_ROUND,
        touches=Touches.STANDARD,
    ),
    showing_cards=Parameter(
        {"not-allowed": "not permitted", "allowed": "permitted"},
        "whether players may show or discuss their cards",
        "Whether players may show or discuss their cards while setting them.",
        title="Permission to show or discuss cards",
        topic="conduct",
        because="the figures assume that players set their own seven cards, whatever else they see",
    ),
    touching_after_setting=Parameter(
        {"not-allowed": "not permitted", "allowed": "permitted"},
        "whether a player may touch the cards after setting them",
        "Whether a player may touch the cards after setting them.",
        title="Permission to touch the cards after setting",
        topic="conduct",
        because="a round states the hands as they were set",
    ),
    dealer_advice=Parameter(
        {
            "sets-by-house-way": "the dealer sets the hand by the house way",
            "none": "the dealer gives no help",
        },
        "what the dealer does if a player asks for help setting a hand",
        "The dealer's action if a player asks for help setting a hand.",
        title="Help from the dealer with setting a hand",
        topic="conduct",
        because="a round states the hands as they were set",
        finding="INT015",
    ),
)


class SetBy(Word):
    """Who sets a player's cards."""

    PLAYER = "five-high-two-low", "the player, as a five-card high hand and a two-card low hand"
    DEALER = "dealer-sets-every-hand", "the dealer"


class EqualHands(Word):
    """A high hand equal in rank to the low hand."""

    ALLOWED = "allowed", "permitted"
    FOUL = "foul", "not permitted"


class Foul(Word):
    """What a foul does to the standard wager."""

    RESET = "reset-by-house-way", "the dealer resets the hand by the house way"
    LOSES = "loses", "the {standard} loses"


class BankError(Word):
    """The treatment of a banker's hand that is not set by the house way."""

    RESET = "reset-by-house-way", "the dealer resets the hand by the house way"
    STANDS = "stands", "the hand is played as set"


SETTING = gather(
    "setting",
    "fouls",
    Touches.STANDARD,
    by_player=Parameter(
        SetBy,
        "who sets the player's cards",
        "Whether the player sets the seven cards into two hands, or the dealer does.",
        title="Person who sets the player's cards",
        wording="Each player's seven cards are set by {value}.",
        topic="setting",
        moves=_ROUND,
    ),
    placed=Parameter(
        Kind.TEXT,
        "where the player places the two hands",
        "How and where the player places the hands after setting them.",
        "side by side on the marked areas",
        title="Place of the two hands on the layout",
        topic="setting",
        because="a round states the hands as they were set",
    ),
    responsibility=Parameter(
        {"player": "the player", "dealer": "the dealer"},
        "who is responsible for the setting of a player's hand",
        "Who is responsible for the setting of a player's hand.",
        title="Responsibility for the setting of a player's hand",
        topic="setting",
        because="what a wrong setting costs is stated with fouls and with the banker's hand",
    ),
    equal_high_and_low=Parameter(
        EqualHands,
        "whether the high hand may be equal in rank to the low hand",
        "Whether the two highest cards of the five-card hand may equal the two-card hand in rank.",
        title="High hand equal to the low hand",
        wording={
            "allowed": "The high hand must rank equal to or higher than the low hand.",
            "foul": "The high hand must rank higher than the low hand.",
        },
        topic="equal-hands",
        moves=_ODDS,
        reading="equal-high-and-low",
    ),
    foul_standard=Parameter(
        Foul,
        "what happens to the {standard} if the player's hand is foul",
        "The effect of a foul hand on the standard wager.",
        title="Effect of a foul hand on the {standard}",
        wording="If the player's hand is foul, {value}.",
        moves=_ROUND,
        hints="foul fouled incorrectly loser error reset",
    ),
    wrong_card_count=Parameter(
        Foul,
        "what happens to a hand set with the wrong number of cards",
        "The treatment of a hand that is not set as five and two cards.",
        title="Hand set with the wrong number of cards",
        wording="If a player sets a hand with the wrong number of cards, {value}.",
        moves=_ROUND,
    ),
    bank_error=Parameter(
        BankError,
        "what happens if the {bank}'s hand is set incorrectly",
        "The treatment of a banker's hand that is not set by the house way.",
        title="Incorrectly set hand of the {bank}",
        wording="If the {bank}'s hand is set incorrectly, {value}.",
        moves=_ROUND,
    ),
    house_way=Parameter(
        {
            "given": "by the house way in this document",
            "bank-sets-at-will*": "at the {bank}'s discretion",
        },
        "how the {bank}'s hand is set",
        "Whether the document contains the house way that the banker must follow.",
        title="House way",
        wording="The {bank}'s hand is set {value}.",
        topic="house-way",
        moves=_ODDS,
        hints="house way appendix pair low straight flush",
    ),
    house_way_binds=Parameter(
        {
            "bank": "the {bank}'s hand",
            "bank-and-foul-hands": "the {bank}'s hand and players' foul hands",
            "bank-and-players-who-ask": "the {bank}'s hand and the hands of players who ask",
        },
        "which hands are set by the house way",
        "The hands that are set by the house way.",
        title="Hands set by the house way",
        topic="house-way",
        because="what the house way sets is stated with fouls, with the banker's hand and with help",
        finding="INT015",
    ),
)

HOUSE_WAY = gather(
    "house_way",
    "house-way",
    Touches.STANDARD,
    tie_break=Parameter(
        {
            "best-high": "the low hand that leaves the highest high hand",
            "lowest-high": "the low hand that leaves the lowest high hand",
        },
        "which of two equal low hands is set if they leave different high hands",
        "Which of two low hands of equal rank is set if they leave different high hands.",
        title="Choice between two low hands of equal rank",
        wording="If two low hands of equal rank are possible, {value} is set.",
        moves=_ODDS,
        reading="house-way-tie-break",
    ),
)

HOUSE_WAY_WORDS: dict[str, str] = {
    "at-least": "that card or a higher one",
    "exactly": "only that card",
    "ace": "the joker counts as one more ace",
    "completes": "the joker is kept to complete the hand",
    "two-pair-rule": "the two-pair rule applies",
    "complete-hand": "the complete hand is played",
    "three-aces-rule": "the three-aces rule applies",
    "any-pair": "any pair",
    "keep-three": "only a pair that leaves three of a kind",
    "split": "the hand is split",
    "keep": "the hand is kept together",
}
"""The words printed for answers to the questions that a house way states itself."""
HOUSE_WAY_SENTENCES: dict[str, str] = {
    "at-least": "Where a rule names a card in the low hand, a higher card also counts.",
    "exactly": "Where a rule names a card in the low hand, only that card counts.",
    "ace": "If the hand contains an ace, the joker counts as one more ace.",
    "completes": "If the joker can complete the hand, it completes the hand, even next to an ace.",
    "any-pair": "In a full house, any pair may be placed in the low hand.",
    "keep-three": "In a full house, only a pair that leaves three of a kind may be placed in the low hand.",
}
"""Sentences for a document that state these answers; the others say what applies to a hand."""


class Result(Word):
    """The result of the standard wager where the document states it."""

    WINS = "wins", "the {standard} wins"
    PUSH = "push", "the {standard} is a {push}"
    LOSES = "loses", "the {standard} loses"


class Copy(Word):
    """Who wins a copy."""

    BANK = "bank-wins", "the {bank}"
    PLAYER = "player-wins", "the player"
    NEITHER = "push", "neither side"


class YesNo(Word):
    """Whether a hand of the banker makes every standard wager a push."""

    NO = "no", "no automatic push"
    YES = "yes", "an automatic push on a particular hand of the {bank}"


class PushFoul(Word):
    """A foul hand where the banker's hand makes every standard wager a push."""

    LOSES = "loses", "a loss"
    PUSH = "push", "a {push}"


COMPARISON = gather(
    "comparison",
    "copies",
    Touches.STANDARD,
    method=Parameter(
        {
            "high-with-high-low-with-low": "high hand with high hand and low hand with low hand",
            "best-of-seven*": "best hand of seven cards with best hand of seven cards",
        },
        "how the hands of the player and the {bank} are compared",
        "Which hand of the player is compared with which hand of the banker.",
        title="Method of comparing hands",
        wording="The player's and the {bank}'s hands are compared as follows: {value}.",
        moves=_ODDS,
        hints="compared against corresponding high low",
    ),
    both_win=Parameter(
        Result,
        "the result if both of the player's hands rank higher",
        "The result if both of the player's hands rank higher than the banker's.",
        title="Result if both of the player's hands rank higher",
        wording="If both of the player's hands rank higher than the {bank}'s, {value}.",
        moves=_ODDS,
        hints="low high ranks higher wins both hands",
    ),
    both_lose=Parameter(
        Result,
        "the result if both of the player's hands rank lower",
        "The result if both of the player's hands rank lower than the banker's.",
        title="Result if both of the player's hands rank lower",
        wording="If both of the player's hands rank lower than the {bank}'s, {value}.",
        moves=_ODDS,
        hints="low high ranks lower loses both hands rank higher lose",
    ),
    one_each=Parameter(
        Result,
        "the result if the player wins one hand and loses the other",
        "The result if one of the player's hands ranks higher and the other lower.",
        title="Result of one winning and one losing hand",
        wording="If the player wins one hand and loses the other, {value}.",
        moves=_ODDS,
        hints="either other wins loses",
    ),
    copy=Parameter(
        Copy,
        "who wins a copy",
        "Who wins if the player's and the banker's hand are equal in rank.",
        title="Winner of a copy",
        wording="If the player's hand and the {bank}'s hand are equal, {value} wins the copy.",
        moves=_ODDS,
    ),
    copy_and_win=Parameter(
        Result,
        "the result if one hand is a copy and the player wins the other",
        "The result if one hand is a copy and the player wins the other.",
        title="Result of one copy and one winning hand",
        wording="If one hand is a copy and the player wins the other, {value}.",
        moves=_ODDS,
        follows="comparison.copy",
        hints="copy ties copies",
    ),
    copy_and_lose=Parameter(
        Result,
        "the result if one hand is a copy and the player loses the other",
        "The result if one hand is a copy and the player loses the other.",
        title="Result of one copy and one losing hand",
        wording="If one hand is a copy and the player loses the other, {value}.",
        moves=_ODDS,
        follows="comparison.copy",
        hints="copy ties copies",
    ),
    copy_both=Parameter(
        Result,
        "the result if both hands are copies",
        "The result if both hands are copies.",
        title="Result of two copies",
        wording="If both hands are copies, {value}.",
        moves=_ODDS,
        follows="comparison.copy",
    ),
    bank_hand_push=Parameter(
        YesNo,
        "whether every {standard} is a {push} if the {bank} has a particular hand",
        "Whether every standard wager is a push if the banker has a specified hand.",
        title="Automatic push of every {standard}",
        wording={
            "no": "No hand of the {bank} makes every {standard} a {push}.",
            "yes": "Every {standard} is a {push} if the {bank} has a particular hand.",
        },
        topic="exposure",
        moves=_ODDS,
        reading="dealer-ace-high-push",
    ),
    bank_hand_push_when=Parameter(
        Kind.CONDITION,
        "which hand of the {bank} makes every {standard} a {push}",
        "The banker's hand that makes every standard wager a push.",
        "{hand: high-card, highest: A}",
        title="Hand of the {bank} that makes every {standard} a {push}",
        wording="Every {standard} is a {push} if the {bank} has {value}.",
        topic="exposure",
        moves=_ODDS,
    ),
    bank_hand_push_foul=Parameter(
        PushFoul,
        "whether a foul hand loses if the {bank}'s hand makes every {standard} a {push}",
        "The result of a foul hand if the banker's hand makes every standard wager a push.",
        title="Foul hand if every {standard} is a {push}",
        wording={
            "loses": (
                "If the {bank}'s hand makes every {standard} a {push}, a foul hand is not in play and loses."
            ),
            "push": "If the {bank}'s hand makes every {standard} a {push}, a foul hand is also a {push}.",
        },
        topic="fouls",
        moves=_ROUND,
        hints="in play fouled incorrectly loser",
    ),
)


class Rounding(Word):
    """How a commission is rounded."""

    EXACT = "exact", "not rounded"
    DOWN = "down-to-chip", "rounded down to the smallest chip"
    UP = "up-to-chip", "rounded up to the smallest chip"


STANDARD = gather(
    "standard",
    "commission",
    Touches.STANDARD,
    pays=Parameter(
        Kind.PAYS,
        "the payout of a winning {standard}",
        "The payout of a winning standard wager, to 1.",
        1,
        title="Payout of a winning {standard}",
        wording="The payout of a winning {standard} is {value}.",
        moves=_ODDS,
        hints="even money 1 one",
    ),
    commission=Parameter(
        Kind.FRACTION,
        "whether a commission is charged on a winning {standard}",
        "The share of the winnings charged as commission.",
        "1/25",
        title="Commission on a winning {standard}",
        wording="Commission on a winning {standard}, as a share of the winnings: {value}.",
        moves=_ODDS,
        reading="commission",
        hints="percent less even money 1",
    ),
    commission_fixed=Parameter(
        Kind.MONEY,
        "whether a fixed commission is charged on a winning {standard}",
        "A fixed amount charged as commission on each winning standard wager.",
        "1 USD",
        title="Fixed commission on a winning {standard}",
        wording="The fixed commission on a winning {standard} is {value}.",
        moves=_ODDS,
    ),
    commission_rounding=Parameter(
        Rounding,
        "how the commission is rounded",
        "How the commission is rounded.",
        title="Rounding of the commission",
        wording="The commission is {value}.",
        moves=_ROUND,
    ),
    smallest_chip=Parameter(
        Kind.MONEY,
        "the smallest chip for rounding the commission",
        "The smallest chip, to which the commission is rounded.",
        "0.50 USD",
        title="Smallest chip for rounding the commission",
        wording="The smallest chip for rounding the commission is {value}.",
        moves=_ROUND,
        above_zero=True,
    ),
    stake_minimum=Parameter(
        Kind.MONEY,
        "the minimum {standard}",
        "The minimum standard wager.",
        "5 USD",
        title="Minimum {standard}",
        wording="The minimum {standard} is {value}.",
        topic="betting",
        moves=_ROUND,
        above_zero=True,
    ),
    stake_maximum=Parameter(
        Kind.MONEY,
        "the maximum {standard}",
        "The maximum standard wager.",
        "500 USD",
        title="Maximum {standard}",
        wording="The maximum {standard} is {value}.",
        topic="betting",
        moves=_ROUND,
        above_zero=True,
    ),
    collection_fee=Parameter(
        Kind.CHARGE,
        "which fees are collected in addition to the wagers",
        "The fee collected with each standard wager, whatever its result: an amount, or a share of the "
        "wager; any other fee is `other`.",
        "1 USD",
        title="Fees in addition to the wagers",
        wording="The fee collected in addition to the wagers is {value}.",
        moves=_ODDS,
        graded=_ROUND,
        above_zero=True,
    ),
)


class Irregularity(Word):
    """What an irregularity does to a round."""

    VOID = "round-void", "the round is void"
    VOID_UNLESS_MENDED = (
        "void-unless-reconstructed",
        "the round is void unless the deal can be corrected",
    )
    VOID_FROM_TWO = "void-from-two-cards", "the round is void from the second exposed card on"
    HAND_VOID = "hand-void", "that hand is void and its wagers are returned"
    STANDS = "stands", "the round continues"
    LOSES = "loses", "that hand loses"


class EarlierRounds(Word):
    """Whether a completed round remains valid if an irregularity is found afterwards."""

    STAND = "stand", "remain valid"
    VOID = "void", "are void"


_VOID = (Irregularity.VOID, Irregularity.VOID_UNLESS_MENDED, Irregularity.STANDS)
IRREGULARITIES = gather(
    "irregularities",
    "irregularities",
    Touches.EVERY,
    foreign_card=Parameter(
        _VOID,
        "what happens if a foreign card is found",
        "The consequence of a foreign card.",
        title="Foreign card",
        wording="If a foreign card is found, {value}.",
        moves=_ROUND,
    ),
    earlier_rounds=Parameter(
        EarlierRounds,
        "whether rounds completed before an irregularity is found remain valid",
        "Whether rounds completed before an irregularity is found remain valid.",
        title="Rounds before an irregularity is found",
        wording="Rounds completed before an irregularity is found {value}.",
        moves=_ROUND,
    ),
    misdeal=Parameter(
        _VOID,
        "what happens if cards are misdealt and no player has handled them",
        "The consequence of misdealt cards that no player has handled.",
        title="Misdeal before cards are handled",
        wording="If cards are misdealt and no player has handled them, {value}.",
        moves=_ROUND,
    ),
    misdeal_handled=Parameter(
        _VOID,
        "what happens if cards are misdealt and a player has handled them",
        "The consequence of misdealt cards that a player has handled.",
        title="Misdeal after cards are handled",
        wording="If cards are misdealt and a player has handled them, {value}.",
        moves=_ROUND,
    ),
    bank_miscount=Parameter(
        _VOID,
        "what happens if the {bank} has the wrong number of cards",
        "The consequence of a wrong number of cards in the banker's hand.",
        title="Wrong number of cards in the {bank}'s hand",
        wording="If the {bank} has the wrong number of cards, {value}.",
        moves=_ROUND,
    ),
    player_miscount=Parameter(
        (*_VOID, Irregularity.HAND_VOID, Irregularity.LOSES),
        "what happens if a player has the wrong number of cards",
        "The consequence of a wrong number of cards in a player's hand; `loses` is recorded and "
        "compared, but `settle` refuses it, because the affected wagers are not modelled.",
        title="Wrong number of cards in a player's hand",
        wording="If a player has the wrong number of cards, {value}.",
        moves=_ROUND,
    ),
    exposed_cards=Parameter(
        (Irregularity.VOID_FROM_TWO, *_VOID),
        "what happens if cards are exposed by mistake during the deal",
        "The consequence of cards exposed by mistake during the deal.",
        title="Cards exposed during the deal",
        wording="If cards are exposed by mistake during the deal, {value}.",
        moves=_ROUND,
    ),
    exposed_otherwise=Parameter(
        (Irregularity.VOID, Irregularity.STANDS),
        "what happens if a card is exposed alone, after the deal or in the deck",
        "The consequence of one exposed card, of any card exposed after the deal, or of a card found "
        "face up in the deck (a boxed card).",
        title="Card exposed in another way",
        wording="If a card is exposed alone, after the deal or in the deck, {value}.",
        moves=_ROUND,
    ),
    deck_count=Parameter(
        _VOID,
        "what happens if the deck has the wrong number of cards",
        "The consequence of a deck with too few or too many cards.",
        title="Wrong number of cards in the deck",
        wording="If the deck has the wrong number of cards, {value}.",
        moves=_ROUND,
    ),
)
