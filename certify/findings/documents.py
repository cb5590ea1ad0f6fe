"""DOC: the document as a document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from certify.findings.case import Case
from certify.findings.finding import Draft, Kind, Price, Severity
from certify.findings.phrases import (
    begin,
    cite,
    cite_lines,
    join_words,
    name_class,
    name_tables,
    overlap,
    read_lines,
    trim,
)
from certify.findings.registry import rule
from certify.spec.model import Citation, Entry, Standing, Statement

_NUMBER = re.compile(r"(.*?)([0-9]+)([^0-9]*)")
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


def _places(*entries: Entry) -> tuple[Citation, ...]:
    return tuple(entry.citation for entry in entries if entry.citation)


def _list_series(case: Case) -> dict[tuple[str, str], list[tuple[int, Entry]]]:
    """Numbered clauses by series and by what stands before their last number."""
    series: dict[tuple[str, str], list[tuple[int, Entry]]] = {}
    for entry in case.jurisdiction.list_entries("clauses"):
        found = _NUMBER.fullmatch(entry.data["number"])
        named = str(entry.data.get("series", ""))
        if found and (named or re.fullmatch(r"[0-9().a-z]+", entry.data["number"])):
            series.setdefault((named, found[1]), []).append((int(found[2]), entry))
    return series


@rule("DOC001", severity=Severity.WARNING)
def number_missing(case: Case) -> Iterator[Draft]:
    """A series of numbers skips one.

    Something was taken out or forgotten, and references to it may be left.

    Example: paytables 1, 2, 3, 4, 6 and 7.
    """
    for (series, before), numbers in _list_series(case).items():
        present = {number for number, _ in numbers}
        for number in range(min(present), max(present)):
            if number in present:
                continue
            after = next(entry for value, entry in numbers if value > number)
            earlier = [entry for value, entry in numbers if value < number]
            name = f"{series} {before}{number}".strip()
            places = _places(*earlier[-1:], after)
            yield Draft(
                f"The numbering skips {name}: it goes from {earlier[-1].data['number']} to "
                f"{after.data['number']} (lines {join_words(place.lines for place in places)}), and nothing "
                "says what became of it.",
                after.path,
                name,
                f"{name} is missing",
                f"What became of {name}?",
                citations=places,
                evidence={"missing": name, "present": ", ".join(map(str, sorted(present)))},
                cure="Say what became of it, or number anew.",
            )


@rule("DOC002", severity=Severity.WARNING)
def number_twice(case: Case) -> Iterator[Draft]:
    """A number stands twice in one series.

    A reference to it points to two places.

    Example: two clauses 3.2.
    """
    for (series, before), numbers in _list_series(case).items():
        for number, count in Counter(value for value, _ in numbers).items():
            if count > 1:
                entries = [entry for value, entry in numbers if value == number]
                name = f"{series} {before}{number}".strip()
                yield Draft(
                    f"{name} stands {count} times (lines "
                    f"{join_words(place.lines for place in _places(*entries))}).",
                    entries[1].path,
                    name,
                    f"{name} stands twice",
                    f"Which {name} is meant where it is referred to?",
                    citations=_places(*entries),
                    evidence={"number": name, "times": str(count)},
                    cure="Give each its own number.",
                )


@rule("DOC003", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def number_in_two_series(case: Case) -> Iterator[Draft]:
    """The same numbers are used for two series of clauses of one document.

    A reference by number alone is ambiguous.

    Example: sections 1 to 5, and an appendix whose parts are numbered 1 to 8 again.
    """
    tables = [table.citation for _, table in case.jurisdiction.list_paytables()]
    series: dict[str, dict[str, Entry]] = {}
    for entry in case.jurisdiction.list_entries("clauses"):
        named = str(entry.data.get("series", ""))
        if named and named.casefold() != "contents" and entry.data["number"].isdigit():
            series.setdefault(named, {})[entry.data["number"]] = entry
    names = [
        name
        for name, entries in series.items()
        if not any(
            overlap(place, table) for place in _places(*entries.values()) for table in tables
        )
    ]
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            shared = sorted(set(series[first]) & set(series[second]), key=int)
            if shared:
                entry = series[second][shared[0]]
                yield Draft(
                    f"{first} and {second} share the numbers {join_words(shared)}.",
                    entry.path,
                    f"{first}/{second}",
                    citations=_places(series[first][shared[0]], entry),
                    evidence={"first": first, "second": second, "shared": ", ".join(shared)},
                    cure="Number one of them differently.",
                )


@rule("DOC004", severity=Severity.WARNING)
def rows_with_one_label(case: Case) -> Iterator[Draft]:
    """Two rows of one table have the same label and different contents.

    Which row applies is a matter of luck. What the rows leave open is told and priced with it.

    Example: two rows for the bank's hand without joker, one at 7 to 1 and one at 10 to 1.
    """
    tables: dict[tuple[str, str], list[Entry]] = {}
    for entry in case.jurisdiction.list_entries("labels"):
        key = (str(entry.data["table"]), str(entry.data["printed"]).casefold())
        tables.setdefault(key, []).append(entry)
    for (table, _), entries in tables.items():
        if len(entries) < 2:
            continue
        places = _places(*entries)
        rows = [item for item in _list_open_rows(case) if _touches(item, places)]
        label = str(entries[0].data["printed"])
        yield Draft(
            f"{len(entries)} rows of the {table} table carry one label, “{label}” (lines "
            f"{join_words(place.lines for place in places)}), and differ in what they pay.",
            entries[1].path,
            f"{table}:{label}",
            f"{table}: two rows with one label",
            f"What does each of the rows “{label}” stand for?",
            None,
            tuple(item.key for item in rows),
            tuple(dict.fromkeys(item.wager for item in rows if item.wager)),
            places,
            {"table": table, "label": label},
            cure="Give each row its own label.",
        )


def _list_open_rows(case: Case) -> Iterator[Statement]:
    """What lines pay, where the text does not settle it."""
    for _, paytable in case.jurisdiction.list_paytables():
        for line in paytable.lines:
            if line.pays.standing is not Standing.STATED:
                yield line.pays


def _touches(statement: Statement, places: tuple[Citation, ...]) -> bool:
    """Whether a row of several is among those that a statement rests on."""
    cited = [
        *statement.citations,
        *(item.citation for item in statement.alternatives if item.citation),
    ]
    return any(overlap(place, other) for place in places for other in cited)


@rule("DOC005", severity=Severity.WARNING)
def placeholder_for_a_date(case: Case) -> Iterator[Draft]:
    """A placeholder stands where a date belongs.

    The text is a draft, or the date was never filled in: its force cannot be shown.

    Example: an approval date of XX/XX/XX.
    """
    for entry in case.jurisdiction.list_entries("dates"):
        if entry.data.get("placeholder"):
            what, printed = str(entry.data["what"]), str(entry.data["printed"])
            yield Draft(
                f"{printed} stands in place of the {what} ({cite(*_places(entry))}): nothing shows that this "
                "text was ever approved.",
                entry.path,
                f"{what}={printed}",
                f"No {what}",
                f"What is the {what}?",
                citations=_places(entry),
                evidence={"what": what, "printed": printed},
                cure=f"Fill in the {what}.",
            )


@rule("DOC006", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def term_never_used(case: Case) -> Iterator[Draft]:
    """A term is defined and never used.

    The rule that would have used it may be missing: a defined copy without a consequence is one.

    Example: the glossary defines an action pile, and no step of play has piles.
    """
    for entry in case.jurisdiction.list_entries("terms"):
        if "defined" in entry.data and not entry.data["used"]:
            term = str(entry.data["term"])
            place = read_lines(entry.data["defined"])
            yield Draft(
                f"“{term}” is defined ({cite_lines([place])}) and never used.",
                entry.path,
                term,
                citations=(place,),
                evidence={"term": term},
                cure="Use the term where it is meant, or drop it.",
            )


@rule("DOC007", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def term_never_defined(case: Case) -> Iterator[Draft]:
    """A term of the game is used and never defined.

    Its meaning is taken from elsewhere, or from custom. Left out are terms that the document describes or
    heads a part with, that any player knows (the file says `plain`), that name a text pointed to, that are
    told as a misprint, and those on which money turns, which a rule of their own asks about.

    Example: a hand is reconstructed, and nothing says when it can be.
    """
    for entry in case.jurisdiction.list_entries("terms"):
        if _is_explained(entry) or entry.data.get("question") or _is_told(case, entry):
            continue
        term = str(entry.data["term"])
        places = tuple(read_lines(text) for text in entry.data["used"])
        yield Draft(
            f"“{term}” is used ({cite_lines(places)}) and never defined.",
            entry.path,
            term,
            citations=places,
            evidence={"term": term},
            cure="Define the term.",
        )


def _is_explained(entry: Entry) -> bool:
    """Whether a term is defined, described, plain, or not used at all."""
    explained = {"defined", "described", "plain"} & set(entry.data)
    return bool(explained) or not entry.data["used"]


def _is_told(case: Case, entry: Entry) -> bool:
    """Whether a heading bears the term, or another rule tells of it: a reference, a misprint."""
    term = str(entry.data["term"]).casefold()
    inventory = case.jurisdiction.list_entries
    names = [
        *(str(item.data["number"]) for item in inventory("clauses")),
        *(str(item.data["to"]) for item in inventory("references")),
        *(str(item.data["printed"]) for item in inventory("misprints")),
    ]
    return any(term in name.casefold() for name in names)


@rule("GAP012", severity=Severity.WARNING)
def money_turns_on_a_term(case: Case) -> Iterator[Draft]:
    """Money turns on a term that the text never defines.

    The file says what is asked of it and whose money it decides.

    Example: a round is void, and nothing says what becomes of the stakes.
    """
    for entry in case.jurisdiction.list_entries("terms"):
        if _is_explained(entry) or not entry.data.get("question"):
            continue
        term, question = str(entry.data["term"]), str(entry.data["question"])
        places = tuple(read_lines(text) for text in entry.data["used"])
        taken = f" We take: {entry.data['taken']}." if "taken" in entry.data else ""
        yield Draft(
            f"“{term}” is used ({cite_lines(places)}) and never defined. {question}{taken}",
            entry.path,
            term,
            f"What “{term}” means",
            question,
            None,
            tuple(entry.data.get("statements", ())),
            tuple(entry.data.get("decides", ())),
            places,
            {"term": term},
            Price((), "what else it could mean is not said"),
            "Define the term.",
        )


@rule("DOC008", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def misprint(case: Case) -> Iterator[Draft]:
    """A word is printed that cannot be meant.

    The same slip in several places is one finding. A capital letter more or less is none.

    Example: payable for paytable.
    """
    slips: dict[tuple[str, str], list[Entry]] = {}
    for entry in case.jurisdiction.list_entries("misprints"):
        printed, meant = str(entry.data["printed"]), str(entry.data["meant"])
        if printed.casefold() != meant.casefold():
            slips.setdefault((printed, meant), []).append(entry)
    for (printed, meant), entries in slips.items():
        places = _places(*entries)
        yield Draft(
            f"“{printed}” is printed ({cite(*places)}); meant is: {trim(meant)}.",
            entries[0].path,
            f"{printed} for {meant}",
            citations=places,
            evidence={"printed": printed, "meant": meant},
            cure="Correct it.",
        )


@rule("DOC009", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def class_under_two_labels(case: Case) -> Iterator[Draft]:
    """Paytables of one document give one class two labels.

    A label that says more in one place than in another makes both uncertain.

    Example: the seven-card straight flush, on some tables with the words that it has no joker.
    """
    for wager in case.jurisdiction.wagers:
        labels: dict[str, dict[str, list[str]]] = {}
        for paytable in wager.paytables:
            for line in paytable.lines:
                if line.hand and line.printed:
                    labels.setdefault(line.hand, {}).setdefault(line.printed, []).append(
                        paytable.id
                    )
        for hand, found in labels.items():
            if len({_normalise(label) for label in found}) < 2:
                continue
            printed = list(found)
            line = next(
                line
                for paytable in wager.paytables
                for line in paytable.lines
                if line.printed == printed[1] and line.hand == hand
            )
            yield Draft(
                f"{begin(name_class(hand))} is labelled "
                + join_words(
                    f"“{label}” on {name_tables(tables)}" for label, tables in found.items()
                )
                + ".",
                line.path,
                f"{wager.id}:{hand}",
                citations=(line.citation,),
                evidence={f"label {number}": label for number, label in enumerate(printed, 1)},
                cure="Use one label.",
            )


def _normalise(label: str) -> str:
    """A label without case, marks and small words, so that only what it says is left."""
    words = re.findall(r"[a-z0-9/]+", label.casefold())
    kept = [_TRANSLATED.get(word, word) for word in words]
    return " ".join(word for word in kept if word)


@rule("DOC010", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def term_in_two_spellings(case: Case) -> Iterator[Draft]:
    """Two terms differ only in capitals, hyphens or a plural.

    One thing under two names reads like two things.

    Example: Low Hand in one clause and Low hand in another.
    """
    seen: dict[str, Entry] = {}
    for entry in case.jurisdiction.list_entries("terms"):
        term = str(entry.data["term"])
        key = re.sub(r"[^a-z0-9]+", " ", term.casefold()).strip().removesuffix("s")
        if key in seen and seen[key].data["term"] != term:
            other = str(seen[key].data["term"])
            yield Draft(
                f"“{other}” and “{term}” are two spellings of one term.",
                entry.path,
                key,
                citations=tuple(read_lines(lines) for lines in entry.data["used"]),
                evidence={"first": other, "second": term},
                cure="Use one spelling.",
            )
        seen.setdefault(key, entry)


@rule("DOC011", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def label_without_its_limit(case: Case) -> Iterator[Draft]:
    """The label of a line does not leave out the hands of a lower line.

    The line with the joker is a special case of the one whose label does not mention it, and pays less;
    only the order of the lines shows what is meant.

    Example: a line for the seven-card straight flush, and one below for the same with the joker.
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
            table = next(item for item in wager.paytables if item.id == names[0])
            line = next(item for item in table.lines if item.printed == upper_label)
            yield Draft(
                f"The label “{upper_label}” on {name_tables(names)} ({line.citation}) does not leave out the "
                f"hands of the line “{lower_label}” below it.",
                line.path,
                f"{wager.id}:{upper_label}/{lower_label}",
                citations=(line.citation,),
                evidence={"label": upper_label, "below": lower_label},
                cure="Add to the label that the hand holds no joker.",
            )
