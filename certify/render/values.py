"""Names, values and places as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from certify.base.figures import format_fraction, format_money
from certify.base.names import name_class
from certify.game.views import HandCondition
from certify.render.texts import STANDINGS
from certify.spec.catalogue import TOPICS, ValueKind
from certify.spec.model import (
    Citation,
    Jurisdiction,
    Line,
    Paytable,
    Statement,
    Wager,
)
from certify.spec.values import Exclusion, Money, Other, Pay, Value


def join_words(words: Iterable[str], last: str = "and") -> str:
    """A list as people write it."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def begin(text: str) -> str:
    """A text that begins a sentence: its first letter raised and no other touched."""
    return text[:1].upper() + text[1:]


def add_article(name: str) -> str:
    """A hand class with an article, where it takes one: a straight, three of a kind."""
    return (
        name if name.split(" ", maxsplit=1)[0] in {"two", "three", "four", "five"} else f"a {name}"
    )


def name_tables(names: Sequence[str]) -> str:
    """Paytables for people."""
    found = [name for name in dict.fromkeys(names) if name != "main"]
    if not found:
        return "the paytable"
    return f"{'paytable' if len(found) == 1 else 'paytables'} {join_words(_join_runs(found))}"


def _join_runs(names: Sequence[str]) -> list[str]:
    """Names with three or more consecutive numbers as first to last."""
    runs: list[list[str]] = []
    for name in names:
        if runs and _follows(runs[-1][-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    return [
        text
        for run in runs
        for text in ([f"{run[0]} to {run[-1].split(' ')[-1]}"] if len(run) > 2 else run)
    ]


def _follows(first: str, second: str) -> bool:
    one, two = (re.fullmatch(r"(\D*)(\d+)", name) for name in (first, second))
    return bool(one and two and one[1] == two[1] and int(one[2]) + 1 == int(two[2]))


def name_topic(topic: str) -> str:
    """A heading for people."""
    return TOPICS.get(topic, topic.replace("-", " "))


def _find_paytable(wager: Wager, statement: Statement) -> Paytable:
    """The paytable that a statement on a line belongs to."""
    return wager.paytable(statement.paytable) if statement.paytable else wager.paytables[0]


def fill(text: str, jurisdiction: Jurisdiction, statement: Statement | None = None) -> str:
    """A text with the document's own words in its slots: wager, row, banker, standard wager, Envy Bonus."""
    wager = jurisdiction.find_wager(statement.wager or "") if statement else None
    row = ""
    if wager and statement and statement.line:
        paytable = _find_paytable(wager, statement)
        bank = jurisdiction.names.bank
        row = place_line(paytable.line(statement.line), paytable.lines, bank)
    names = jurisdiction.names
    slots = {
        "wager": wager.name if wager else "bonus",
        "line": row,
        "bank": names.bank,
        "standard": names.standard,
        "envy": names.envy,
        "push": names.push,
    }
    for slot, word in slots.items():
        text = text.replace(f"{{{slot}}}", word)
    return text.replace("the dealer", f"the {names.bank}") if names.bank == "Dealer" else text


def _has_label(line: Line, lines: Sequence[Line]) -> bool:
    """Whether a line bears a printed label that no other line of its table bears."""
    return bool(
        line.printed
        and line.printed != line.id
        and sum(other.printed == line.printed for other in lines) < 2
    )


def _is_shared(line: Line) -> bool:
    """Whether a line that bears no label of its own bears one that several lines share."""
    return bool(line.printed and line.printed != line.id)


def _asks_both(lines: Sequence[Line]) -> bool:
    """Whether a line of a table is for hands of the player and of the bank at once."""
    return any(HandCondition() not in {item.player, item.bank} for item in lines)


def place_line(line: Line, lines: Sequence[Line], bank: str = "banker") -> str:
    """A row as part of a sentence: for its label, or if its hands are held."""
    name = name_line(line, lines, bank)
    quoted = _has_label(line, lines) or line.hand or name.startswith(f"{line.printed}: ")
    return f"for “{name}”" if quoted else f"if {name}"


def name_line(line: Line, lines: Sequence[Line] = (), bank: str = "banker") -> str:
    """A row: as printed, or its condition if other rows are printed alike."""
    if _has_label(line, lines):
        return line.printed
    if line.hand:
        return name_class(line.hand)
    sides = {
        who: describe_condition(condition)
        for who, condition in (("player", line.player), (bank, line.bank))
        if condition != HandCondition()
    }
    if len(sides) == 1:
        ((who, text),) = sides.items()
        if _asks_both(lines):  # the line for both hands has taken its own deals out of this one
            return f"only the {who} holds {text}"
        return f"{line.printed}: {text}" if _is_shared(line) else f"the {who} holds {text}"
    text = join_words(f"the {who} holds {text}" for who, text in sides.items())
    return f"{line.printed}: {text}" if _is_shared(line) else text


def describe_condition(condition: HandCondition) -> str:
    """What a line wants of a hand, for people."""
    return join_words(condition.phrases) or "any hand"


def answer(jurisdiction: Jurisdiction, statement: Statement, value: Value | None) -> str:
    """A value of a statement in words."""
    match value:
        case None:
            text = "no value"
        case Other():
            text = value.text
        case str() if statement.parameter.kind is ValueKind.CHOICE:
            text = fill(statement.parameter.answer(value), jurisdiction, statement)
        case str():
            text = name_class(value) if statement.parameter.kind is ValueKind.CLASS else value
        case Fraction():
            text = _describe_share(value)
        case HandCondition():
            text = describe_condition(value)
        case tuple():
            text = _describe_tuple(value)
        case Money():
            text = describe_money(value) if value.amount else _describe_no_money(statement)
        case Pay():
            text = _describe_pay(statement, value)
        case _:
            text = str(value)
    return text


def describe_statement(jurisdiction: Jurisdiction, statement: Statement) -> str:
    """The value of a statement, how certain it is, and the alternatives that the document supports."""
    parts = [STANDINGS[statement.standing]]
    if statement.value is not None:
        parts.insert(0, answer(jurisdiction, statement, statement.value))
    others = [answer(jurisdiction, statement, value) for value in statement.other_values]
    if others:
        parts.append(f"alternative {join_words(others, 'or')}")
    return ", ".join(parts)


def _describe_share(value: Fraction) -> str:
    if not value:
        return "none"
    if (value * 10_000).denominator == 1:
        return f"{format_money(value * 100)}%"
    return format_fraction(value)


def _describe_no_money(statement: Statement) -> str:
    return "any amount" if statement.parameter.key == "envy.minimum_stake" else "none"


def describe_money(value: Money) -> str:
    """An amount of money: 5,000 USD."""
    if value.amount.denominator == 1:
        return f"{value.amount.numerator:,} {value.currency}".rstrip()
    return str(value)


_SIGNS = {"USD": "$", "SGD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}


def print_amount(value: Money) -> str:
    """An amount as a document prints it: $5,000."""
    sign = _SIGNS.get(value.currency, "")
    return (
        f"{sign}{describe_money(value).removesuffix(f' {value.currency}')}"
        if sign
        else describe_money(value)
    )


def _describe_pay(statement: Statement, pay: Pay) -> str:
    if pay.money and not (pay.times or pay.meter):
        return describe_money(Money(pay.money, statement.currency))
    if pay.money or pay.meter or statement.parameter.kind is ValueKind.ENVY:
        return str(pay)
    words = {"loses": "the wager loses", "pushes": "the wager is a push"}
    times = f"{pay.times.numerator:,}" if pay.times.denominator == 1 else str(pay.times)
    return words.get(str(pay), f"{times} to 1")


def _describe_tuple(value: tuple[object, ...]) -> str:
    if not value:
        return "none"
    if isinstance(value[0], Exclusion):
        named = [item for item in value if isinstance(item, Exclusion)]
        named.sort(key=lambda item: bool(item.still_paid))
        return join_words((_describe_exclusion(item, named[0]) for item in named), "or")
    return ", ".join(name_class(str(item)) for item in value)


def _describe_exclusion(item: Exclusion, first: Exclusion) -> str:
    own = f"a {name_class(item.own)}"
    paid = join_words((add_article(name_class(name)) for name in sorted(item.still_paid)), "or")
    if not paid:
        return own
    unless = f"(unless another player has {paid})"
    return f"{own} {unless}" if item is first else f"{unless} {own}"


def cite(*citations: Citation) -> str:
    """Places, for people: a clause is named once, and so are lines that several clauses share."""
    lines: dict[tuple[str, int, int], list[Citation]] = {}
    for item in dict.fromkeys(citations):
        lines.setdefault((item.document, item.first, item.last), []).append(item)
    clauses: dict[tuple[str, str], list[Citation]] = {}
    for same in lines.values():
        name = join_words(_join_runs([item.clause for item in same if item.clause]))
        places = clauses.setdefault((same[0].document, name), [])
        if not any(item.first <= same[0].first and same[0].last <= item.last for item in places):
            places.append(same[0])
    return "; ".join(
        ", ".join(
            [
                *(word for word in clause if word),
                str(replace(places[0], document="", clause=""))
                if len(places) == 1
                else f"lines {join_words(item.lines for item in places)}",
            ]
        )
        for clause, places in clauses.items()
    )


def cite_lines(*citations: Citation) -> str:
    """The lines of many places, without their clauses."""
    kept: list[Citation] = []
    for item in sorted(citations, key=lambda item: (item.first, -item.last)):
        if not kept or item.last > kept[-1].last:
            kept.append(item)
    lines = list(dict.fromkeys(item.lines for item in kept))
    return f"{'line' if len(lines) == 1 and '-' not in lines[0] else 'lines'} {join_words(lines)}"


def list_texts(items: Iterable[tuple[Sequence[Citation], *tuple[str, ...]]]) -> str:
    """Texts after their lines: a remark, or a misprint and its correction."""
    parts = []
    for places, *texts in sorted(items, key=lambda item: item[0][0].first):
        if len(texts) > 1 and not set(texts[0]) & set('“”"‘’'):
            texts[0] = f"“{texts[0]}”"
        parts.append(f"{cite_lines(*places)}: {' → '.join(texts)}")
    return " · ".join(parts)


def lower(text: str) -> str:
    """A sentence to go on within another one."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def trim(text: str) -> str:
    """A reason without its full stop."""
    return text.strip().rstrip(".")
