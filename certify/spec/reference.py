"""Writes the reference of a jurisdiction file from the catalogue of parameters: `make docs`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from certify.base.storage import write_file
from certify.game.views import CONDITIONS, Form
from certify.spec.catalogue import (
    ENVY,
    GAME,
    HOUSE_WAY,
    LINE_ENVY,
    LINE_PAYS,
    PAYTABLE_PARAMETERS,
    SECTIONS,
    WAGER,
    Moves,
    Parameter,
    Touches,
    ValueKind,
)

_KINDS = {
    ValueKind.TEXT: "a text of our own",
    ValueKind.COUNT: "a whole number",
    ValueKind.MONEY: "money, `5 USD`",
    ValueKind.FRACTION: "a share, `1/20`",
    ValueKind.PAYS: "a pay, as on a line",
    ValueKind.ENVY: "money, or `{times: 2}`",
    ValueKind.CHARGE: "money, or a share of the wager, `1/100`",
    ValueKind.CLASS: "a hand class",
    ValueKind.CLASSES: "hand classes, highest first",
    ValueKind.CONDITION: "a condition, as on a line",
    ValueKind.EXCLUSIONS: "a list of `{own, still_paid}`",
}
_TOUCHES = {
    Touches.STANDARD: "of the standard wager",
    Touches.LINES: "of wagers with lines",
    Touches.ENVY: "of envy",
    Touches.EVERY: "of every wager",
}

_HEAD = """\
# The parameters of a jurisdiction file

Written by `make docs` from the catalogue (`certify/spec/parameters`). How a file is written is told in
[jurisdictions.md](jurisdictions.md).

*Moves* states what another value can change: **odds** (the figures), **round** (some round outside the
conditions of the figures: fouls, irregularities, cover, limits), **incomplete** (whether the figure leaves
something out) or nothing; [the last table](#what-each-value-changes) lists it value by value. Every value may
also be `{other: in our own words}`, except texts. A value with a star is one that a document can state and
that is not modelled: the wagers that it touches have no figure. *Reading* is the key for
`--reading KEY=VALUE`; where
there is none, the full name of the parameter serves: `comparison.copy`, `fortune-bonus.foul`. `brings` takes
the same names.

For a thing that the game simply has not, write `{not_offered: true}`: it asks nothing of the document.
`{silent: true, assumed: …}` is for what a dealer will meet and the text should have settled: it is
a question, priced where money turns on it. `implied: true` beside a value is for what the text shows
without saying it as a rule, by an example or a table: the finding asks for the rule.

`copy_and_win`, `copy_and_lose` and `copy_both` follow from `copy` where the document does not say them and
one side wins a copy: the hand counts as won by that side. Where `copy` is `push` only `copy_both` follows.
What a copy beside a hand that is won or lost comes to does not: the wager may push, or the other hand may
decide it. So where any place of the text makes a copy a push, write `copy_and_win` and `copy_and_lose` out,
each with its own values, and do not leave them to `all: {not_offered: true}`; otherwise that reading gives no
figure.
`royal_match` is `royal-flush-with-suited-king-queen` where the words name the royal flush and the two cards
beside it, and `king-queen-alone` where they name a king and queen and no royal flush."""


def build_reference() -> str:
    """The whole reference as Markdown."""
    parts = [_HEAD]
    for section, description in SECTIONS.items():
        parameters = [item for item in GAME if item.section == section]
        parts.append(_write_table(f"`{section}`", description, parameters))
    parts += [
        _write_table(
            "`house_way`",
            "What a house way states beside the questions of its own and its rules.",
            HOUSE_WAY,
        ),
        _write_table("A wager", "What each wager with lines states.", WAGER),
        _write_table("`envy` of a wager", "What a wager with envy payments states.", ENVY),
        _write_vocabulary(),
        _write_changes(),
    ]
    return "\n\n".join(parts) + "\n"


def _write_table(title: str, description: str, parameters: Iterable[Parameter]) -> str:
    rows = [_write_row(parameter) for parameter in parameters]
    return "\n".join(
        [
            f"## {title}",
            "",
            description,
            "",
            "| key | what it means | values | moves | topic | reading |",
            "|---|---|---|---|---|---|",
            *rows,
        ]
    )


def _write_row(parameter: Parameter) -> str:
    moves = "nothing"
    if parameter.moves is not Moves.NOTHING:
        moves = f"**{parameter.moves}** {_TOUCHES[parameter.touches]}"
    reading = f"`{parameter.reading}`" if parameter.reading else ""
    meaning = parameter.description
    if parameter.key in PAYTABLE_PARAMETERS:
        meaning += " A paytable may state it for itself."
    cells = (
        f"`{parameter.name}`",
        meaning,
        _write_values(parameter),
        moves,
        parameter.topic,
        reading,
    )
    return f"| {' | '.join(cells)} |"


def _write_values(parameter: Parameter) -> str:
    if parameter.kind is not ValueKind.CHOICE:
        return _KINDS[parameter.kind]
    return ", ".join(
        f"`{word}`{'*' if word in parameter.uncounted else ''}" for word in parameter.choices
    )


def _write_vocabulary() -> str:
    return "\n".join(
        [
            "## What a line can want of a hand",
            "",
            "| key | what it wants | values |",
            "|---|---|---|",
            *_list_conditions(),
        ]
    )


def _write_changes() -> str:
    return "\n".join(
        [
            "## What each value changes",
            "",
            "The tests put each value in the place of another one in many documents, and compare the odds,",
            "some hundred rounds and the findings (`tests/wagers/test_flips.py`).",
            "",
            "| parameter | value | what it changes |",
            "|---|---|---|",
            *(
                f"| `{parameter.key}` | {values} | {changed} |"
                for parameter in (*GAME, *HOUSE_WAY, *WAGER, LINE_PAYS, LINE_ENVY, *ENVY)
                for values, changed in list_changes(parameter)
            ),
        ]
    )


def list_changes(parameter: Parameter) -> Iterator[tuple[str, str]]:
    """The values of a parameter, those together that change the same, and what they change."""
    values = {f"`{word}`": parameter.find_moves(word) for word in parameter.choices}
    if not values:
        values[_KINDS[parameter.kind]] = parameter.find_moves()
    if parameter.kind is not ValueKind.TEXT:
        values["`{other: …}`"] = parameter.find_moves(own_words=True)
    for moves in dict.fromkeys(values.values()):
        alike = (value for value, own in values.items() if own is moves)
        yield ", ".join(alike), _tell_moves(parameter, moves)


def _tell_moves(parameter: Parameter, moves: Moves) -> str:
    match moves:
        case Moves.NOT_MODELLED:
            return f"**no figure** {_TOUCHES[parameter.touches]}: not modelled"
        case Moves.INCOMPLETE:
            return f"**incomplete**: whether a figure {_TOUCHES[parameter.touches]} leaves something out"
        case Moves.FINDING:
            return f"**finding** {parameter.finding}; no payment, because {parameter.because}"
        case Moves.NOTHING:
            return f"nothing, because {parameter.because}"
    return f"**{moves}** {_TOUCHES[parameter.touches]}"


def _list_conditions() -> Iterator[str]:
    forms = {
        Form.RANKS: "`9`, `A`, `2-6`, `K+`",
        Form.SET_HAND: "`{hand, rank}`",
        Form.NUMBERS: "`7`, `4-6`, `4+`",
        Form.FLAG: "`true`",
    }
    for record in CONDITIONS:
        values = forms.get(record.form) or ", ".join(f"`{word}`" for word in record.words)
        yield f"| `{record.key}` | {record.meaning} | {values} |"


if __name__ == "__main__":
    write_file(Path(sys.argv[1]), build_reference().encode())
