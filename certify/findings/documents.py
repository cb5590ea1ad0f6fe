"""DOC: the document as a document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from certify.findings.case import Case
from certify.findings.finding import Draft, Kind, Severity
from certify.findings.phrases import cite, join_words, overlap, place_entries
from certify.findings.registry import rule
from certify.spec.model import Citation, Entry, Standing, Statement

_NUMBER = re.compile(r"(.*?)([0-9]+)([^0-9]*)")


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
            places = place_entries(*earlier[-1:], after)
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
                    f"{join_words(place.lines for place in place_entries(*entries))}).",
                    entries[1].path,
                    name,
                    f"{name} stands twice",
                    f"Which {name} is meant where it is referred to?",
                    citations=place_entries(*entries),
                    evidence={"number": name, "times": str(count)},
                    cure="Give each its own number.",
                )


_APART = ("contents", "appendix", "annex", "schedule")
"""Parts of a document that bear numbers of their own."""


@rule("DOC003", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def number_in_two_series(case: Case) -> Iterator[Draft]:
    """The same numbers are used for two series of clauses of one document.

    A reference by number alone is ambiguous. An appendix, an annex or a schedule has numbers of its own, and
    nobody takes them for those of the text.

    Example: rules 1 to 5, and procedures that are numbered 1 to 8 again.
    """
    tables = [table.citation for _, table in case.jurisdiction.list_paytables()]
    series: dict[str, dict[str, Entry]] = {}
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
                yield Draft(
                    f"{first} and {second} share the numbers {join_words(shared)}.",
                    entry.path,
                    f"{first}/{second}",
                    citations=place_entries(series[first][shared[0]], entry),
                    evidence={"first": first, "second": second, "shared": ", ".join(shared)},
                    cure="Number one of them differently.",
                )


@rule("DOC004", severity=Severity.WARNING)
def rows_with_one_label(case: Case) -> Iterator[Draft]:
    """Two rows of one table have the same label and different contents.

    Which row applies is a matter of luck. Where one hand stands on both, the two pays are told and priced
    with the label.

    Example: two rows for the bank's hand without joker, one at 7 to 1 and one at 10 to 1.
    """
    tables: dict[tuple[str, str], list[Entry]] = {}
    for entry in case.jurisdiction.list_entries("labels"):
        key = (str(entry.data["table"]), str(entry.data["printed"]).casefold())
        tables.setdefault(key, []).append(entry)
    for (table, _), entries in tables.items():
        if len(entries) < 2:
            continue
        places = place_entries(*entries)
        rows = [item for item in _list_open_rows(case) if _touches(item, places)]
        if any(item.standing is Standing.CONFLICTING for item in rows):
            continue  # told with what the rows pay
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
                f"{printed} stands in place of the {what} ({cite(*place_entries(entry))}). Either this is a "
                "draft, or the date was never filled in; nothing shows that the text is in force.",
                entry.path,
                f"{what}={printed}",
                f"No {what}",
                f"What is the {what}?",
                citations=place_entries(entry),
                evidence={"what": what, "printed": printed},
                cure=f"Fill in the {what}.",
            )


EDITION = {
    "identity.version": "version",
    "identity.effective_date": "date of effect",
    "identity.approval_date": "date of approval",
}
"""By which an edition is known."""
_AUTHOR = {"identity.authority": "author"}


def list_missing_of_edition(case: Case) -> dict[str, str]:
    """What a document lacks of all that tells its editions apart; nothing where it bears any of it.

    A placeholder for a date has a rule of its own.
    """
    if any(item.data.get("placeholder") for item in case.jurisdiction.list_entries("dates")):
        return {}
    silent = {
        key: name
        for key, name in (EDITION | _AUTHOR).items()
        if case.jurisdiction.statements[key].standing is Standing.SILENT
    }
    return silent if set(EDITION) <= set(silent) else {}


@rule("DOC014", severity=Severity.NOTE)
def no_edition(case: Case) -> Iterator[Draft]:
    """The document bears neither a version nor a date.

    Nobody can tell which edition of it was examined or approved, nor whether another is in force.

    Example: a title, and below it at once the rules.
    """
    missing = list_missing_of_edition(case)
    if missing:
        title = case.jurisdiction.statements["identity.title"]
        places = f" ({cite(*title.citations)})" if title.citations else ""
        yield Draft(
            f"The document bears a title{places} and no {join_words(missing.values(), 'and no')}, so that "
            "nobody can tell which edition of it was examined or approved.",
            title.path,
            "edition",
            "No version or date",
            "Which edition of the document is this?",
            citations=title.citations,
            evidence=dict(missing),
            cure="Print a version and a date on the document, and whose it is.",
        )


_BROKEN_ROW = 4
"""A defect of so many lines at most is one of a row, not of a whole table."""


@rule("DOC012", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def rows_put_together(case: Case) -> Iterator[Draft]:
    """Rows of a paytable were broken in the text that was supplied, and are put together in the file.

    That is no defect of the document; but the figures of these rows rest on our reading of a broken text and
    should be compared with the original.

    Example: two cells run together, the envy of one paytable and the pay of the next.
    """
    for wager in case.jurisdiction.wagers:
        lines = [line.citation for table in wager.paytables for line in table.lines]
        broken = [
            entry
            for entry in case.jurisdiction.list_entries("extraction")
            if entry.citation is not None
            and entry.citation.last - entry.citation.first < _BROKEN_ROW
            and any(overlap(entry.citation, line) for line in lines)
        ]
        if broken:
            told = "; ".join(f"{entry.data['what']} ({entry.citation})" for entry in broken)
            yield Draft(
                f"Rows of the {wager.name} were broken in the text that we were given, and we put them "
                f"together: {told}.",
                broken[0].path,
                wager.id,
                "Rows put together from a broken text",
                "Do these rows stand so in the original document?",
                citations=tuple(entry.citation for entry in broken if entry.citation),
                evidence={
                    f"row {number}": str(entry.data["what"])
                    for number, entry in enumerate(broken, 1)
                },
                cure="None in the document; compare these rows with the original.",
            )
