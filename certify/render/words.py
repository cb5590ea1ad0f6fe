"""Values, names, places and texts with slots, in the words of one document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from string import Formatter
from typing import Any

from certify.base.names import name_class
from certify.findings.finding import Basis, Effect, Source
from certify.game.vocabulary import SHAPES
from certify.render.compare import describe_near
from certify.render.numbers import count, percent, points, span
from certify.render.texts import BASES
from certify.render.values import (
    add_article,
    answer,
    begin,
    cite,
    cite_lines,
    describe_money,
    fill,
    join_words,
    list_texts,
    lower,
    name_line,
    name_tables,
    name_topic,
    print_amount,
)
from certify.spec.catalogue import ValueKind
from certify.spec.model import Citation, Jurisdiction, Line, Statement
from certify.spec.readings import find_named
from certify.spec.values import Money, Other, Value
from certify.wagers.limits import STANDARD

OUTCOMES = {
    "none": "no payout",
    "tied": "hand of the paytable, tie with the {bank}",
    "not-beaten": "hand of the paytable, does not beat the {bank}",
    "win": "the player wins",
    "push": "push",
    "lose": "the {bank} wins",
}
"""The outcomes that have no row."""
_BLANKS = {
    ValueKind.MONEY: "[amount]",
    ValueKind.CHARGE: "[amount]",
    ValueKind.COUNT: "[number]",
}
_SETTINGS = 5
"""Groups of hands that are described."""
_NAMED = 3
"""Points that a title names."""
_NEVER_OMITTED = {
    Basis.AS_SET: "at most",
    Basis.ROW_IN: BASES[Basis.ROW_IN],
    Basis.STAKE_TAKEN: BASES[Basis.STAKE_TAKEN],
    Basis.PUSH_APPLIES: BASES[Basis.PUSH_APPLIES],
    Basis.BANK_SEEN_ON_ONE_SIDE: "if the player then sets optimally",
}
"""The conditions of a brief effect without which it would be another one."""


class Words(Formatter):
    """Formats the texts of findings with the names of one document.

    Forms of a slot: `class`, `classes`, `row`, `rows` (lines), `tables`, `wager`, `wagers`, `percent`,
    `points`, `cite`, `words`, `or`, `title` and `clause` of a statement's key, `value` (a Source), `lower`
    and `upper` first letter.
    """

    def __init__(self, jurisdiction: Jurisdiction) -> None:
        self.jurisdiction = jurisdiction

    def format_field(self, value: Any, format_spec: str) -> str:
        """One slot in a form."""
        for form in format_spec.split(",") if format_spec else ():
            value = _FORMS[form](self, value)
        return str(value)

    def statement(self, key: str) -> Statement | None:
        """The statement of a key; none for the rules of a house way."""
        return self.jurisdiction.by_key.get(key)

    def title(self, key: str) -> str:
        """The noun phrase for what a statement is about."""
        statement = self.statement(key)
        return (
            begin(self.fill_statement(statement.parameter.title, statement)) if statement else key
        )

    def clause(self, key: str) -> str:
        """What a statement settles, as a clause after "the document does not state"."""
        statement = self.statement(key)
        if statement is None:
            return key
        return self.fill_statement(statement.question or statement.parameter.asks, statement)

    def name_some(self, keys: Sequence[str]) -> str:
        """What the first statements of a list are about, and how many follow."""
        titles = [self.lower(self.title(key)) for key in keys]
        rest = len(titles) - _NAMED
        if rest < 2:
            return join_words(titles)
        return f"{', '.join(titles[:_NAMED])} and {rest} other points"

    def group(self, keys: Iterable[str]) -> str:
        """What statements settle, under the headings of their topics."""
        topics: dict[str, list[str]] = {}
        for key in keys:
            statement = self.statement(key)
            topic = statement.parameter.topic if statement else ""
            topics.setdefault(name_topic(topic), []).append(self.clause(key))
        return "".join(f" · {topic}: {'; '.join(clauses)}" for topic, clauses in topics.items())

    def sentence(self, key: str, value: Value, *, as_printed: bool = True) -> str:
        """The sentence that states a value of a parameter; empty where it has none."""
        statement = self.statement(key)
        if statement is None:
            return ""
        wording = statement.parameter.wording
        if not isinstance(wording, str):
            wording = wording.get(str(value), wording.get("any", ""))
        printed = (self.value_in_document if as_printed else self.value)(key, value)
        return begin(self.fill_statement(wording, statement).replace("{value}", printed))

    def recommend(self, key: str, value: Value) -> str:
        """The sentence that the document should contain: its own for the value used, or the parameter's."""
        statement = self.statement(key)
        own = statement.recommended if statement and value == statement.value else None
        return (own.sentence if own else "") or self.sentence(key, value)

    def propose(self, key: str) -> str:
        """A sentence on a point without a value: that of the document, or one with choices or a blank."""
        statement = self.statement(key)
        if statement is None:
            return ""
        if statement.recommended and statement.recommended.sentence:
            return statement.recommended.sentence
        parameter = statement.parameter
        wording = parameter.wording
        choices = [value for value in parameter.choices if value not in parameter.uncounted]
        if not isinstance(wording, str):
            return f"[{' / '.join(self.sentence(key, value) for value in choices)}]"
        blank = _BLANKS.get(parameter.kind, "")
        if choices:
            blank = f"[{' / '.join(self.value(key, value) for value in choices)}]"
        text = wording.replace("{value}", blank)
        return begin(self.fill_statement(text, statement)) if blank and wording else ""

    def value_in_document(self, key: str, value: Value | None) -> str:
        """A value as the document writes it."""
        if isinstance(value, Money) and value.amount:
            return print_amount(value)
        return self.value(key, value)

    def fill_statement(self, text: str, statement: Statement) -> str:
        """A text of a parameter's record with the names of this document."""
        return fill(text, self.jurisdiction, statement)

    def value(self, key: str, value: Value | None) -> str:
        """A value of a statement."""
        if isinstance(value, Other):
            return value.text
        statement = self.statement(key)
        return answer(self.jurisdiction, statement, value) if statement else str(value)

    def interpretation(self, readings: Mapping[str, Value]) -> str:
        """Readings, each as the title of its statement and the value."""
        parts = []
        for name, value in readings.items():
            found = find_named(self.jurisdiction, name)
            key = found[0].key if found else name
            parts.append(f"{self.title(key)}: {self.value(key, value)}")
        return "; ".join(parts)

    def wager(self, name: str) -> str:
        """The printed name of a wager."""
        found = self.jurisdiction.find_wager(name)
        if found is not None:
            return found.name
        return self.jurisdiction.names.standard if name == STANDARD else name

    def outcome(self, wager: str, paytable: str | None, name: str) -> str:
        """An outcome of a wager: its row, or the result."""
        found = self.jurisdiction.find_wager(wager)
        for table in found.paytables if found else ():
            for line in table.lines if table.id == (paytable or table.id) else ():
                if line.id == name:
                    return name_line(line, table.lines, self.jurisdiction.names.bank)
        return OUTCOMES.get(name, name_class(name)).format(bank=self.jurisdiction.names.bank)

    def missing(self, text: str) -> str:
        """Why a wager has no figure, with titles in the place of keys."""
        key, colon, rest = text.partition(": ")
        if not colon or self.statement(key) is None:
            return text
        return f"{self.title(key)}: {rest.replace('deferred to', 'left to')}"

    def list_values(self, key: str, wager: str, paytable: str | None) -> Iterator[Value]:
        """The value used for a statement of the document or of a paytable, and its alternatives."""
        found = self.jurisdiction.find_wager(wager)
        own = (
            [item.statements.get(key) for item in found.paytables if item.id == paytable]
            if found
            else []
        )
        for statement in (*own, self.statement(key)):
            if statement is not None and statement.value is not None:
                yield statement.value
                yield from statement.other_values

    def lower(self, text: str) -> str:
        """A sentence to go on within another one: names of wagers keep their capital letter."""
        names = self.jurisdiction.names
        own = [
            names.bank,
            names.standard,
            names.envy,
            *(item.name for item in self.jurisdiction.wagers),
        ]
        return text if any(text.startswith(name) for name in own) else lower(text)

    def conditions(self, effect: Effect, *, brief: bool = False) -> list[str]:
        """The conditions of a comparison: Envy Bonus, wager amount, other players, setting of hands.

        Briefly those that differ from the usual ones, without Envy Bonus and with the house way.
        """
        names = self.jurisdiction.names
        wager = self.jurisdiction.find_wager(effect.wager)
        parts = []
        if wager is not None and wager.has_envy:
            parts += [f"with {names.envy}"] if effect.other_players else []
            parts += [f"without {names.envy}"] if not (effect.other_players or brief) else []
        if Basis.FULL_TABLE in effect.basis:
            parts = [f"with {names.envy}", f"at {effect.stake}"]
        elif effect.other_players:
            parts.append(f"at {effect.stake} with {count(effect.other_players, 'other player')}")
        elif effect.other_players is None and effect.stake is not None:
            parts.append(f"at {effect.stake}")
        bases = [BASES[item].format(bank=names.bank) for item in effect.basis if not brief]
        if brief:
            bases = [
                brief_text for item in effect.basis if (brief_text := _NEVER_OMITTED.get(item))
            ]
        parts += filter(None, bases)
        if effect.assumed_house_way:
            parts.append(f"assuming the house way of {effect.assumed_house_way}")
        return parts

    def place(self, citations: Citation | Sequence[Citation]) -> str:
        """Cited places."""
        return cite(*((citations,) if isinstance(citations, Citation) else citations))

    def pair(self, lines: tuple[Line, Line]) -> str:
        """Two payouts that one hand qualifies for."""
        both = " and ".join(
            f"{name_class(str(line.hand))} ({self.value(line.pays.key, line.pays.value)})"
            for line in lines
        )
        return f"{both} ({cite(*(line.citation for line in lines))})"

    def source(self, source: Source, key: str) -> str:
        """A value and the places that state it."""
        return self.value(source.statement or key, source.value)


def describe_setting(group: Mapping[str, Any]) -> str:
    """Hands that two house ways set differently, with an example."""
    own, other = group["lows"]
    return f"{group['hands']:,} such as {group['example']} ({own}, {other}; “{group['rules'][0]}”)"


def _list_settings(groups: Sequence[Mapping[str, Any]]) -> str:
    """The largest groups of hands that two house ways set differently."""
    shown = "; ".join(map(describe_setting, groups[:_SETTINGS]))
    rest = sum(int(group["hands"]) for group in groups[_SETTINGS:])
    return f"{shown}; {rest:,} others" if rest else shown


def _each(form: str) -> Any:
    def apply(words: Words, values: Iterable[Any]) -> str:
        return join_words(words.format_field(item, form) for item in values)

    return apply


_FORMS: dict[str, Any] = {
    "class": lambda _, value: name_class(value),
    "classes": _each("class"),
    "row": lambda _, line: name_class(line.hand) if line.hand else f"“{name_line(line)}”",
    "rows": _each("row"),
    "tables": lambda _, value: name_tables([value] if isinstance(value, str) else value),
    "wager": lambda words, value: words.wager(value),
    "wagers": _each("wager"),
    "percent": lambda _, value: percent(Fraction(value)),
    "span": lambda _, value: span(*value),
    "points": lambda _, value: points(Fraction(value)),
    "cite": lambda words, value: words.place(value),
    "lines": lambda _, value: cite_lines(*value),
    "listed": lambda _, value: join_words(map(str, value)) or "none",
    "words": lambda _, value: join_words(map(str, value)),
    "or": lambda _, value: join_words(map(str, value), "or"),
    "title": lambda words, value: words.title(value),
    "titles": _each("title"),
    "clause": lambda words, value: words.clause(value),
    "clauses": lambda words, value: "; ".join(words.clause(key) for key in value),
    "grouped": lambda words, value: words.group(value),
    "clauses_and": lambda words, value: ", and ".join(words.clause(key) for key in value),
    "asked": lambda _, value: (
        value if value.endswith("?") else f"The document does not state {value}"
    ),
    "amount": lambda _, value: print_amount(value),
    "both": lambda _, value: join_words(
        (" and ".join(add_article(name_class(str(line.hand))) for line in pair) for pair in value),
        "or",
    ),
    "text": lambda _, value: value if value.startswith(("the ", "a ", "§")) else f"the {value}",
    "value": lambda words, value: words.source(value, value.statement),
    "all_stated": lambda words, value: " ".join(
        words.recommend(item.statement, item.value) for item in value
    ),
    "near": lambda words, value: describe_near(words.jurisdiction, value),
    "conditions": lambda words, value: (
        f" ({', '.join(found)})" if (found := words.conditions(value)) else ""
    ),
    "by_line": lambda _, value: list_texts(value),
    "labels": lambda _, value: " · ".join(
        f"“{label}” on {name_tables(names)}" for label, names in value
    ),
    "count": lambda _, value: f"{value:,}",
    "some": lambda words, value: words.name_some(value),
    "settings": lambda _, value: _list_settings(value),
    "shapes": lambda _, value: "; ".join(f"{n:,} with {SHAPES[shape]}" for shape, n in value),
    "topics": lambda _, value: "; ".join(lower(name_topic(item)) for item in value),
    "pairs": lambda words, value: join_words(map(words.pair, value), "or"),
    "topic": lambda _, value: name_topic(value),
    "money": lambda _, value: describe_money(value) if isinstance(value, Money) else f"{value:,}",
    "lower": lambda words, value: words.lower(value),
    "upper": lambda _, value: begin(value),
}
