"""HWY: the house way, over all hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from certify.base.tables import format_count
from certify.findings.case import Case
from certify.findings.finding import Draft, Price, Severity
from certify.findings.phrases import answer, ask, cite, entitle, name_topic, see
from certify.findings.pricing import list_supported, price_statement
from certify.findings.registry import rule
from certify.game.cards import format_cards, parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import list_matches
from certify.game.vocabulary import SHAPES
from certify.odds.house_way_readings import read_house_way
from certify.spec.build import build_citation
from certify.spec.model import Citation, Standing
from certify.spec.printed_rows import PRINTED, restore_rows
from certify.wagers.limits import STANDARD

_UNPRICED = "a house way that is not whole has no odds"
_TITLE = name_topic("house-way")


def _entitle(text: str) -> str:
    """A title that tells one matter of the house way from the next."""
    return f"{_TITLE}: {text}"


def _find_rule(case: Case, name: str) -> tuple[int, Mapping[str, Any]]:
    """The place of a rule in the file, and its data; no two rules bear one name."""
    rules = enumerate(case.jurisdiction.house_way["rules"])
    return next((place, data) for place, data in rules if data["rule"] == name)


def _cite(case: Case, *names: str) -> tuple[Citation, ...]:
    return tuple(build_citation(_find_rule(case, name)[1].get("at")) for name in names)


def _path(case: Case, name: str) -> tuple[str | int, ...]:
    return ("house_way", "rules", _find_rule(case, name)[0])


def _house_way(case: Case) -> tuple[Citation, ...]:
    return case.jurisdiction.statements["setting.house_way"].citations


@rule("HWY001", severity=Severity.ERROR)
def hands_left_unset(case: Case) -> Iterator[Draft]:
    """Some hands are set by no rule of the house way.

    The bank holds such a hand sooner or later, and nobody knows how it is set.

    Example: four of a kind with three of a kind beside it.
    """
    if case.proof and case.proof["unset"]["hands"]:
        tally = case.proof["unset"]
        shapes = "; ".join(
            f"{format_count(item['hands'])} of {SHAPES[item['shape']]}, like {item['example']}"
            for item in case.proof["unset_by_shape"]
        )
        yield Draft(
            f"{format_count(tally['hands'])} hands are set by no rule of the house way "
            f"({cite(*_house_way(case))}): {shapes}.",
            ("house_way",),
            "unset",
            _TITLE,
            f"How is {tally['example']} set?",
            None,
            ("setting.house_way",),
            (STANDARD,),
            _house_way(case),
            {"hands": str(tally["hands"]), "example": tally["example"]},
            Price((), _UNPRICED),
            "Add a rule for these hands.",
        )


@rule("HWY002", severity=Severity.WARNING)
def undeclared_overlap(case: Case) -> Iterator[Draft]:
    """Two rules set the same hand differently, and neither is an exception to the other.

    Which comes first is only a matter of the order in which they were written down.

    Example: three of a kind never splits, and with a complete hand its pair goes low.
    """
    for item in case.proof["overlaps"] if case.proof else ():
        first, second = item["rule"], item["other"]
        yield Draft(
            f"Two rules of the house way set {format_count(item['hands'])} hands differently, and neither is "
            f"called an exception: {item['example']} has {item['low']} low by “{first}” and "
            f"{item['other_low']} low by “{second}” ({cite(*_cite(case, first, second))}).",
            _path(case, first),
            f"{first}/{second}",
            _entitle("two rules for one hand"),
            f"How is {item['example']} set?",
            None,
            (),
            (STANDARD,),
            _cite(case, first, second),
            {"hands": str(item["hands"]), "example": item["example"]},
            Price((), "the order of rules is no reading"),
            "Say which rule is the exception.",
        )


@rule("HWY003", severity=Severity.ERROR)
def setting_fouls(case: Case) -> Iterator[Draft]:
    """The house way sets a low hand that ranks above the high hand.

    The bank would foul its own hand by following its own rules.

    Example: a pair of aces low, and only an ace-high flush draw left.
    """
    if case.proof and case.proof["fouls"]["hands"]:
        tally = case.proof["fouls"]
        yield Draft(
            f"The house way fouls {format_count(tally['hands'])} hands of the bank's, like "
            f"{tally['example']} with {tally['low']} low ({cite(*_house_way(case))}).",
            ("house_way",),
            "fouls",
            _TITLE,
            f"How is {tally['example']} set?",
            None,
            ("setting.house_way",),
            (STANDARD,),
            _house_way(case),
            {"hands": str(tally["hands"]), "example": tally["example"], "low": tally["low"]},
            Price((), _UNPRICED),
            "Change the rule.",
        )


@rule("HWY004", severity=Severity.ERROR)
def example_against_rule(case: Case) -> Iterator[Draft]:
    """A worked example of the document is set otherwise by its rules.

    Either the rule or the example is wrong, and dealers learn from the example.

    Example: the rule puts the lower pair low, and the example the higher.
    """
    for item in case.proof["broken_examples"] if case.proof else ():
        examples = enumerate(_find_rule(case, item["rule"])[1]["examples"])
        number, data = next(
            (number, data)
            for number, data in examples
            if format_cards(parse_cards(data["cards"])) == item["cards"]
            and str(data["at"]["lines"]) == item["lines"]
        )
        place = build_citation(data.get("at"))
        yield Draft(
            f"The worked example {item['cards']} lays {item['printed']} low ({place}), and the rules lay "
            f"{item['low'] or 'nothing'}.",
            (*_path(case, item["rule"]), "examples", number),
            f"{item['cards']}",
            _TITLE,
            f"How is {item['cards']} set?",
            None,
            (),
            (STANDARD,),
            (place, *_cite(case, item["rule"])),
            {"cards": item["cards"], "printed": item["printed"], "rules": item["low"]},
            Price((), _UNPRICED),
            "Correct the rule or the example.",
        )


@rule("HWY005", severity=Severity.WARNING)
def hands_rest_on_a_reading(case: Case) -> Iterator[Draft]:
    """How some hands are set depends on a question that the house way leaves open.

    Two dealers set the same seven cards in two ways, and both follow the document.

    Example: the joker beside an ace counts as an ace, or is set aside to complete a straight.
    """
    tallies: dict[str, list[dict[str, Any]]] = {}
    for item in case.proof["alternatives"] if case.proof else ():
        tallies.setdefault(item["reading"], []).append(item)
    for key, found in tallies.items():
        for statement in case.jurisdiction.readings.get(key, ()):
            open_values = {str(value) for value in statement.other_values}
            counted = [item for item in found if item["value"] in open_values and item["hands"]]
            if statement.standing is Standing.STATED or not counted:
                continue
            most = max(counted, key=lambda item: int(item["hands"]))
            question = ask(case.jurisdiction, statement)
            # where words support the other answer the question is asked and priced by a rule of its own
            supported = list_supported(statement)
            asked = (
                "" if supported else f"{question} The house way does not say{see(statement.near)}. "
            )
            yield Draft(
                f"{asked}{format_count(most['hands'])} hands turn on this question: {most['example']} is "
                f"laid with {most['low']} low ({answer(statement, statement.value)}) or with "
                f"{most['other_low']} low ({answer(statement, most['value'])}).",
                statement.path,
                statement.key,
                entitle(case.jurisdiction, statement),
                question,
                Severity.NOTE if supported else None,
                (statement.key,),
                () if supported else (STANDARD,),  # the question itself is the head of the matter
                (*statement.citations, *statement.near, *_house_way(case)),
                {"hands": str(most["hands"]), "example": most["example"]},
                Price() if supported else price_statement(case, statement, statement.other_values),
                "Answer the question in the house way.",
            )


@rule("HWY006", severity=Severity.WARNING)
def hands_set_by_completion(case: Case) -> Iterator[Draft]:
    """The document leaves hands unset, and a rule of our own completes it.

    The house way as printed is not whole. A rule of ours that answers a question which the file asks is
    told with that question.

    Example: four of a kind with three of a kind beside it, set like four of a kind with a pair.
    """
    for item in case.proof["rules"] if case.proof else ():
        name = item["rule"]
        if item["standing"] != Standing.SILENT or not item["hands"]:
            continue
        _, data = _find_rule(case, name)
        if data.get("under") or _is_asked(case, name):
            continue
        yield Draft(
            f"No rule of the house way is for {name}: {format_count(item['hands'])} hands, like "
            f"{item['example']}. We lay {item['low']} low, because {data.get('because', '')} "
            f"({cite(*_cite(case, name))}).",
            _path(case, name),
            f"completed:{name}",
            _entitle("hands that no rule sets"),
            f"How is a hand of this kind set: {name}?",
            None,
            (),
            (STANDARD,),
            _cite(case, name),
            {"hands": str(item["hands"]), "example": item["example"], "low": item["low"]},
            Price((), "how else they would be set is not said"),
            "Add a rule for these hands.",
            frozenset({"house way not whole"}),
        )


def _is_asked(case: Case, name: str) -> bool:
    """Whether a question of the house way sets the hands of a rule otherwise, and so tells of them."""
    for item in case.jurisdiction.house_way["rules"]:
        targets = item.get("exception_to", ())
        named = [targets] if isinstance(targets, str) else targets
        if item.get("under") and name in named:
            return True
    return False


@rule("HWY007", severity=Severity.NOTE)
def rule_never_applies(case: Case) -> Iterator[Draft]:
    """A rule of the house way sets no hand at all.

    Other rules take every hand it speaks of; it was meant for something.

    Example: an exception that stands after the rule it is an exception to.
    """
    for name in case.proof["unreachable"] if case.proof else ():
        yield Draft(
            f"The rule “{name}” of the house way ({cite(*_cite(case, name))}) never sets a hand, because "
            "other rules take all of them.",
            _path(case, name),
            f"idle:{name}",
            _entitle("a rule that sets no hand"),
            f"For which hands is the rule “{name}” meant?",
            citations=_cite(case, name),
            evidence={"rule": name},
            cure="Move the rule, or drop it.",
        )


@rule("HWY008", severity=Severity.WARNING)
def equal_hands_where_equal_is_foul(case: Case) -> Iterator[Draft]:
    """The house way makes two hands of equal rank, and the document asks for a higher high hand.

    The setting is legal only if the cards beside the pair count, which is not said.

    Example: four of a kind is split into two pairs of one rank.
    """
    statement = case.jurisdiction.statements["setting.equal_high_and_low"]
    foul = [said for said in statement.said if said.value == "foul"]
    if case.proof and case.proof["equal"]["hands"] and foul:
        tally = case.proof["equal"]
        yield Draft(
            f"The high hand must rank above the low hand ({cite(*(said.citation for said in foul))}), and "
            f"the house way lays {format_count(tally['hands'])} hands with two pairs of one rank, like "
            f"{tally['example']} with {tally['low']} low ({cite(*_house_way(case))}).",
            statement.path,
            "equal-hands",
            name_topic(statement.parameter.topic),
            ask(case.jurisdiction, statement),
            None,
            (statement.key,),
            (STANDARD,),
            (*(said.citation for said in foul), *_house_way(case)),
            {"hands": str(tally["hands"]), "example": tally["example"], "low": tally["low"]},
            Price((), "how else these hands would be set is not said"),
            "Say that equal hands are allowed, or change the house way.",
        )


@rule("HWY009", severity=Severity.WARNING)
def rule_not_expressed(case: Case) -> Iterator[Draft]:
    """A rule of the house way stands in the document and cannot be written in the file.

    Whatever is computed from the house way leaves that rule out, so no figure that rests on it is
    certified.

    Example: the dealer asks a supervisor where two settings look alike.
    """
    for place, item in enumerate(case.jurisdiction.house_way.get("unexpressed", ())):
        where = build_citation(item.get("at"))
        yield Draft(
            f"The house way also says: {item['rule']} ({where}). The figures leave this out, because "
            f"{item['because']}.",
            ("house_way", "unexpressed", place),
            f"unexpressed:{item['rule']}",
            _TITLE,
            f"How is the rule to be applied that {item['rule']}?",
            None,
            (),
            (STANDARD,),
            (where,),
            {"rule": item["rule"], "because": item["because"]},
            Price((), "what the rule would set is not known"),
            "Say the rule in ranks and classes, or leave the wager uncertified.",
        )


@rule("HWY010", severity=Severity.WARNING)
def overlap_as_printed(case: Case) -> Iterator[Draft]:
    """Two rows of the house way set the same hand differently as printed; only the file keeps them apart.

    The house way is proved with rows that the file narrowed or put in order by itself. As the document
    prints them, which of the two goes first is nowhere said; where a worked example shows it, it is a note.

    Example: a row for a high pair with a medium one takes in aces, which have a row of their own.
    """
    if case.proof is None or case.proof_as_printed is None:
        return
    known = {(item["rule"], item["other"]): int(item["hands"]) for item in case.proof["overlaps"]}
    reasons = {item["rule"]: item["because"] for item in case.jurisdiction.house_way[PRINTED]}
    for item in case.proof_as_printed["overlaps"]:
        first, second = item["rule"], item["other"]
        if known.get((first, second)) == item["hands"]:
            continue
        told = [reasons[name] for name in (first, second) if name in reasons]
        worked = _find_worked(case, first, second)
        example, low, other = (
            worked.cards if worked else (item["example"], item["low"], item["other_low"])
        )
        settled = f" A worked example lays it by the first ({worked.citation})." if worked else ""
        yield Draft(
            f"As printed, two rows of the house way set {format_count(item['hands'])} hands differently, "
            f"and no sentence says which goes first: {example} has {low} low by “{first}” and "
            f"{other} low by “{second}” ({cite(*_cite(case, first, second))}).{settled}"
            + (f" We keep them apart: {'; '.join(told)}." if told else ""),
            _path(case, first),
            f"printed:{first}/{second}",
            _entitle("two rows for one hand"),
            f"Does the row “{second}” leave out the hands of “{first}”?",
            Severity.NOTE if worked else None,
            (),
            (STANDARD,),
            (*_cite(case, first, second), *([worked.citation] if worked else [])),
            {"hands": str(item["hands"]), "example": example},
            Price(
                (), "a worked example answers it" if worked else "the order of rules is no reading"
            ),
            "Say which row is the exception, or narrow one of them.",
        )


@dataclass(frozen=True, slots=True)
class _Worked:
    """A worked example that two rows as printed set differently, laid by the first."""

    cards: tuple[str, str, str]
    """The seven cards, the low hand of the first row and that of the second."""
    citation: Citation


def _find_worked(case: Case, first: str, second: str) -> _Worked | None:
    """An example of the document that answers which of two rows goes first."""
    rulebook = case.compile({})
    printed = build_house_way(restore_rows(rulebook.house_way))
    readings, ranks = read_house_way(rulebook), rulebook.ranking.rank_rules()
    for example in _find_rule(case, first)[1].get("examples", ()):
        cards = parse_cards(example["cards"])
        lows = {
            item.rule.rule: item.low
            for item in list_matches(printed, cards, readings, ranks)
            if item.rule is not None
        }
        if first in lows and second in lows and set(lows[first]) != set(lows[second]):
            laid = format_cards(cards), format_cards(lows[first]), format_cards(lows[second])
            return _Worked(laid, build_citation(example["at"]))
    return None
