"""GAP: what a document does not say, though settlement needs it or others regulate it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from certify.findings.case import Case
from certify.findings.finding import Draft, Effect, Price, Severity
from certify.findings.phrases import (
    describe_parameter,
    join_words,
    list_values,
)
from certify.findings.pricing import list_wagers, price_statement
from certify.findings.registry import rule
from certify.spec.model import Statement, format_value


def list_regulating(case: Case, key: str) -> list[str]:
    """The neighbours that say what this document does not."""
    return [
        item.id
        for item in case.others
        if item.statements[key].standing in {"stated", "conflicting"}
    ]


def _draft_silence(case: Case, statement: Statement, severity: Severity | None = None) -> Draft:
    parameter = statement.parameter
    regulated = list_regulating(case, parameter.key)
    assumed = (
        f"; assumed {format_value(statement.value)}, because {statement.because}"
        if statement.value is not None
        else ""
    )
    said = f"; said in {join_words(regulated)}" if regulated else ""
    return Draft(
        f"not said: {describe_parameter(parameter)}{assumed}{said}",
        statement.path,
        parameter.key,
        statement.citations,
        list_values(statement),
        price_statement(case, statement),
        "say it in the document; the value assumed here is ours",
        severity,
    )


def list_silent(case: Case, keys: Iterable[str]) -> Iterator[Statement]:
    """The statements among some parameters on which the document is silent."""
    for key in keys:
        statement = case.jurisdiction.statements[key]
        if statement.standing == "silent":
            yield statement


def _list_section(case: Case, *sections: str) -> list[str]:
    return [
        key
        for key, item in case.jurisdiction.statements.items()
        if item.parameter.section in sections
    ]


def _draft_all(
    case: Case,
    keys: Iterable[str],
    *,
    only_if_others_say: bool = False,
    severity: Severity | None = None,
) -> Iterator[Draft]:
    for statement in list_silent(case, keys):
        if not only_if_others_say or list_regulating(case, statement.parameter.key):
            yield _draft_silence(case, statement, severity)


_EXCLUSIONS = ("envy.bank_qualifies", "envy.own_seven_card", "envy.own_royal_match")
_CONDUCT = (
    "play.shuffle",
    "play.deal_order",
    "play.dealt_face",
    "play.showing_cards",
    "play.touching_after_setting",
    "play.dealer_advice",
    "play.standard_wager_required",
    "play.bonus_wager_placed",
    "play.cards_dealt",
    "setting.by_player",
    "setting.placed",
    "setting.responsibility",
    "setting.house_way_binds",
    "table.settling_order",
    "table.layout",
    "deck.card_backs",
    "deck.cards",
    "deck.jokers",
    "envy.marker",
    "envy.marker_removed",
)
_FOULS = (
    "setting.equal_high_and_low",
    "setting.foul_standard",
    "setting.foul_bonus",
    "setting.foul_ace_high",
    "setting.wrong_card_count",
    "setting.bank_error",
    "comparison.bank_ace_high_push_foul",
)
_TIMING = (
    "play.betting_closes",
    "play.late_wager",
    "play.raised_wager",
    "play.withdrawn_wager",
    "play.surrender",
)
_BANKING = (
    "table.bank",
    "table.bank_rotation",
    "table.bank_rotation_direction",
    "table.bank_cover",
    "table.bank_cover_reach",
    "table.uncovered",
    "fortune.bank_wager",
)
_CAP_SCOPE = ("fortune.cap_covers", "fortune.cap_excludes", "fortune.cap_per")
_RANKING = ("deck.card_rank", "deck.hand_ranking", "deck.low_hand_ranking", "deck.within_class")


@rule("GAP001", severity=Severity.WARNING)
def reading_left_open(case: Case) -> Iterator[Draft]:
    """A question on which the odds depend is not answered.

    Two honest readers compute two house edges. The price is the difference.

    Example: whether a hand with a straight and three of a kind is paid for one or for the other.
    """
    for statement in case.statements("silent"):
        reading = statement.parameter.reading
        if reading is None or reading.startswith("house-way-"):
            continue
        if statement.value is None and not statement.alternatives:
            continue
        if list_wagers(case, statement):
            yield _draft_silence(case, statement)


@rule("GAP002", severity=Severity.WARNING)
def result_without_consequence(case: Case) -> Iterator[Draft]:
    """A result of the standard wager is named or possible, and what follows from it is not said.

    The dealer must do something with the stake; without a rule it is a dispute.

    Example: one hand wins and one loses, the text calls it a tie, and no clause returns the wager.
    """
    keys = [
        key
        for key in _list_section(case, "comparison")
        if key not in _FOULS and not case.jurisdiction.statements[key].reading
    ]
    yield from _draft_all(case, [*keys, "standard.pays"])


@rule("GAP003", severity=Severity.WARNING)
def foul_without_consequence(case: Case) -> Iterator[Draft]:
    """A hand set wrongly has no consequence for a wager.

    Fouls happen at every table. The odds of a player who sets correctly do not change.

    Example: a foul loses the standard wager, and nothing is said of the bonus on the same cards.
    """
    yield from _draft_all(case, _FOULS)


@rule("GAP004", severity=Severity.WARNING)
def bonus_left_open(case: Case) -> Iterator[Draft]:
    """A question on settling the Fortune bonus is not answered.

    The bonus is paid at every table in every round; what is not said is settled by habit.

    Example: whether a hand that holds several lines of the paytable is paid for one or for all.
    """
    yield from _draft_all(
        case,
        (
            "fortune.hand_considered",
            "fortune.lines_paid",
            "fortune.not_qualifying",
            "fortune.bank_condition",
            "fortune.offer",
        ),
    )
    yield from _draft_all(
        case,
        ("fortune.settled", "fortune.payer", "fortune.progressive", "fortune.paytable_choice"),
        only_if_others_say=True,
        severity=Severity.NOTE,
    )


@rule("GAP006", severity=Severity.WARNING)
def envy_left_open(case: Case) -> Iterator[Draft]:
    """A question on envy is not answered.

    Envy is a fixed sum for another's hand, so who gets it for which hand must be plain.

    Example: whether the hand of a player without a Fortune wager pays envy to the others.
    """
    if not case.has_envy:
        return
    keys = [
        key
        for key in _list_section(case, "envy")
        if key not in _EXCLUSIONS
        and key not in _CONDUCT
        and not case.jurisdiction.statements[key].reading
    ]
    for statement in list_silent(case, [*keys, "table.hands_per_player"]):
        settles = bool(price_statement(case, statement).effects)
        yield _draft_silence(case, statement, None if settles else Severity.NOTE)


@rule("GAP007", severity=Severity.NOTE)
def envy_exclusion_left_open(case: Case) -> Iterator[Draft]:
    """Another document takes envy away where the bank or the player himself holds a great hand.

    This document neither has the exclusion nor rules it out. The price is that of having it.

    Example: no envy is paid in a round in which the bank holds a royal match.
    """
    silent = [
        item for item in list_silent(case, _EXCLUSIONS) if list_regulating(case, item.parameter.key)
    ]
    if not case.has_envy or not silent:
        return
    effects = [
        effect for item in silent for effect in price_statement(case, item, ("forfeits",)).effects
    ]
    low = min((effect.low for effect in effects), default=Fraction(0))
    high = sum((effect.high for effect in effects), Fraction(0))
    where = list(
        dict.fromkeys(name for item in silent for name in list_regulating(case, item.parameter.key))
    )
    basis = effects[0].basis if effects else ""
    yield Draft(
        "not said: whether envy is lost where the bank or the player himself holds a hand that "
        f"qualifies; {join_words(where)} has such exclusions",
        silent[0].path,
        "envy.exclusions",
        (),
        {item.parameter.key: format_value(item.value) for item in silent},
        Price((Effect(low, high, "fortune-bonus", basis),)),
        "say that such hands change nothing, or what they change",
    )


@rule("GAP009", severity=Severity.WARNING)
def ace_high_left_open(case: Case) -> Iterator[Draft]:
    """A question on the Ace High wager is not answered.

    The wager turns on what the bank holds, so each case needs its line.

    Example: what an ace-high pai gow is, or whether the line for both hands replaces the others.
    """
    if not case.offers("ace_high.offer"):
        return
    keys = [
        key
        for key in _list_section(case, "ace_high")
        if key not in {"ace_high.rules_of_play", "ace_high.offer"}
        and not case.jurisdiction.statements[key].reading
    ]
    yield from _draft_all(case, keys)


@rule("GAP012", severity=Severity.WARNING)
def ranking_not_given(case: Case) -> Iterator[Draft]:
    """The document does not rank the cards or the hands it compares.

    Two hands can then be told apart only by a text that is not there.

    Example: no list says that a straight ranks below a flush.
    """
    yield from _draft_all(case, _RANKING)


@rule("GAP014", severity=Severity.NOTE)
def stakes_without_bounds(case: Case) -> Iterator[Draft]:
    """Nothing bounds the stakes, or the stake of the bonus.

    A fixed envy sum against any stake whatever, and pays without a ceiling.

    Example: no table minimum or maximum is mentioned for the Fortune bonus.
    """
    for key in ("table.limits", "fortune.stake"):
        if case.offers(key):
            yield from _draft_all(case, [key], only_if_others_say=True)


@rule("GAP015", severity=Severity.WARNING)
def banking_left_open(case: Case) -> Iterator[Draft]:
    """Who banks, what he must cover, or what happens when his stake is spent is not said.

    Where a player banks, the last winners are paid out of what is left.

    Example: the bank may cover a part of the action, and nothing says whose wager is left out.
    """
    for statement in list_silent(case, _BANKING):
        first = statement.parameter.key == "table.bank"
        if case.player_banks or first:
            yield _draft_silence(case, statement, Severity.NOTE if first else None)


@rule("GAP016", severity=Severity.NOTE)
def fee_left_open(case: Case) -> Iterator[Draft]:
    """How a commission is rounded, or what the house collects beside the wagers, is not said.

    Small sums in every round, and the house gains by rounding its own way.

    Example: five percent of a win of seven dollars is no sum of chips.
    """
    commission = case.jurisdiction.statements["standard.commission"]
    charged = commission.value != 0 or bool(commission.alternatives)
    if charged and commission.standing != "not-offered":
        yield from _draft_all(case, ["standard.commission_rounding"])
    if case.player_banks:
        yield from _draft_all(case, ["standard.collection_fee"])


@rule("GAP017", severity=Severity.NOTE)
def identity_not_given(case: Case) -> Iterator[Draft]:
    """The document does not say which version it is, from when it applies or whose it is.

    Nobody can tell whether it is the text in force.

    Example: rules without version, date or authority.
    """
    for key in (
        "identity.version",
        "identity.effective_date",
        "identity.approval_date",
        "identity.authority",
        "identity.legal_basis",
        "identity.owner",
    ):
        yield from _draft_all(case, [key], only_if_others_say=key != "identity.approval_date")


@rule("GAP018", severity=Severity.WARNING)
def irregularity_without_rule(case: Case) -> Iterator[Draft]:
    """Something goes wrong with the cards, and no rule says what then.

    It happens at every table sooner or later, and the stakes are then on the layout.

    Example: a player is dealt eight cards.
    """
    yield from _draft_all(case, _list_section(case, "irregularities"))


@rule("GAP019", severity=Severity.WARNING)
def wager_after_the_close(case: Case) -> Iterator[Draft]:
    """A late, raised, withdrawn or surrendered wager has no rule, and another document has one.

    Whoever has seen a card has an interest in what his stake may still become.

    Example: a stake is taken back after the first card.
    """
    yield from _draft_all(case, _TIMING, only_if_others_say=True)


@rule("GAP020", severity=Severity.NOTE)
def conduct_without_rule(case: Case) -> Iterator[Draft]:
    """A point of procedure that other documents regulate is not mentioned.

    It changes no odds as long as all play fair, and is what disputes are about.

    Example: whether players may show each other their cards before they set them.
    """
    for statement in list_silent(case, _CONDUCT):
        envy = statement.parameter.section == "envy"
        if list_regulating(case, statement.parameter.key) and (case.has_envy or not envy):
            yield _draft_silence(case, statement)


@rule("GAP021", severity=Severity.WARNING)
def cap_without_scope(case: Case) -> Iterator[Draft]:
    """A cap on payments does not say which payments count, or for whom.

    What counts towards the cap decides who is paid in full.

    Example: an aggregate limit in a note under one table, without a word on the other wagers.
    """
    if case.value("fortune.cap") is not None:
        yield from _draft_all(case, _CAP_SCOPE)
