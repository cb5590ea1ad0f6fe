"""Words that several rules use: names for people, questions, answers, places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from certify.base.figures import format_fraction
from certify.game.views import HandCondition
from certify.spec.catalogue import TOPICS, Kind
from certify.spec.model import (
    Citation,
    Entry,
    Jurisdiction,
    Line,
    Paytable,
    Said,
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


def count_things(number: int, word: str) -> str:
    """So many things."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def begin(text: str) -> str:
    """A text that begins a sentence: its first letter raised and no other touched."""
    return text[:1].upper() + text[1:]


def name_class(name: str) -> str:
    """A hand class for people."""
    text = name.replace("-", " ").replace("seven card", "seven-card")
    return f"{text.removesuffix(' joker')} with joker" if text.endswith(" joker") else text


def name_tables(names: Sequence[str]) -> str:
    """Paytables for people."""
    found = [name for name in dict.fromkeys(names) if name != "main"]
    if not found:
        return "the paytable"
    return f"{'paytable' if len(found) == 1 else 'paytables'} {join_words(found)}"


def name_topic(topic: str) -> str:
    """A heading for people."""
    return TOPICS.get(topic, topic.replace("-", " "))


def entitle(jurisdiction: Jurisdiction, statement: Statement) -> str:
    """A short title for what a statement is about, with the wager's name where it has one."""
    parameter = statement.parameter
    if statement.title:
        return f"{name_topic(parameter.topic)}: {statement.title}"
    title = parameter.title or name_topic(parameter.topic)
    wager = jurisdiction.find_wager(statement.wager or "")
    if wager is None or parameter.section == "envy":
        return begin(title)
    if statement.line:
        paytable = _find_paytable(wager, statement)
        return f"{wager.name}: {name_line(paytable.line(statement.line), paytable.lines)}"
    return f"{wager.name}: {title[:1].lower() + title[1:]}"


def _find_paytable(wager: Wager, statement: Statement) -> Paytable:
    """The paytable that a statement on a line belongs to."""
    return wager.paytable(statement.paytable) if statement.paytable else wager.paytables[0]


def ask(jurisdiction: Jurisdiction, statement: Statement) -> str:
    """The question that a statement answers, with the names of this document."""
    wager = jurisdiction.find_wager(statement.wager or "")
    line = ""
    if wager and statement.line:
        paytable = _find_paytable(wager, statement)
        line = place_line(paytable.line(statement.line), paytable.lines)
    asked = statement.question or statement.parameter.asks
    envy = " and be paid envy out of it" if wager and wager.has_envy else ""
    text = asked.replace("{wager}", wager.name if wager else "wager")
    return text.replace("{line}", line).replace("{envy}", envy)


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


def place_line(line: Line, lines: Sequence[Line]) -> str:
    """A line as a place: by its label, or where its hands are held."""
    name = name_line(line, lines)
    quoted = _has_label(line, lines) or line.hand or name.startswith(f"{line.printed}: ")
    return f"on the line “{name}”" if quoted else f"where {name}"


def name_line(line: Line, lines: Sequence[Line] = ()) -> str:
    """A line for people: as printed, or what it wants where other lines are printed alike."""
    if _has_label(line, lines):
        return line.printed
    if line.hand:
        return name_class(line.hand)
    sides = {
        who: describe_condition(condition)
        for who, condition in (("player", line.player), ("bank", line.bank))
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


def answer(statement: Statement, value: Value | None) -> str:
    """A value as a person would say it."""
    if value is None or isinstance(value, Other):
        return value.text if value else "nothing"
    if isinstance(value, str):
        return _answer_word(statement, value)
    if isinstance(value, Fraction):
        return format_fraction(value) if value else "none"
    if isinstance(value, HandCondition | tuple):
        return (
            describe_condition(value)
            if isinstance(value, HandCondition)
            else _describe_tuple(value)
        )
    if isinstance(value, Money) and not value.amount:
        return "any stake"
    return _describe_pay(statement, value) if isinstance(value, Pay) else str(value)


def _answer_word(statement: Statement, word: str) -> str:
    kind = statement.parameter.kind
    if kind is Kind.CHOICE:
        return statement.parameter.answer(word)
    return name_class(word) if kind is Kind.CLASS else word


def _describe_pay(statement: Statement, pay: Pay) -> str:
    if pay.money and not (pay.times or pay.meter):
        return str(Money(pay.money, statement.currency)).rstrip()
    if pay.money or pay.meter or statement.parameter.kind is Kind.ENVY:
        return str(pay)
    words = {"loses": "it loses", "pushes": "it pushes"}
    return words.get(str(pay), f"{format_fraction(pay.times)} to 1")


def _describe_tuple(value: tuple[object, ...]) -> str:
    if not value:
        return "none"
    if isinstance(value[0], Exclusion):
        return join_words(
            f"a {name_class(item.own)}"
            + (
                f" (yet another's {join_words(map(name_class, sorted(item.still_paid)), 'or')} is still "
                "paid to him)"
                if item.still_paid
                else ""
            )
            for item in value
            if isinstance(item, Exclusion)
        )
    return ", ".join(name_class(str(item)) for item in value)


def cite(*citations: Citation) -> str:
    """Places, for people: a clause is named once."""
    clauses: dict[tuple[str, str], list[Citation]] = {}
    for item in dict.fromkeys(citations):
        clauses.setdefault((item.document, item.clause), []).append(item)
    return "; ".join(
        str(places[0])
        if len(places) == 1
        else ", ".join(
            [
                *(word for word in clause if word),
                f"lines {join_words(item.lines for item in places)}",
            ]
        )
        for clause, places in clauses.items()
    )


def quote_answers(statement: Statement, others: Iterable[Value]) -> str:
    """The answer taken and the others, for whoever is to write one of them."""
    words = [f"“{answer(statement, value)}”" for value in dict.fromkeys(others)]
    if statement.value is None:
        return join_words(words, "or")
    return f"“{answer(statement, statement.value)}”, as we take it, or {join_words(words, 'or')}"


def tell_together(messages: Sequence[str]) -> str:
    """Messages that begin alike as one: what they share once, then what each adds."""
    if len(messages) == 1:
        return messages[0]
    first, *rest = messages
    length = min(
        next((n for n in range(len(first)) if not text.startswith(first[: n + 1])), len(first))
        for text in rest
    )
    shared = first[:length]
    for mark in (". ", "? ", "; "):
        if mark in shared:
            shared = shared[: shared.rindex(mark) + len(mark)]
            break
    else:
        return " ".join(messages)
    tails = [text[len(shared) :] for text in messages]
    if shared.endswith("; "):
        tails = [text.rstrip(".") for text in tails]
        return f"{shared}{'; '.join(tails)}."
    return shared + " ".join(tails)


def see(citations: Sequence[Citation]) -> str:
    """Where a subject is dealt with that a text does not settle; nothing where it is dealt with nowhere."""
    return f" (see {cite(*citations)})" if citations else ""


def cite_lines(citations: Iterable[Citation]) -> str:
    """The lines of many places, without their clauses."""
    lines = list(
        dict.fromkeys(item.lines for item in sorted(citations, key=lambda item: item.first))
    )
    return f"{'line' if len(lines) == 1 and '-' not in lines[0] else 'lines'} {join_words(lines)}"


def group_said(statement: Statement) -> dict[str, list[Said]]:
    """What a document says, by answer."""
    found: dict[str, list[Said]] = {}
    for said in statement.said:
        found.setdefault(answer(statement, said.value), []).append(said)
    return found


def list_evidence(statement: Statement) -> dict[str, str]:
    """The values of a statement as evidence: those said, or that assumed and its alternatives."""
    if statement.said and statement.value is not None:
        return {
            f"said {number}": f"{text} ({cite(*(said.citation for said in places))})"
            for number, (text, places) in enumerate(group_said(statement).items(), 1)
        }
    evidence = {}
    if statement.value is not None:
        evidence["assumed"] = answer(statement, statement.value)
    for number, item in enumerate(statement.alternatives, 1):
        evidence[f"alternative {number}"] = answer(statement, item.value)
    return evidence


def overlap(first: Citation, second: Citation) -> bool:
    """Whether two citations share a line."""
    return (
        first.document == second.document
        and first.first <= second.last
        and second.first <= first.last
    )


def place_entries(*entries: Entry) -> tuple[Citation, ...]:
    """Where entries of the inventory stand."""
    return tuple(entry.citation for entry in entries if entry.citation)


def read_lines(text: object) -> Citation:
    """Lines as they stand in the inventory."""
    start, _, end = str(text).partition("-")
    return Citation("", int(start), int(end or start))


def lower(text: str) -> str:
    """A sentence to go on within another one."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def trim(text: str) -> str:
    """A reason without its full stop."""
    return text.strip().rstrip(".")
