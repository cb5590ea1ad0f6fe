"""What a document can say about the play, the setting, the comparison and the standard wager."""

from __future__ import annotations

from certify.spec import words
from certify.spec.catalogue.parameter import Kind, Moves, Parameter, Touches, choice, text, value

_ODDS, _ROUND = Moves.ODDS, Moves.ROUND
_STANDARD, _EVERY = Touches.STANDARD, Touches.EVERY

PLAY: tuple[Parameter, ...] = (
    choice(
        "play.standard_wager_required",
        words.Required,
        "Whether a player needs a standard wager to be dealt in and to make other wagers.",
        "betting",
        moves=_ROUND,
        touches=_EVERY,
    ),
    choice(
        "play.bonus_wager_placed",
        "with-standard-wager after-standard-wager",
        "When the wagers beside the standard wager are staked.",
        "betting",
    ),
    choice("play.shuffle", "every-round continuous", "When the cards are shuffled.", "dealing"),
    choice(
        "play.betting_closes",
        "when-announced before-the-deal",
        "When betting ends.",
        "betting",
        beyond=_ROUND,
    ),
    choice(
        "play.deal_order",
        "clockwise-from-dealers-left counter-clockwise action-pile",
        "To whom the cards are dealt first.",
        "dealing",
    ),
    value(
        "play.cards_dealt",
        Kind.COUNT,
        "How many cards each player and the bank receive.",
        7,
        "dealing",
        moves=_ODDS,
        touches=_EVERY,
    ),
    choice("play.dealt_face", "face-down face-up", "Which way up the cards are dealt.", "dealing"),
    choice(
        "play.bank_exposed",
        words.Exposed,
        "Whether the bank's hand is seen before or after the players set theirs.",
        "exposure",
        moves=_ODDS,
        touches=_STANDARD,
        reading="dealer-exposed",
    ),
    choice(
        "play.late_wager",
        "refused at-dealers-discretion",
        "A wager placed after betting has closed.",
        "betting",
        beyond=_ROUND,
    ),
    choice(
        "play.raised_wager",
        "increase-refused increase-stands",
        "A wager increased after betting has closed.",
        "betting",
        beyond=_ROUND,
    ),
    choice(
        "play.withdrawn_wager",
        "settled-as-placed returned",
        "A wager withdrawn after betting has closed.",
        "betting",
        beyond=_ROUND,
    ),
    choice(
        "play.surrender",
        words.Surrender,
        "Whether a player may give up a hand.",
        "surrender",
        moves=_ROUND,
        touches=_EVERY,
    ),
    value(
        "play.surrender_costs",
        Kind.FRACTION,
        "The share of the standard wager that a hand given up loses.",
        "1/2",
        "surrender",
        moves=_ROUND,
        touches=_STANDARD,
    ),
    choice(
        "play.showing_cards",
        "not-allowed allowed",
        "Whether players may show or discuss cards while they set them.",
        "conduct",
    ),
    choice(
        "play.touching_after_setting",
        "not-allowed allowed",
        "Whether a player may touch the cards again once they are set.",
        "conduct",
    ),
    choice(
        "play.dealer_advice",
        "sets-by-house-way none",
        "What the dealer does for a player who asks how to set.",
        "conduct",
    ),
)

SETTING: tuple[Parameter, ...] = (
    choice(
        "setting.by_player",
        words.SetBy,
        "How a player divides the seven cards, or whether the dealer does it for him.",
        "setting",
        moves=_ROUND,
        touches=_STANDARD,
    ),
    text(
        "setting.placed",
        "How and where a player lays down the hands he has set.",
        "side by side on the marked areas",
        "setting",
    ),
    choice(
        "setting.responsibility",
        "player dealer",
        "Who answers for the setting of a player's hand.",
        "setting",
    ),
    choice(
        "setting.equal_high_and_low",
        words.EqualHands,
        "A five-card hand whose first two ranks are just those of the two-card hand.",
        "equal-hands",
        moves=_ODDS,
        touches=_STANDARD,
        reading="equal-high-and-low",
    ),
    choice(
        "setting.foul_standard",
        words.Foul,
        "What a foul setting does to the standard wager.",
        "fouls",
        moves=_ROUND,
        touches=_STANDARD,
    ),
    choice(
        "setting.wrong_card_count",
        words.Foul,
        "A hand set with another number of cards than five and two.",
        "fouls",
        moves=_ROUND,
        touches=_STANDARD,
    ),
    choice(
        "setting.bank_error",
        words.BankError,
        "A bank's hand that was not set as the house way says.",
        "fouls",
        moves=_ROUND,
        touches=_STANDARD,
    ),
    choice(
        "setting.house_way",
        "given bank-sets-at-will*",
        "Whether the document gives the house way that its bank must follow.",
        "house-way",
        moves=_ODDS,
        touches=_STANDARD,
    ),
    choice(
        "setting.house_way_binds",
        "bank bank-and-foul-hands bank-and-players-who-ask",
        "Whose hands the house way sets.",
        "house-way",
    ),
)

HOUSE_WAY: tuple[Parameter, ...] = (
    choice(
        "house_way.tie_break",
        "best-high lowest-high",
        "Which of two low hands of equal rank a rule lays, where they leave different high hands.",
        "house-way",
        moves=_ODDS,
        touches=_STANDARD,
        reading="house-way-tie-break",
    ),
)

COMPARISON: tuple[Parameter, ...] = (
    choice(
        "comparison.method",
        "high-with-high-low-with-low best-of-seven*",
        "Which hand is compared with which.",
        "copies",
        moves=_ODDS,
        touches=_STANDARD,
    ),
    *(
        choice(
            f"comparison.{name}",
            words.Result,
            description,
            "copies",
            moves=_ODDS,
            touches=_STANDARD,
        )
        for name, description in (
            ("both_win", "Both of the player's hands rank higher."),
            ("both_lose", "Both of the player's hands rank lower."),
            ("one_each", "One of the player's hands ranks higher and the other lower."),
        )
    ),
    choice(
        "comparison.copy",
        words.Copy,
        "Who wins a hand of equal rank.",
        "copies",
        moves=_ODDS,
        touches=_STANDARD,
    ),
    *(
        choice(
            f"comparison.{name}",
            words.Result,
            description,
            "copies",
            moves=_ODDS,
            touches=_STANDARD,
        )
        for name, description in (
            ("copy_and_win", "One hand is a copy and the other wins."),
            ("copy_and_lose", "One hand is a copy and the other loses."),
            ("copy_both", "Both hands are copies."),
        )
    ),
    choice(
        "comparison.bank_hand_push",
        words.YesNo,
        "Whether every standard wager pushes when the bank holds a certain hand.",
        "exposure",
        moves=_ODDS,
        touches=_STANDARD,
        reading="dealer-ace-high-push",
    ),
    value(
        "comparison.bank_hand_push_when",
        Kind.CONDITION,
        "The bank's hand with which every standard wager pushes.",
        "{hand: high-card, highest: A}",
        "exposure",
        moves=_ODDS,
        touches=_STANDARD,
    ),
    choice(
        "comparison.bank_hand_push_foul",
        words.PushFoul,
        "A foul hand where the bank's hand pushes all standard wagers.",
        "fouls",
        moves=_ROUND,
        touches=_STANDARD,
    ),
)

STANDARD: tuple[Parameter, ...] = (
    value(
        "standard.pays",
        Kind.PAYS,
        "What a winning standard wager pays, to one.",
        1,
        "commission",
        moves=_ODDS,
        touches=_STANDARD,
    ),
    value(
        "standard.commission",
        Kind.FRACTION,
        "The share of the winnings kept as commission.",
        "1/25",
        "commission",
        moves=_ODDS,
        touches=_STANDARD,
        reading="commission",
    ),
    value(
        "standard.commission_fixed",
        Kind.MONEY,
        "A fixed sum kept from each winning wager as commission.",
        "1 USD",
        "commission",
        moves=_ODDS,
        touches=_STANDARD,
    ),
    choice(
        "standard.commission_rounding",
        words.Rounding,
        "How the commission is rounded.",
        "commission",
        moves=_ROUND,
        touches=_STANDARD,
    ),
    value(
        "standard.smallest_chip",
        Kind.MONEY,
        "The smallest chip, to which a commission is rounded.",
        "0.50 USD",
        "commission",
        moves=_ROUND,
        touches=_STANDARD,
    ),
    value(
        "standard.stake_minimum",
        Kind.MONEY,
        "The least that may be staked on the standard wager.",
        "5 USD",
        "betting",
        moves=_ROUND,
        touches=_STANDARD,
    ),
    value(
        "standard.stake_maximum",
        Kind.MONEY,
        "The most that may be staked on the standard wager.",
        "500 USD",
        "betting",
        moves=_ROUND,
        touches=_STANDARD,
    ),
    text(
        "standard.collection_fee",
        "What the house collects beside the wagers.",
        "set by each cardroom",
        "commission",
        beyond=_ROUND,
    ),
)

_VOID = "round-void void-unless-reconstructed stands"


def _irregularity(name: str, values: str, description: str) -> Parameter:
    return choice(
        f"irregularities.{name}",
        values,
        description,
        "irregularities",
        moves=_ROUND,
        touches=_EVERY,
    )


IRREGULARITIES: tuple[Parameter, ...] = (
    _irregularity("foreign_card", _VOID, "A foreign card is found."),
    choice(
        "irregularities.earlier_rounds",
        "stand void",
        "Rounds before an irregularity was found.",
        "irregularities",
        beyond=_ROUND,
    ),
    _irregularity("misdeal", _VOID, "Cards dealt wrongly and not yet handled by players."),
    _irregularity("misdeal_handled", _VOID, "Cards dealt wrongly and already handled by players."),
    _irregularity("bank_miscount", _VOID, "The bank has a wrong number of cards."),
    _irregularity(
        "player_miscount",
        f"{_VOID} hand-void loses",
        "A player has a wrong number of cards; with `hand-void` only that hand is dead, its wagers go back. "
        "`loses` is recorded and compared, and `settle` refuses it: which wagers it reaches is not modelled.",
    ),
    _irregularity(
        "exposed_cards",
        f"void-from-two-cards {_VOID}",
        "Cards exposed by mistake during the deal.",
    ),
    choice(
        "irregularities.exposed_otherwise",
        "round-void stands",
        "Cards exposed otherwise than several in the deal: one alone, any after the deal, or one found "
        "face up in the deck (a boxed card).",
        "irregularities",
        beyond=_ROUND,
    ),
    _irregularity("deck_count", _VOID, "The deck has too few or too many cards."),
)
