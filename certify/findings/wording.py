"""DOC and GAP: the words of a document, its terms, misprints, labels and marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from certify.findings.case import Case
from certify.findings.finding import Draft, Kind, Price, Severity
from certify.findings.grading import OWN_CLAUSE
from certify.findings.phrases import (
    answer,
    ask,
    begin,
    cite,
    cite_lines,
    join_words,
    name_class,
    name_tables,
    overlap,
    place_entries,
    read_lines,
)
from certify.findings.pricing import list_touched
from certify.findings.reach import price_reach
from certify.findings.registry import rule
from certify.findings.standing import OTHER_TEXTS
from certify.spec.model import Entry
from certify.spec.values import Money

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


@rule("DOC006", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def term_never_used(case: Case) -> Iterator[Draft]:
    """A term is defined and never used.

    The rule that would have used it may be missing: a defined copy without a consequence is one. What an open
    question points to is told there.

    Example: the glossary defines an action pile, and no step of play has piles.
    """
    asked = [place for item in case.jurisdiction.list_statements() for place in item.near]
    for entry in case.jurisdiction.list_entries("terms"):
        if "defined" in entry.data and not entry.data["used"]:
            term = str(entry.data["term"])
            place = read_lines(entry.data["defined"])
            if any(overlap(place, near) for near in asked):
                continue
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
    """Whether a term is defined, described, plain, answered wherever it is used, or not used at all."""
    explained = {"defined", "described", "plain"} & set(entry.data)
    answered = {str(lines) for lines in entry.data.get("answered", ())}
    return bool(explained) or {str(lines) for lines in entry.data["used"]} <= answered


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
    """Money turns on a term whose meaning the text leaves open.

    The file says what is asked of it and whose money it decides.

    Example: a round is void, and nothing says what becomes of the stakes.
    """
    for entry in case.jurisdiction.list_entries("terms"):
        if _is_explained(entry) or not entry.data.get("question"):
            continue
        term, question = str(entry.data["term"]), str(entry.data["question"])
        said = {str(lines) for lines in entry.data.get("answered", ())}
        used = [str(lines) for lines in entry.data["used"]]
        places = tuple(read_lines(lines) for lines in used if lines not in said)
        elsewhere = tuple(read_lines(lines) for lines in used if lines in said)
        says = f"; it does of its use in {cite_lines(elsewhere)}" if elsewhere else ""
        taken = f" We take: {entry.data['taken']}." if "taken" in entry.data else ""
        keys = tuple(entry.data.get("statements", ()))
        deferred = any(case.jurisdiction.by_key[key].deferred_to for key in keys)
        yield Draft(
            f"{question} The text speaks of “{term}” ({cite_lines(places)}) and does not say{says}.{taken}",
            entry.path,
            term,
            f"What “{term}” leaves open",
            question,
            None,
            keys,
            tuple(entry.data.get("decides", ())),
            places,
            {"term": term},
            price_reach(case, keys, entry.data.get("decides", ()))
            or Price((), "what another meaning of it would be worth is not counted"),
            "Define the term, or answer the question where it is used.",
            frozenset({OTHER_TEXTS} if deferred else ()),
            spared=OWN_CLAUSE,
        )


@rule("DOC008", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def misprint(case: Case) -> Iterator[Draft]:
    """A slip of wording, marks or numbering.

    All slips of words are one finding, with what is meant for each, and so are those of commas, quotation
    marks and other signs. One in the number of a clause counts as a word; a capital more or less is none. One
    in a sum of money is no slip of language: a rule of its own asks about it.

    Example: payable for paytable.
    """
    slips: dict[tuple[str, str], list[Entry]] = {}
    signs: list[Entry] = []
    for entry in case.jurisdiction.list_entries("misprints"):
        printed, meant = str(entry.data["printed"]), str(entry.data["meant"])
        if _is_sum(case, printed, meant):
            continue  # a question about money, which a rule of its own asks
        if re.sub(r"\W", "", printed) == re.sub(r"\W", "", meant) and not re.search(
            r"\d-", printed
        ):
            signs.append(entry)
        elif printed.casefold() != meant.casefold():
            slips.setdefault((printed, meant), []).append(entry)
    if signs:
        places = place_entries(*signs)
        yield Draft(
            f"A comma, quotation mark or other sign is slipped in {len(signs)} "
            f"{'place' if len(signs) == 1 else 'places'} ({cite_lines(places)})"
            + (f": {_show_signs(signs)}." if len(signs) <= _SHOWN else "."),
            signs[0].path,
            "signs",
            citations=places,
            evidence={"signs": ", ".join(str(entry.data["printed"]) for entry in signs)},
            cure="Correct them.",
        )
    if slips:
        entries = [entry for found in slips.values() for entry in found]
        told = "; ".join(
            f"“{printed}” ({cite_lines(place_entries(*found))}), meant: {meant}"
            for (printed, meant), found in slips.items()
        )
        yield Draft(
            f"{'A word is' if len(slips) == 1 else f'{len(slips)} words or phrases are'} slipped: {told}.",
            entries[0].path,
            "words",
            citations=place_entries(*entries),
            evidence=dict(slips.keys()),
            cure="Correct them.",
        )


def _is_sum(case: Case, printed: str, meant: str) -> bool:
    """Whether what is misprinted are the figures of a sum of money."""
    money = rf"[$€£¥]\s*\d|\d\s*{case.jurisdiction.currency}\b|\b{case.jurisdiction.currency}\s*\d"
    figures = [re.sub(r"[^\d.,]", "", text).strip(".,") for text in (printed, meant)]
    return bool(re.search(money, printed)) and figures[0] != figures[1]


@rule("GAP016", severity=Severity.WARNING)
def sum_misprinted(case: Case) -> Iterator[Draft]:
    """A sum of money is printed so that its figures can be read in two ways.

    A mark or a digit more or less makes ten or a hundred times as much; nobody who pays can tell which sum
    is meant, so it is no slip of language.

    Example: $50,00, which can be fifty, five thousand or fifty thousand.
    """
    for entry in case.jurisdiction.list_entries("misprints"):
        printed, meant = str(entry.data["printed"]), str(entry.data["meant"])
        if not _is_sum(case, printed, meant):
            continue
        (place,) = place_entries(entry)
        resting = [
            item
            for item in case.jurisdiction.list_statements()
            if isinstance(item.value, Money)
            and any(overlap(place, citation) for citation in item.citations)
        ]
        turns = join_words(
            f"{ask(case.jurisdiction, item)} (We take: {answer(item, item.value)}.)"
            for item in resting
        )
        yield Draft(
            f"“{printed}” ({cite(place)}) is no sum of money as it is printed; we take it for “{meant}”."
            f"{f' On it turns: {turns}' if turns else ''}",
            entry.path,
            f"{printed}={meant}",
            "A sum of money misprinted",
            f"Which sum is meant by “{printed}”?",
            None,
            tuple(item.key for item in resting),
            tuple(dict.fromkeys(name for item in resting for name in list_touched(case, item))),
            (place,),
            {"printed": printed, "meant": meant},
            Price((), "which other sum could be meant is not said"),
            "Print the sum anew.",
            joins=False,
        )


_SHOWN = 3
"""So many slips of signs are shown one by one."""


def _show_signs(entries: Sequence[Entry]) -> str:
    return join_words(f"“{item.data['printed']}” for “{item.data['meant']}”" for item in entries)


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


@rule("DOC013", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def mark_without_a_word(case: Case) -> Iterator[Draft]:
    """The mark of a footnote stands before the note and at no word.

    What the note belongs to is left to where it is printed.

    Example: an asterisk before a note under a table, and none in the table.
    """
    for entry in case.jurisdiction.list_entries("references"):
        if entry.data["kind"] == "mark" and not entry.data["supplied"]:
            target = str(entry.data["to"])
            yield Draft(
                f"The note begins with a mark ({cite(*place_entries(entry))}), and no word of the text bears "
                "that mark.",
                entry.path,
                target,
                citations=place_entries(entry),
                evidence={"mark": target},
                cure="Set the mark at the words it belongs to, or leave it out.",
            )


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
