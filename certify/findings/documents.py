"""DOC: the document as a document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from certify.findings.case import Case
from certify.findings.finding import Draft, Price, Severity
from certify.findings.phrases import join_words, name_class, name_tables, overlap, read_lines
from certify.findings.pricing import price_statement
from certify.findings.registry import rule
from certify.spec.model import Citation, Entry

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
            if number not in present:
                after = next(entry for value, entry in numbers if value > number)
                name = f"{series} {before}{number}".strip()
                yield Draft(
                    f"the numbering skips {name}",
                    after.path,
                    name,
                    _places(after),
                    {
                        "series": series or before,
                        "missing": str(number),
                        "present": ", ".join(str(value) for value in sorted(present)),
                    },
                    Price(),
                    "say what became of it, or number anew",
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
                    f"{name} stands {count} times",
                    entries[1].path,
                    name,
                    _places(*entries),
                    {"number": name, "times": str(count)},
                    Price(),
                    "give each its own number",
                )


@rule("DOC003", severity=Severity.NOTE)
def number_in_two_series(case: Case) -> Iterator[Draft]:
    """The same numbers are used for two series of clauses of one document.

    A reference by number alone is ambiguous.

    Example: sections 1 to 5, and an appendix whose parts are numbered 1 to 8 again.
    """
    series: dict[str, dict[str, Entry]] = {}
    for entry in case.jurisdiction.list_entries("clauses"):
        named = str(entry.data.get("series", ""))
        if named and named.casefold() != "contents" and entry.data["number"].isdigit():
            series.setdefault(named, {})[entry.data["number"]] = entry
    names = [
        name
        for name, entries in series.items()
        if not any(
            overlap(place, table.citation)
            for place in _places(*entries.values())
            for table in case.jurisdiction.paytables
        )
    ]
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            shared = sorted(set(series[first]) & set(series[second]), key=int)
            if shared:
                entry = series[second][shared[0]]
                yield Draft(
                    f"{first} and {second} share the numbers {join_words(shared)}",
                    entry.path,
                    f"{first}/{second}",
                    _places(series[first][shared[0]], entry),
                    {"first": first, "second": second, "shared": ", ".join(shared)},
                    Price(),
                    "number one of them differently",
                )


@rule("DOC004", severity=Severity.WARNING)
def rows_with_one_label(case: Case) -> Iterator[Draft]:
    """Two rows of one table have the same label and different contents.

    Which row applies is a matter of luck. Where the rows give a pay, the price is that of reading
    the label as it stands.

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
        conflict = next(
            (
                item
                for item in case.statements("conflicting")
                if all(any(overlap(place, said) for said in item.citations) for place in places)
            ),
            None,
        )
        price = price_statement(case, conflict) if conflict else Price()
        label = str(entries[0].data["printed"])
        yield Draft(
            f"{len(entries)} rows of {table} have the label {label!r}",
            entries[1].path,
            f"{table}:{label}",
            places,
            {"table": table, "label": label},
            price,
            "give each row its own label",
            Severity.ERROR if price.size else None,
        )


@rule("DOC005", severity=Severity.WARNING)
def placeholder_for_a_date(case: Case) -> Iterator[Draft]:
    """A placeholder stands where a date belongs.

    The text is a draft, or the date was never filled in: its force cannot be shown.

    Example: an approval date of XX/XX/XX.
    """
    for entry in case.jurisdiction.list_entries("dates"):
        if entry.data.get("placeholder"):
            what, printed = entry.data["what"], entry.data["printed"]
            yield Draft(
                f"{printed} stands in place of the {what}",
                entry.path,
                str(what),
                _places(entry),
                {"what": str(what), "printed": str(printed)},
                Price(),
                f"fill in the {what}",
            )


@rule("DOC006", severity=Severity.NOTE)
def term_never_used(case: Case) -> Iterator[Draft]:
    """A term is defined and never used.

    The rule that would have used it may be missing: a defined copy without a consequence is one.

    Example: the glossary defines an action pile, and no step of play has piles.
    """
    for entry in case.jurisdiction.list_entries("terms"):
        if "defined" in entry.data and not entry.data["used"]:
            term = str(entry.data["term"])
            yield Draft(
                f"the term {term!r} is defined and never used",
                entry.path,
                term,
                (read_lines(entry.data["defined"]),),
                {"term": term},
                Price(),
                "use the term where it is meant, or drop it",
            )


@rule("DOC007", severity=Severity.NOTE)
def term_never_defined(case: Case) -> Iterator[Draft]:
    """A term of the game is used and never defined.

    Its meaning is taken from elsewhere, or from custom.

    Example: an ace-high pai gow is paid, and nothing says what it is.
    """
    for entry in case.jurisdiction.list_entries("terms"):
        if "defined" not in entry.data and entry.data["used"]:
            term = str(entry.data["term"])
            yield Draft(
                f"the term {term!r} is used and never defined",
                entry.path,
                term,
                tuple(read_lines(lines) for lines in entry.data["used"]),
                {"term": term},
                Price(),
                "define the term",
            )


@rule("DOC008", severity=Severity.NOTE)
def misprint(case: Case) -> Iterator[Draft]:
    """A word is printed that cannot be meant.

    Where it stands in the label of a row whose content is in conflict, it is a warning: it may be
    the cause.

    Example: payable for paytable.
    """
    disputed = [place for item in case.statements("conflicting") for place in item.citations]
    twice: Counter[tuple[object, ...]] = Counter()
    for entry in case.jurisdiction.list_entries("misprints"):
        printed, meant = str(entry.data["printed"]), str(entry.data["meant"])
        places = _places(entry)
        key = (printed, places[0].lines if places else "")
        twice[key] += 1
        again = f" ({twice[key]})" if twice[key] > 1 else ""
        causes = _is_label(case, printed, places) and any(
            overlap(place, other) for place in places for other in disputed
        )
        yield Draft(
            f"misprint: {printed!r}, meant is {meant!r}",
            entry.path,
            f"{printed} at {places[0].lines if places else ''}{again}",
            places,
            {"printed": printed, "meant": meant},
            Price(),
            "correct it",
            Severity.WARNING if causes else None,
        )


def _is_label(case: Case, printed: str, places: tuple[Citation, ...]) -> bool:
    """Whether the misprint is part of a row's label."""
    return any(
        printed.casefold() in str(entry.data["printed"]).casefold()
        and any(overlap(place, own) for place in places for own in _places(entry))
        for entry in case.jurisdiction.list_entries("labels")
    )


@rule("DOC009", severity=Severity.NOTE)
def class_under_two_labels(case: Case) -> Iterator[Draft]:
    """Paytables of one document give one class two labels.

    A label that says more in one place than in another makes both uncertain.

    Example: the seven-card straight flush, on some tables with the words that it has no joker.
    """
    labels: dict[str, dict[str, list[str]]] = {}
    for paytable in case.jurisdiction.paytables:
        for line in paytable.lines:
            labels.setdefault(line.hand, {}).setdefault(line.printed, []).append(paytable.id)
    for hand, found in labels.items():
        if len({_normalise(label) for label in found}) < 2:
            continue
        printed = list(found)
        line = next(
            line
            for paytable in case.jurisdiction.paytables
            for line in paytable.lines
            if line.printed == printed[1] and line.hand == hand
        )
        yield Draft(
            f"{name_class(hand)} has the labels "
            + join_words(f"{label!r} ({name_tables(tables)})" for label, tables in found.items()),
            line.path,
            hand,
            (line.citation,),
            {f"label {number}": label for number, label in enumerate(printed, 1)},
            Price(),
            "use one label",
        )


def _normalise(label: str) -> str:
    """A label without case, marks and small words, so that only what it says is left."""
    words = re.findall(r"[a-z0-9/]+", label.casefold())
    kept = [_TRANSLATED.get(word, word) for word in words]
    return " ".join(word for word in kept if word)


@rule("DOC010", severity=Severity.NOTE)
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
                f"{other!r} and {term!r} are two spellings of one term",
                entry.path,
                key,
                tuple(read_lines(lines) for lines in entry.data["used"]),
                {"first": other, "second": term},
                Price(),
                "use one spelling",
            )
        seen.setdefault(key, entry)
