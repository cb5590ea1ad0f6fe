"""DOC, GAP012 and GAP016: numbering, dates, terms, labels and misprints of a document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.findings.case import Case, overlap, place_entries, read_lines
from certify.findings.finding import (
    Basis,
    Downgrade,
    Effect,
    Finding,
    Kind,
    NoEffect,
    NotCalculated,
    Price,
    Severity,
    Source,
    explain_round,
    no_effect,
)
from certify.findings.open_points import OTHER_TEXTS
from certify.findings.pricing import list_supported, list_touched, price_change
from certify.findings.registry import rule
from certify.game.views import HandCondition
from certify.spec.catalogue import Moves
from certify.spec.citations import build_citation
from certify.spec.model import Citation, InventoryEntry, Line, Paytable, Standing, Statement, Wager
from certify.spec.rulebook import WagerTerms
from certify.spec.values import PUSHES, Money, Other

_NUMBER = re.compile(r"(.*?)([0-9]+)([^0-9]*)")
_APART = ("contents", "appendix", "annex", "schedule")
"""Parts of a document that have numbers of their own."""


@rule("DOC001", Severity.WARNING)
def faulty_numbering(case: Case) -> Iterator[Finding]:
    """A number of a series is missing or used twice, or two series use the same numbers.

    A clause or a paytable was perhaps removed or forgotten, and a reference by number is ambiguous. An
    appendix, annex or schedule has its own numbers. Two series with the same numbers are a note.

    Example: paytables 1, 2, 3, 4, 6 and 7; or two clauses 3.2.
    """
    for (series, before), numbers in _list_series(case).items():
        yield from _find_missing(f"{series} {before}".lstrip(), numbers)
        yield from _find_repeated(f"{series} {before}".lstrip(), numbers)
    yield from _find_shared(case)


def _list_series(case: Case) -> dict[tuple[str, str], list[tuple[int, InventoryEntry]]]:
    """Numbered clauses by series and by the text before their last number."""
    series: dict[tuple[str, str], list[tuple[int, InventoryEntry]]] = {}
    for entry in case.jurisdiction.list_entries("clauses"):
        found = _NUMBER.fullmatch(entry.data["number"])
        named = str(entry.data.get("series", ""))
        if found and (named or re.fullmatch(r"[0-9().a-z]+", entry.data["number"])):
            series.setdefault((named, found[1]), []).append((int(found[2]), entry))
    return series


def _find_missing(name: str, numbers: Sequence[tuple[int, InventoryEntry]]) -> Iterator[Finding]:
    present = {number for number, _ in numbers}
    for number in range(min(present), max(present)):
        if number not in present:
            after = next(entry for value, entry in numbers if value > number)
            before = [entry for value, entry in numbers if value < number][-1]
            yield Finding(
                subject=f"{name}{number}",
                place=after.path,
                slots={
                    "name": f"{name}{number}",
                    "before": before.data["number"],
                    "after": after.data["number"],
                },
                citations=place_entries(before, after),
            )


def _find_repeated(name: str, numbers: Sequence[tuple[int, InventoryEntry]]) -> Iterator[Finding]:
    for number, times in Counter(value for value, _ in numbers).items():
        if times > 1:
            entries = [entry for value, entry in numbers if value == number]
            yield Finding(
                subject=f"{name}{number}",
                place=entries[1].path,
                variant="repeated",
                slots={"name": f"{name}{number}", "times": times},
                citations=place_entries(*entries),
            )


def _find_shared(case: Case) -> Iterator[Finding]:
    tables = [table.citation for _, table in case.jurisdiction.list_paytables()]
    series: dict[str, dict[str, InventoryEntry]] = {}
    for entry in case.jurisdiction.list_entries("clauses"):
        named = str(entry.data.get("series", ""))
        apart = named.casefold().startswith(_APART)
        if named and not apart and entry.data["number"].isdigit():
            series.setdefault(named, {})[entry.data["number"]] = entry
    names = [
        name
        for name, entries in series.items()
        if not any(
            overlap(place, table) for place in place_entries(*entries.values()) for table in tables
        )
    ]
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            shared = sorted(set(series[first]) & set(series[second]), key=int)
            if shared:
                entry = series[second][shared[0]]
                yield Finding(
                    subject=f"{first}/{second}",
                    place=entry.path,
                    variant="shared",
                    slots={"first": first, "second": second, "shared": shared},
                    citations=place_entries(series[first][shared[0]], entry),
                    severity=Severity.NOTE,
                )


@rule("DOC005", Severity.WARNING, supersedes=("GAP010",))
def placeholder_instead_of_date(case: Case) -> Iterator[Finding]:
    """The document has a placeholder where a date belongs.

    The text may be a draft, and does not show that it is approved or in force.

    Example: an approval date of XX/XX/XX.
    """
    for entry in case.jurisdiction.list_entries("dates"):
        if entry.data.get("placeholder"):
            what, printed = str(entry.data["what"]), str(entry.data["printed"])
            key = f"identity.{what.replace(' ', '_')}"
            yield Finding(
                subject=f"{what}={printed}",
                place=entry.path,
                slots={"what": what, "printed": printed},
                statements=(key,) if key in case.jurisdiction.statements else (),
                citations=place_entries(entry),
                joins=False,
            )


_EDITION = ("identity.version", "identity.effective_date", "identity.approval_date")
_AUTHOR = "identity.authority"


def list_missing_of_edition(case: Case) -> tuple[str, ...]:
    """The statements on version, dates and author that are not made; none if a version or date is stated.

    A placeholder for a date has its own rule.
    """
    if any(item.data.get("placeholder") for item in case.jurisdiction.list_entries("dates")):
        return ()
    silent = [
        key
        for key in (*_EDITION, _AUTHOR)
        if case.jurisdiction.statements[key].standing is Standing.SILENT
    ]
    return tuple(silent) if set(_EDITION) <= set(silent) else ()


@rule("DOC014", supersedes=("GAP010",))
def no_version_or_date(case: Case) -> Iterator[Finding]:
    """The document has neither a version nor a date.

    The text that was examined or approved cannot be distinguished from an earlier or later one.

    Example: a title, directly followed by the rules.
    """
    missing = list_missing_of_edition(case)
    if missing:
        title = case.jurisdiction.statements["identity.title"]
        yield Finding(
            subject="edition",
            place=title.path,
            variant="author" if _AUTHOR in missing else "",
            statements=missing,
            citations=title.citations,
            joins=False,
        )


_BROKEN_ROW = 4
"""A defect of at most so many lines is one of a row, not of a whole table."""


@rule("DOC012", kind=Kind.LANGUAGE)
def rejoined_rows(case: Case) -> Iterator[Finding]:
    """Rows of a paytable, or clauses, are broken in the supplied text and repaired in the specification.

    This is not a defect of the document. The figures of these rows depend on the repair and should be
    compared with the original.

    Example: two cells are joined, the Envy Bonus of one paytable and the payout of the next.
    """
    document = case.jurisdiction
    small = [
        (entry, entry.citation)
        for entry in document.list_entries("extraction")
        if entry.citation and entry.citation.last - entry.citation.first < _BROKEN_ROW
    ]
    for wager in document.wagers:
        lines = [line.citation for table in wager.paytables for line in table.lines]
        broken = [entry for entry, place in small if any(overlap(place, line) for line in lines)]
        small = [(entry, place) for entry, place in small if entry not in broken]
        yield from _report_broken(wager.id, broken)
    joined = [entry for entry, place in small if len(_list_clauses(case, place)) > 1]
    yield from _report_broken("", joined)


def _list_clauses(case: Case, place: Citation) -> set[str]:
    """The clauses on some lines that state a rule on money."""
    rules = case.jurisdiction.house_way.get("rules", ())
    places = [build_citation(item["at"]) for item in rules if "at" in item]
    for statement in case.jurisdiction.list_statements():
        if statement.parameter.moves is not Moves.NOTHING:
            places += statement.citations
    return {
        item.clause.partition(", sentence ")[0]
        for item in places
        if overlap(item, place) and item.last - item.first < _BROKEN_ROW
    }


def _report_broken(wager: str, broken: Sequence[InventoryEntry]) -> Iterator[Finding]:
    if broken:
        yield Finding(
            subject=wager or "clauses",
            place=broken[0].path,
            variant="" if wager else "clauses",
            slots={
                "wager": wager,
                "rows": [(place_entries(item), item.data["what"]) for item in broken],
            },
            citations=place_entries(*broken),
        )


@rule("DOC006", kind=Kind.LANGUAGE)
def unused_term(case: Case) -> Iterator[Finding]:
    """A term is defined but not used.

    The rule that uses it may be missing. A term near an open point is reported there.

    Example: the glossary defines an action pile, and no step of play has piles.
    """
    asked = [place for item in case.jurisdiction.list_statements() for place in item.near]
    for entry in case.jurisdiction.list_entries("terms"):
        if "defined" in entry.data and not entry.data["used"]:
            term = str(entry.data["term"])
            place = read_lines(case.jurisdiction, entry.data["defined"])
            if not any(overlap(place, near) for near in asked):
                yield Finding(
                    subject=term, place=entry.path, slots={"term": term}, citations=(place,)
                )


@rule("DOC007", kind=Kind.LANGUAGE)
def undefined_term(case: Case) -> Iterator[Finding]:
    """A term of the game is used but not defined.

    Its meaning then comes from another document or from custom. Left out are terms that the document
    describes or uses as a heading, terms that every player knows (`plain`), references, misprints, and terms
    that money depends on (GAP012).

    Example: a hand is reconstructed, and the document does not state when that is possible.
    """
    for entry in case.jurisdiction.list_entries("terms"):
        if _is_explained(entry) or entry.data.get("question") or _is_named(case, entry):
            continue
        term = str(entry.data["term"])
        yield Finding(
            subject=term,
            place=entry.path,
            slots={"term": term},
            citations=tuple(read_lines(case.jurisdiction, lines) for lines in entry.data["used"]),
        )


def _is_explained(entry: InventoryEntry) -> bool:
    """Whether a term is defined, described, plain, answered wherever it is used, or not used at all."""
    explained = {"defined", "described", "plain"} & set(entry.data)
    answered = {str(lines) for lines in entry.data.get("answered", ())}
    return bool(explained) or {str(lines) for lines in entry.data["used"]} <= answered


def _is_named(case: Case, entry: InventoryEntry) -> bool:
    """Whether a heading, a reference or a misprint contains the term."""
    term = str(entry.data["term"]).casefold()
    inventory = case.jurisdiction.list_entries
    names = [
        *(str(item.data["number"]) for item in inventory("clauses")),
        *(str(item.data["to"]) for item in inventory("references")),
        *(str(item.data["printed"]) for item in inventory("misprints")),
    ]
    return any(term in name.casefold() for name in names)


@rule("GAP012", Severity.WARNING, supersedes=("GAP002", "GAP003", "GAP004", "GAP010"))
def money_depends_on_undefined_term(case: Case) -> Iterator[Finding]:
    """Money depends on a term that the document does not define.

    The dealer decides what it means, and whoever loses by it disputes it. The specification names the open
    point, the meaning assumed and the wagers.

    Example: a round is void, and the document does not state whether wagers are returned.
    """
    for entry in case.jurisdiction.list_entries("terms"):
        if _is_explained(entry) or not entry.data.get("question"):
            continue
        term, taken = str(entry.data["term"]), entry.data.get("taken")
        answered = {str(lines) for lines in entry.data.get("answered", ())}
        used = [str(lines) for lines in entry.data["used"]]
        keys, wagers = tuple(entry.data.get("statements", ())), entry.data.get("decides", ())
        statements = [case.jurisdiction.by_key[key] for key in keys]
        deferred = any(item.deferred_to for item in statements)
        yield Finding(
            subject=term,
            place=entry.path,
            variant="in-part" if answered & set(used) else "",
            slots={
                "term": term,
                "question": entry.data["question"],
                "wording": entry.data.get("wording", ""),
                "where": entry.data.get("where", ""),
                "answered": [
                    read_lines(case.jurisdiction, lines) for lines in used if lines in answered
                ],
            },
            statements=keys,
            wagers=tuple(wagers),
            citations=tuple(
                read_lines(case.jurisdiction, lines) for lines in used if lines not in answered
            ),
            used=Other(taken) if taken else None,
            assumed=()
            if taken
            else tuple(
                (item.key, item.value)
                for item in statements
                if item.standing is Standing.SILENT and item.value is not None
            ),
            price=_price_push(case, keys, wagers) or _explain_term(statements, wagers),
            downgraded=Downgrade.OWN_CLAUSE,
            roots=frozenset({OTHER_TEXTS} if deferred else ()),
        )


def _explain_term(statements: Sequence[Statement], wagers: Sequence[str]) -> Price:
    """Why the effect of another meaning was not calculated: a statement of it has an issue of its own."""
    for item in statements:
        if list_supported(item) and item.parameter.moves is Moves.ROUND:
            return no_effect(explain_round(item.parameter.topic))
        if list_supported(item):
            missing = (NotCalculated(reason=NoEffect.NOT_CALCULABLE, wager=name) for name in wagers)
            return Price((), tuple(missing))
    return no_effect(NoEffect.OTHER_MEANING)


_PUSH, _WHEN = "comparison.bank_hand_push", "comparison.bank_hand_push_when"


def _price_push(case: Case, keys: Collection[str], wagers: Collection[str]) -> Price | None:
    """The effects if the push on a hand of the bank also applied to wagers with a paytable.

    None for a term that is not about that push, or only about the standard wager.
    """
    when = case.jurisdiction.statements[_WHEN].value
    if _PUSH not in keys or not isinstance(when, HandCondition):
        return None
    effects: list[Effect] = []
    for wager in case.jurisdiction.wagers:
        pairs = [
            (table.id, *edges)
            for table in (wager.paytables if wager.id in wagers else ())
            if (edges := _count_push(case, wager, table, when)) is not None
        ]
        if pairs:
            effects += price_change(wager, pairs, Basis.PUSH_APPLIES).effects
    return Price(tuple(effects)) if effects else None


def _count_push(
    case: Case, wager: Wager, table: Paytable, when: HandCondition
) -> tuple[Fraction, Fraction] | None:
    """The house edge without and with a push of the wager on a hand of the bank."""

    def push(terms: WagerTerms) -> WagerTerms:
        first = terms.lines[0]
        line = replace(
            first,
            id="push on the bank's hand",
            player=HandCondition(),
            bank=when,
            pays=first.pays.put(PUSHES),
            envy=None,
        )
        return replace(terms, lines=(line, *terms.lines))

    try:
        before, after = case.replace_terms(wager, table, push, case.least_stake(wager, table))
    except CertifyError:
        return None
    return case.edge(before, 0)[0], case.edge(after, 0)[0]


@rule("DOC008", kind=Kind.LANGUAGE)
def misprint(case: Case) -> Iterator[Finding]:
    """A word, a sign or a number is misprinted.

    Misprinted words are one finding and misprinted signs another, each with the corrections. A capital letter
    is not a misprint. A misprinted amount of money is reported on its own (GAP016).

    Example: payable instead of paytable.
    """
    signs: dict[tuple[str, str], list[InventoryEntry]] = {}
    words: dict[tuple[str, str], list[InventoryEntry]] = {}
    for entry in case.jurisdiction.list_entries("misprints"):
        printed, meant = str(entry.data["printed"]), str(entry.data["meant"])
        if _is_amount(case, printed, meant):
            continue
        if re.sub(r"\W", "", printed) == re.sub(r"\W", "", meant) and not re.search(
            r"\d-", printed
        ):
            signs.setdefault((printed, meant), []).append(entry)
        elif printed.casefold() != meant.casefold():
            words.setdefault((printed, meant), []).append(entry)
    for subject, found in (("signs", signs), ("words", words)):
        entries = [entry for each in found.values() for entry in each]
        if entries:
            yield Finding(
                subject=subject,
                place=entries[0].path,
                variant=subject,
                slots={
                    "count": len(entries),
                    "misprints": [(place_entries(*each), *texts) for texts, each in found.items()],
                },
                citations=place_entries(*entries),
            )


def _is_amount(case: Case, printed: str, meant: str) -> bool:
    """Whether the figures of an amount of money are misprinted."""
    money = rf"[$€£¥]\s*\d|\d\s*{case.jurisdiction.currency}\b|\b{case.jurisdiction.currency}\s*\d"
    figures = [re.sub(r"[^\d.,]", "", text).strip(".,") for text in (printed, meant)]
    return bool(re.search(money, printed)) and figures[0] != figures[1]


@rule("GAP016", Severity.WARNING)
def misprinted_amount(case: Case) -> Iterator[Finding]:
    """An amount of money is printed in a way that allows two amounts.

    A mark or a digit more or less makes it ten or a hundred times as much, and the dealer cannot know which
    amount is meant.

    Example: $50,00, which can be 50, 5,000 or 50,000.
    """
    for entry in case.jurisdiction.list_entries("misprints"):
        printed, meant = str(entry.data["printed"]), str(entry.data["meant"])
        if not _is_amount(case, printed, meant):
            continue
        (place,) = place_entries(entry)
        affected = [
            item
            for item in case.jurisdiction.list_statements()
            if isinstance(item.value, Money)
            and any(overlap(place, citation) for citation in item.citations)
        ]
        yield Finding(
            subject=f"{printed}={meant}",
            place=entry.path,
            variant="" if affected else "alone",
            slots={"printed": printed, "meant": meant},
            statements=tuple(item.key for item in affected),
            wagers=tuple(
                dict.fromkeys(name for item in affected for name in list_touched(case, item))
            ),
            citations=(place,),
            sources=(Source(Other(printed), (place,)),),
            used=Other(meant),
            price=no_effect(NoEffect.OTHER_SUM),
            joins=False,
        )


_TRANSLATED = {
    "four": "4",
    "five": "5",
    "three": "3",
    "seven": "7",
    "w/": "with",
    "a": "",
    "an": "",
}
"""Small words and numerals that make no difference between two labels."""


@rule("DOC009", kind=Kind.LANGUAGE)
def inconsistent_names(case: Case) -> Iterator[Finding]:
    """One hand has two labels in the paytables, two rows have one label, or one term has two spellings.

    Two names for one thing read like two things, and a label on two rows does not show which of them applies.
    Rows under one label whose payouts contradict each other are reported with their effect (INT001).

    Example: three pairs are “Three Pair” on one paytable and “3 Pairs” on another.
    """
    for wager in case.jurisdiction.wagers:
        yield from _find_labels(wager)
        yield from _find_shared_labels(wager)
    yield from _find_spellings(case)


def _find_shared_labels(wager: Wager) -> Iterator[Finding]:
    """The labels that several rows of a paytable have, and whose payouts do not contradict each other."""
    for table in wager.paytables:
        rows: dict[str, list[Line]] = {}
        for line in table.lines:
            if line.printed != line.id:
                rows.setdefault(line.printed.casefold(), []).append(line)
        for lines in rows.values():
            clear = all(line.pays.standing is not Standing.CONFLICTING for line in lines)
            if len(lines) > 1 and clear:
                label = lines[0].printed
                yield Finding(
                    subject=f"{wager.id}:{table.id}:{label}",
                    place=lines[1].path,
                    variant="shared",
                    slots={
                        "label": label,
                        "times": len(lines),
                        "table": table.id,
                        "wager": wager.id,
                    },
                    citations=tuple(line.citation for line in lines),
                    roots=frozenset({f"rows {wager.id} {label}"}),
                )


def _find_labels(wager: Wager) -> Iterator[Finding]:
    """The hands with more than one label."""
    lines = [
        (paytable.id, line)
        for paytable in wager.paytables
        for line in paytable.lines
        if line.hand and line.printed
    ]
    for hand in dict.fromkeys(line.hand for _, line in lines):
        labels: dict[str, list[str]] = {}
        for table, line in lines:
            if line.hand == hand:
                labels.setdefault(line.printed, []).append(table)
        if len({_normalise(label).removesuffix(" no joker") for label in labels}) > 1:
            second = list(labels)[1]
            line = next(line for _, line in lines if line.hand == hand and line.printed == second)
            yield Finding(
                subject=f"{wager.id}:{hand}",
                place=line.path,
                slots={
                    "hand": hand,
                    "wager": wager.id,
                    "count": len(labels),
                    "labels": list(labels.items()),
                },
                citations=(line.citation,),
            )


def _find_spellings(case: Case) -> Iterator[Finding]:
    """The terms that differ only in capitals, hyphens or a plural."""
    seen: dict[str, str] = {}
    for entry in case.jurisdiction.list_entries("terms"):
        term = str(entry.data["term"])
        key = re.sub(r"[^a-z0-9]+", " ", term.casefold()).strip().removesuffix("s")
        first = seen.setdefault(key, term)
        if first != term:
            yield Finding(
                subject=key,
                place=entry.path,
                variant="spelling",
                slots={"first": first, "second": term},
                citations=tuple(
                    read_lines(case.jurisdiction, lines) for lines in entry.data["used"]
                ),
            )


def _normalise(label: str) -> str:
    """A label without capitals, signs and small words."""
    words = re.findall(r"[a-z0-9/]+", label.casefold())
    kept = [_TRANSLATED.get(word, word) for word in words]
    return " ".join(word for word in kept if word)


@rule("DOC011", kind=Kind.LANGUAGE)
def label_includes_lower_row(case: Case) -> Iterator[Finding]:
    """The label of a row also covers the hands of a lower row.

    The lower row, with the joker, is a special case of the upper one, whose label does not mention the joker.
    Only the order of the rows shows which of them applies.

    Example: a row for the seven-card straight flush, and one below for the same hand with the joker.
    """
    for wager in case.jurisdiction.wagers:
        found: dict[tuple[str, str], list[str]] = {}
        for paytable in wager.paytables:
            for place, upper in enumerate(paytable.lines):
                for lower in paytable.lines[place + 1 :]:
                    longer, shorter = _normalise(lower.printed), _normalise(upper.printed)
                    if shorter and longer.startswith(f"{shorter} ") and "joker" in longer:
                        found.setdefault((upper.printed, lower.printed), []).append(paytable.id)
        for (upper_label, lower_label), names in found.items():
            table = wager.paytable(names[0])
            line = next(item for item in table.lines if item.printed == upper_label)
            yield Finding(
                subject=f"{wager.id}:{upper_label}/{lower_label}",
                place=line.path,
                slots={"upper": upper_label, "lower": lower_label, "tables": names},
                citations=(line.citation,),
            )


@rule("DOC013", kind=Kind.LANGUAGE)
def unused_footnote_mark(case: Case) -> Iterator[Finding]:
    """A note begins with a footnote mark, and no word of the document has that mark.

    The document does not show which words the note belongs to.

    Example: an asterisk before a note under a table, and none in the table.
    """
    for entry in case.jurisdiction.list_entries("references"):
        if entry.data["kind"] == "mark" and not entry.data["supplied"]:
            yield Finding(
                subject=str(entry.data["to"]), place=entry.path, citations=place_entries(entry)
            )
