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
    name_class,
    name_tables,
)
from certify.findings.pricing import list_wagers, price_push_lost, price_statement, span
from certify.findings.registry import rule
from certify.model import Money, Paytable, Statement, format_value


def list_regulating(case: Case, key: str) -> list[str]:
    """The neighbours that say what this document does not."""
    return [item.id for item in case.others
            if item.statements[key].standing in {"stated", "conflicting"}]


def _draft_silence(
    case: Case, statement: Statement, severity: Severity | None = None
) -> Draft:
    parameter = statement.parameter
    regulated = list_regulating(case, parameter.key)
    assumed = (f"; assumed {format_value(statement.value)}, because {statement.because}"
               if statement.value is not None else "")
    said = f"; said in {join_words(regulated)}" if regulated else ""
    return Draft(
        f"not said: {describe_parameter(parameter)}{assumed}{said}", statement.path,
        parameter.key, statement.citations, list_values(statement),
        price_statement(case, statement),
        "say it in the document; the value assumed here is ours", severity)


def _list_silent(case: Case, keys: Iterable[str]) -> Iterator[Statement]:
    for key in keys:
        statement = case.jurisdiction.statements[key]
        if statement.standing == "silent":
            yield statement


def _list_section(case: Case, *sections: str) -> list[str]:
    return [key for key, item in case.jurisdiction.statements.items()
            if item.parameter.section in sections]


def _draft_all(
    case: Case, keys: Iterable[str], *, only_if_others_say: bool = False,
    severity: Severity | None = None,
) -> Iterator[Draft]:
    for statement in _list_silent(case, keys):
        if not only_if_others_say or list_regulating(case, statement.parameter.key):
            yield _draft_silence(case, statement, severity)


_EXCLUSIONS = ("envy.bank_qualifies", "envy.own_seven_card", "envy.own_royal_match")
_CONDUCT = (
    "play.shuffle", "play.deal_order", "play.dealt_face", "play.showing_cards",
    "play.touching_after_setting", "play.dealer_advice", "play.standard_wager_required",
    "play.bonus_wager_placed", "play.cards_dealt", "setting.by_player", "setting.placed",
    "setting.responsibility", "setting.house_way_binds", "table.settling_order", "table.layout",
    "deck.card_backs", "deck.cards", "deck.jokers", "envy.marker", "envy.marker_removed",
)
_FOULS = (
    "setting.equal_high_and_low", "setting.foul_standard", "setting.foul_bonus",
    "setting.foul_ace_high", "setting.wrong_card_count", "setting.bank_error",
    "comparison.bank_ace_high_push_foul",
)
_TIMING = ("play.betting_closes", "play.late_wager", "play.raised_wager", "play.withdrawn_wager",
           "play.surrender")
_BANKING = ("table.bank", "table.bank_rotation", "table.bank_rotation_direction",
            "table.bank_cover", "table.bank_cover_reach", "table.uncovered", "fortune.bank_wager")
_CAP_SCOPE = ("fortune.cap_covers", "fortune.cap_excludes", "fortune.cap_per")
_CLASSES = {"deck.seven_card_straight_flush": "seven-card-straight-flush",
            "deck.seven_card_straight_flush_joker": "seven-card-straight-flush-joker",
            "deck.royal_match": "royal-match"}
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
    keys = [key for key in _list_section(case, "comparison")
            if key not in _FOULS and not case.jurisdiction.statements[key].reading]
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
    yield from _draft_all(case, ("fortune.hand_considered", "fortune.lines_paid",
                                 "fortune.not_qualifying", "fortune.bank_condition",
                                 "fortune.offer"))
    yield from _draft_all(case, ("fortune.settled", "fortune.payer", "fortune.progressive",
                                 "fortune.paytable_choice"),
                          only_if_others_say=True, severity=Severity.NOTE)


@rule("GAP005", severity=Severity.WARNING)
def push_line_without_procedure(case: Case) -> Iterator[Draft]:
    """A paytable has a line that pushes, and the procedure knows only paying and taking.

    The price is that of taking the stake, as the procedure has it for hands that are not paid.

    Example: three pair is a push on one paytable; a bonus either wins or is taken.
    """
    statement = case.jurisdiction.statements["fortune.push_line"]
    pushing = [(paytable, line) for paytable in case.jurisdiction.paytables
               for line in paytable.lines if line.is_push]
    if statement.standing != "silent" or not pushing:
        return
    tables = list(dict.fromkeys(paytable.id for paytable, _ in pushing))
    hands = list(dict.fromkeys(name_class(line.hand) for _, line in pushing))
    yield Draft(
        f"{join_words(hands)} is a push on {name_tables(tables)}, and no step of the procedure "
        "leaves a stake where it is", pushing[0][1].path, "fortune.push_line",
        tuple(line.citation for _, line in pushing),
        {"push": ", ".join(hands), "paytables": ", ".join(tables)},
        Price(tuple(price_push_lost(case, statement, ()))),
        "say that the stake of such a hand is returned")


@rule("GAP006", severity=Severity.WARNING)
def envy_left_open(case: Case) -> Iterator[Draft]:
    """A question on envy is not answered.

    Envy is a fixed sum for another's hand, so who gets it for which hand must be plain.

    Example: whether the hand of a player without a Fortune wager pays envy to the others.
    """
    if not case.has_envy:
        return
    keys = [key for key in _list_section(case, "envy")
            if key not in _EXCLUSIONS and key not in _CONDUCT
            and not case.jurisdiction.statements[key].reading]
    for statement in _list_silent(case, [*keys, "table.hands_per_player"]):
        settles = bool(price_statement(case, statement).effects)
        yield _draft_silence(case, statement, None if settles else Severity.NOTE)


@rule("GAP007", severity=Severity.NOTE)
def envy_exclusion_left_open(case: Case) -> Iterator[Draft]:
    """Another document takes envy away where the bank or the player himself holds a great hand.

    This document neither has the exclusion nor rules it out. The price is that of having it.

    Example: no envy is paid in a round in which the bank holds a royal match.
    """
    silent = [item for item in _list_silent(case, _EXCLUSIONS)
              if list_regulating(case, item.parameter.key)]
    if not case.has_envy or not silent:
        return
    effects = [effect for item in silent
               for effect in price_statement(case, item, ("forfeits",)).effects]
    low = min((effect.low for effect in effects), default=Fraction(0))
    high = sum((effect.high for effect in effects), Fraction(0))
    where = list(dict.fromkeys(
        name for item in silent for name in list_regulating(case, item.parameter.key)))
    basis = effects[0].basis if effects else ""
    yield Draft(
        "not said: whether envy is lost where the bank or the player himself holds a hand that "
        f"qualifies; {join_words(where)} has such exclusions", silent[0].path, "envy.exclusions",
        (), {item.parameter.key: format_value(item.value) for item in silent},
        Price((Effect(low, high, "fortune-bonus", basis),)),
        "say that such hands change nothing, or what they change")


@rule("GAP008", severity=Severity.WARNING)
def wager_never_described(case: Case) -> Iterator[Draft]:
    """A wager stands on the pay scale, and the rules of play never describe it.

    When it is placed, what may be staked and who pays it is anybody's guess.

    Example: a column for Ace High beside the Fortune scale, and no word of it in the rules.
    """
    described = case.jurisdiction.statements["ace_high.rules_of_play"]
    pays = [case.jurisdiction.statements[key] for key in (
        "ace_high.pays_both", "ace_high.pays_bank_with_joker",
        "ace_high.pays_bank_without_joker")]
    printed = [said for item in pays for said in item.said]
    if described.standing == "silent" and printed:
        yield Draft(
            "Ace High has a pay scale, and the rules of play never describe the wager",
            described.path, "ace_high.rules_of_play",
            tuple(dict.fromkeys(said.citation for said in printed)),
            {"pays": ", ".join(dict.fromkeys(format_value(said.value) for said in printed))},
            Price(), "describe the wager, or take it off the scale")


@rule("GAP009", severity=Severity.WARNING)
def ace_high_left_open(case: Case) -> Iterator[Draft]:
    """A question on the Ace High wager is not answered.

    The wager turns on what the bank holds, so each case needs its line.

    Example: what an ace-high pai gow is, or whether the line for both hands replaces the others.
    """
    if not case.offers("ace_high.offer"):
        return
    keys = [key for key in _list_section(case, "ace_high")
            if key not in {"ace_high.rules_of_play", "ace_high.offer"}
            and not case.jurisdiction.statements[key].reading]
    yield from _draft_all(case, keys)


@rule("GAP010", severity=Severity.WARNING)
def paid_class_never_ranked(case: Case) -> Iterator[Draft]:
    """A class is paid that the document's own ranking does not know.

    Without a place in the ranking nobody can say which of two hands is the better.

    Example: five of a kind is paid, and the ranking ends with five aces.
    """
    ranking = case.jurisdiction.statements["deck.hand_ranking"]
    if ranking.standing not in {"stated", "conflicting"} or not isinstance(ranking.value, tuple):
        return
    missing: dict[str, list[Paytable]] = {}
    for paytable in case.jurisdiction.paytables:
        for line in paytable.lines:
            if line.hand not in ranking.value:
                missing.setdefault(line.hand, []).append(paytable)
    for hand, tables in missing.items():
        line = next(item for item in tables[0].lines if item.hand == hand)
        yield Draft(
            f"{name_class(hand)} is paid on {name_tables([item.id for item in tables])} and "
            "stands nowhere in the ranking", line.path, hand,
            (*ranking.citations, line.citation),
            {"class": hand, "paytables": ", ".join(item.id for item in tables)},
            Price(), "give the class its place in the ranking")


@rule("GAP011", severity=Severity.NOTE)
def paid_class_never_defined(case: Case) -> Iterator[Draft]:
    """A class that is no ordinary poker hand is paid and never defined.

    Two readers may take it for two different sets of hands.

    Example: a line for the seven-card straight flush, and no word on what it is.
    """
    for key, hand in _CLASSES.items():
        tables = [item for item in case.jurisdiction.paytables if hand in item.hands]
        for statement in _list_silent(case, [key]):
            if tables:
                line = next(item for item in tables[0].lines if item.hand == hand)
                yield Draft(
                    f"{name_class(hand)} is paid on {name_tables([item.id for item in tables])} "
                    f"and never defined; taken as {format_value(statement.value)}",
                    statement.path, key, (line.citation,), {"class": hand},
                    Price(), "define the class")


@rule("GAP012", severity=Severity.WARNING)
def ranking_not_given(case: Case) -> Iterator[Draft]:
    """The document does not rank the cards or the hands it compares.

    Two hands can then be told apart only by a text that is not there.

    Example: no list says that a straight ranks below a flush.
    """
    yield from _draft_all(case, _RANKING)


@rule("GAP013", severity=Severity.WARNING)
def seats_not_given(case: Case) -> Iterator[Draft]:
    """The number of seats is not said, though envy grows with every seat.

    The price is the whole range from no other player to a full table.

    Example: envy for every other player's hand, and no word on how many there may be.
    """
    players = case.jurisdiction.statements["table.players"]
    positions = case.jurisdiction.statements["table.positions"]
    if players.standing != "silent" or positions.standing in {"stated", "conflicting"}:
        return
    full = case.policy.full_table_others
    pairs = []
    for paytable in case.jurisdiction.paytables if case.has_envy else ():
        before, after = case.fortune_edge(paytable), case.fortune_edge(paytable, {}, full)
        if before and after:
            pairs.append((before, after))
    bounds = span(pairs)
    stakes = sorted({case.stake(item) for item in case.jurisdiction.paytables})
    basis = f"stake {join_words(str(item) for item in stakes)}, 0 to {full} other players"
    effects = (Effect(bounds[0], Fraction(0), "fortune-bonus", basis),) if bounds else ()
    yield Draft(
        f"not said: {describe_parameter(players.parameter)}", players.path, "table.players", (),
        list_values(players), Price(effects), "say how many players may sit at the table",
        None if effects else Severity.NOTE)


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
    for statement in _list_silent(case, _BANKING):
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
    for key in ("identity.version", "identity.effective_date", "identity.approval_date",
                "identity.authority", "identity.legal_basis", "identity.owner"):
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
    for statement in _list_silent(case, _CONDUCT):
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


@rule("GAP022", severity=Severity.NOTE)
def no_cap_named(case: Case) -> Iterator[Draft]:
    """No cap is named where others have one, and a great pay would come out of a player's stack.

    The price is that of the neighbours' cap at the highest stake of the policy.

    Example: 8000 to 1 is paid by the player who banks.
    """
    statement = case.jurisdiction.statements["fortune.cap"]
    if statement.standing != "silent":
        return
    stake = case.policy.maximum_stakes["fortune-bonus"]
    caps = {item.id: value for item in case.others
            if isinstance(value := item.statements["fortune.cap"].value, Money)
            and value.currency == case.jurisdiction.currency}
    if not caps:
        return
    found = []
    for odds in case.odds:
        if odds.wager == "fortune-bonus":
            for cap in caps.values():
                cut = sum((max(item.net - cap.amount / stake, Fraction(0)) * item.deals
                           for item in odds.outcomes), Fraction(0)) / odds.deals
                found.append(cut)
    bank = "a player who banks" if case.player_banks else "the house"
    yield Draft(
        f"no cap on the bonus is named, which {bank} pays; "
        f"{join_words(f'{name} caps it at {cap}' for name, cap in caps.items())}",
        statement.path, "fortune.cap", (), dict.fromkeys(caps, "capped"),
        Price((Effect(min(found), max(found), "fortune-bonus",
                      f"stake {Money(stake, case.jurisdiction.currency)}, without envy"),)
              if found else ()),
        "say that there is none, or what it is")


@rule("GAP023", severity=Severity.NOTE)
def paytable_left_to_choose(case: Case) -> Iterator[Draft]:
    """The document has several paytables and does not say which is in force.

    The price is the range of the house edge over the choice.

    Example: six paytables, and the one that is posted counts.
    """
    tables = case.jurisdiction.paytables
    choice = case.jurisdiction.statements["fortune.paytable_choice"]
    edges = {odds.paytable: odds.house_edge for odds in case.odds
             if odds.wager == "fortune-bonus"}
    if len(tables) < 2 or choice.value == "single" or not edges:
        return
    low, high = min(edges.values()), max(edges.values())
    first = edges.get(tables[0].id, low)
    yield Draft(
        f"which of {len(tables)} paytables is in force is left to be chosen "
        f"({format_value(choice.value)})", choice.path, "fortune.paytable_choice",
        choice.citations, {"paytables": ", ".join(item.id for item in tables)},
        Price((Effect(low - first, high - first, "fortune-bonus",
                      f"against paytable {tables[0].id}, without envy"),)),
        "name the paytable in the approval of each licensee")


@rule("GAP024", severity=Severity.NOTE)
def printed_figure_without_basis(case: Case) -> Iterator[Draft]:
    """A house edge with envy is printed, and the seats it assumes stand nowhere.

    The figure can be recomputed only by guessing stake and seats until it comes out.

    Example: an edge with the greatest envy bonus, without saying how many others are at the table.
    """
    players = case.jurisdiction.statements["table.players"]
    if players.standing in {"stated", "conflicting"}:
        return
    figures = [(paytable, item) for paytable in case.jurisdiction.paytables
               for item in paytable.published if item.other_players]
    if figures:
        others = sorted({item.other_players for _, item in figures})
        yield Draft(
            f"the edges with envy of {name_tables([item.id for item, _ in figures])} are printed "
            f"without stake and seats; they come out with "
            f"{join_words(str(number) for number in others)} other players",
            figures[0][1].path, "published-envy",
            tuple(dict.fromkeys(item.citation for _, item in figures)),
            {"other players": ", ".join(map(str, others))}, Price(),
            "print the stake and the number of other players beside the figure")


