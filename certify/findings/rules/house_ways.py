"""HWY: the house way, over all hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from certify.findings.case import Case
from certify.findings.finding import (
    Finding,
    NoEffect,
    Severity,
    no_effect,
)
from certify.findings.pricing import list_supported
from certify.findings.registry import rule
from certify.game.cards import format_cards, parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import list_matches
from certify.odds.house_way_readings import read_house_way
from certify.odds.setting import ROYAL_MATCH, list_set_matches
from certify.spec.choices import HandConsidered
from certify.spec.citations import build_citation
from certify.spec.model import Citation, Standing
from certify.spec.printed import PRINTED, restore_rows
from certify.wagers.limits import STANDARD

HOUSE_WAY = "setting.house_way"


def _find_rule(case: Case, name: str) -> tuple[int, Mapping[str, Any]]:
    """The place of a rule in the file, and its data; no two rules have one name."""
    rules = enumerate(case.jurisdiction.house_way["rules"])
    return next((place, data) for place, data in rules if data["rule"] == name)


def _cite(case: Case, *names: str) -> tuple[Citation, ...]:
    return tuple(build_citation(_find_rule(case, name)[1].get("at")) for name in names)


def _path(case: Case, name: str) -> tuple[str | int, ...]:
    return ("house_way", "rules", _find_rule(case, name)[0])


def _cite_house_way(case: Case) -> tuple[Citation, ...]:
    return case.jurisdiction.statements[HOUSE_WAY].citations


@rule("HWY001", Severity.ERROR)
def hands_not_set(case: Case) -> Iterator[Finding]:
    """Some hands are set by no rule of the house way, or only by an assumption of the specification.

    The banker will be dealt such a hand, and the document does not state how to set it. Without an assumption
    the wager has no house edge; with one it is a warning. An assumption that depends on an open point of the
    house way is reported with that point.

    Example: four of a kind together with three of a kind.
    """
    if case.proof and case.proof["unset"]["hands"]:
        tally = case.proof["unset"]
        shapes = tuple((item["shape"], int(item["hands"])) for item in case.proof["unset_by_shape"])
        yield Finding(
            subject="unset",
            place=("house_way",),
            slots={"hands": int(tally["hands"]), "example": tally["example"], "shapes": shapes},
            statements=(HOUSE_WAY,),
            wagers=(STANDARD,),
            citations=_cite_house_way(case),
            price=no_effect(NoEffect.HOUSE_WAY_DEFECT),
            blocks=True,
        )
    for item in case.proof["rules"] if case.proof else ():
        name = item["rule"]
        if item["standing"] != Standing.SILENT or not item["hands"]:
            continue
        _, data = _find_rule(case, name)
        if data.get("under") or _has_reading(case, name):
            continue
        yield Finding(
            subject=f"completed:{name}",
            place=_path(case, name),
            variant="assumed" if data.get("because") else "assumed-without-reason",
            slots={
                "rule": name,
                "hands": int(item["hands"]),
                "example": item["example"],
                "low": item["low"],
                "because": str(data.get("because", "")).strip().rstrip("."),
            },
            wagers=(STANDARD,),
            citations=_cite(case, name),
            price=no_effect(NoEffect.SETTING_UNKNOWN),
            severity=Severity.WARNING,
            roots=frozenset({"house way not whole"}),
        )


@rule("HWY002", Severity.ERROR)
def undeclared_overlap(case: Case) -> Iterator[Finding]:
    """Two rules set the same hand differently, and neither is an exception to the other.

    Only the order in which the rules are written decides between them, and a dealer may use either.

    Example: one rule never splits three of a kind, and another plays its pair low next to a straight.
    """
    for item in case.proof["overlaps"] if case.proof else ():
        first, second = item["rule"], item["other"]
        yield Finding(
            subject=f"{first}/{second}",
            place=_path(case, first),
            slots={
                "hands": int(item["hands"]),
                "example": item["example"],
                "first": first,
                "low": item["low"],
                "second": second,
                "other_low": item["other_low"],
            },
            wagers=(STANDARD,),
            citations=_cite(case, first, second),
            price=no_effect(NoEffect.RULE_ORDER),
            blocks=True,
        )


@rule("HWY003", Severity.ERROR)
def setting_is_foul(case: Case) -> Iterator[Finding]:
    """The house way sets a low hand that ranks above the high hand.

    The banker's hand would be foul although the dealer followed the house way.

    Example: a pair of aces is played low, and the high hand is left without a pair.
    """
    if case.proof and case.proof["fouls"]["hands"]:
        tally = case.proof["fouls"]
        yield Finding(
            subject="fouls",
            place=("house_way",),
            slots={
                "hands": int(tally["hands"]),
                "example": tally["example"],
                "low": tally["low"],
            },
            statements=(HOUSE_WAY,),
            wagers=(STANDARD,),
            citations=_cite_house_way(case),
            price=no_effect(NoEffect.HOUSE_WAY_DEFECT),
            blocks=True,
        )


@rule("HWY004", Severity.ERROR)
def example_contradicts_rule(case: Case) -> Iterator[Finding]:
    """A worked example of the document is set differently by its rules.

    Either the rule or the example is wrong, and dealers learn from the example.

    Example: the rule plays the lower pair low, and the example the higher pair.
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
        yield Finding(
            subject=f"{item['cards']}",
            place=(*_path(case, item["rule"]), "examples", number),
            variant="" if item["low"] else "not-set",
            slots={
                "cards": item["cards"],
                "printed": item["printed"],
                "low": item["low"],
                "rule": item["rule"],
            },
            wagers=(STANDARD,),
            citations=(place, *_cite(case, item["rule"])),
            price=no_effect(NoEffect.HOUSE_WAY_DEFECT),
            blocks=True,
        )


def _has_reading(case: Case, name: str) -> bool:
    """Whether an open point of the house way sets the hands of a rule differently, and so reports them."""
    for item in case.jurisdiction.house_way["rules"]:
        targets = item.get("exception_to", ())
        named = [targets] if isinstance(targets, str) else targets
        if item.get("under") and name in named:
            return True
    return False


@rule("HWY007", Severity.NOTE)
def rule_never_applies(case: Case) -> Iterator[Finding]:
    """A rule of the house way sets no hand at all.

    Other rules set every hand that it names, so its purpose is not achieved.

    Example: an exception that comes after the rule it is an exception to.
    """
    for name in case.proof["unreachable"] if case.proof else ():
        yield Finding(
            subject=f"idle:{name}",
            place=_path(case, name),
            slots={"rule": name},
            citations=_cite(case, name),
        )


@rule("HWY008", Severity.WARNING)
def house_way_sets_forbidden_equal_hands(case: Case) -> Iterator[Finding]:
    """The house way sets high and low hands of equal rank, and the document requires a higher high hand.

    By the words of the document the banker's hand is then foul, although it was set by the house way.

    Example: four of a kind is split into two pairs of the same rank.
    """
    statement = case.jurisdiction.statements["setting.equal_high_and_low"]
    foul = tuple(said.citation for said in statement.said if said.value == "foul")
    if case.proof and case.proof["equal"]["hands"] and foul:
        tally = case.proof["equal"]
        yield Finding(
            subject="equal-hands",
            place=statement.path,
            slots={
                "hands": int(tally["hands"]),
                "example": tally["example"],
                "low": tally["low"],
                "stated": foul,
            },
            statements=(statement.key,),
            wagers=(STANDARD,),
            citations=(*foul, *_cite_house_way(case)),
            price=no_effect(NoEffect.EQUAL_HANDS),
        )


@rule("HWY010", Severity.WARNING)
def rows_overlap_as_printed(case: Case) -> Iterator[Finding]:
    """As printed, two rows of the house way set the same hand differently.

    The specification separates the rows, but the document does not state which of them applies. It is a note
    if a worked example shows it.

    Example: a row for a high and a low pair includes pairs of aces, which have a row of their own.
    """
    if case.proof is None or case.proof_as_printed is None:
        return
    known = {(item["rule"], item["other"]): int(item["hands"]) for item in case.proof["overlaps"]}
    reasons = {item["rule"]: item["because"] for item in case.jurisdiction.house_way[PRINTED]}
    for item in case.proof_as_printed["overlaps"]:
        first, second = item["rule"], item["other"]
        if known.get((first, second)) == item["hands"]:
            continue
        told = [str(reasons[name]).rstrip(".") for name in (first, second) if name in reasons]
        worked = _find_worked(case, first, second)
        example, low, other_low = (
            worked.cards if worked else (item["example"], item["low"], item["other_low"])
        )
        yield Finding(
            subject=f"printed:{first}/{second}",
            place=_path(case, first),
            variant="shown" if worked else "separated" if told else "",
            slots={
                "hands": int(item["hands"]),
                "example": example,
                "first": first,
                "low": low,
                "second": second,
                "other_low": other_low,
                "reasons": told,
                "shown": worked.citation if worked else None,
            },
            wagers=(STANDARD,),
            citations=(*_cite(case, first, second), *([worked.citation] if worked else [])),
            price=no_effect(NoEffect.SHOWN_ONLY if worked else NoEffect.RULE_ORDER),
            severity=Severity.NOTE if worked else None,
        )


@dataclass(frozen=True, slots=True)
class _Worked:
    """A worked example that two rows as printed set differently, set by the first."""

    cards: tuple[str, str, str]
    """The seven cards, the low hand of the first row and that of the second."""
    citation: Citation


def _find_worked(case: Case, first: str, second: str) -> _Worked | None:
    """An example of the document that shows which of two rows applies."""
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
            texts = format_cards(cards), format_cards(lows[first]), format_cards(lows[second])
            return _Worked(texts, build_citation(example["at"]))
    return None


@rule("HWY011", Severity.WARNING)
def house_way_never_sets_a_paid_hand(case: Case) -> Iterator[Finding]:
    """A paid hand is defined by the hands as set, and the house way never sets it.

    By the hands as set the banker never holds it, nor does a player whose hand is set by the house way. By
    the seven cards both can hold it.

    Example: a royal match requires king and queen as the low hand, and the house way splits kings and queens
    as two pairs.
    """
    for wager in case.jurisdiction.wagers:
        statement = wager.statements["wager.hand_considered"]
        lines = [
            line for table in wager.paytables for line in table.lines if line.hand == ROYAL_MATCH
        ]
        values = (statement.value, *list_supported(statement))
        if not lines or HandConsidered.AS_SET not in values or not case.jurisdiction.house_way:
            continue
        matches = list_set_matches(case.compile({}))
        if not matches or any(item.is_kept for item in matches):
            continue
        worded = tuple(item.citation for item in statement.alternatives if item.citation)
        worded = worded or statement.citations
        bank = wager.statements.get("envy.bank_qualifies")
        envy = bank.citations if bank is not None else ()
        yield Finding(
            subject=f"{wager.id}:{ROYAL_MATCH}",
            place=statement.path,
            variant="envy" if envy else "",
            slots={
                "wager": wager.id,
                "label": lines[0].printed,
                "hands": len(matches),
                "example": matches[0].cards,
                "low": matches[0].low,
                "bank": case.jurisdiction.names.bank,
                "envy": case.jurisdiction.names.envy,
                "places": case.jurisdiction.statements["deck.royal_match"].citations,
            },
            statements=(statement.key,),
            wagers=(wager.id,),
            citations=(*worded, *_cite_house_way(case), *envy),
        )
