"""A finding and an issue as text: the title, and labelled rows that every output lays out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from fractions import Fraction

from certify.base.names import name_class
from certify.findings.finding import Basis, Bounds, Effect, Finding, Kind, NotCalculated, Source
from certify.findings.issue import Issue
from certify.findings.open_points import DependentHands
from certify.render.numbers import count, percent, points, span, span_points
from certify.render.quotes import Quotes
from certify.render.texts import DOWNGRADES, NO_EFFECT, Texts, find_texts
from certify.render.values import (
    begin,
    cite,
    cite_lines,
    join_words,
    name_tables,
    print_amount,
    trim,
)
from certify.render.words import Words
from certify.spec.model import Citation, Jurisdiction, Recommended
from certify.spec.values import Money, Value

Row = tuple[str, str]
"""A label and its text."""
_IN_TITLE = 140
"""Characters of values that fit into a title."""
_ONE_FACT = {"XJD001", "XJD003"}
"""The rules whose differences from several documents are one fact if their effects are equal."""
_ASSUMED = "Assumed for {}, which does not state it:"
_OTHER = "\0"
"""Takes the place of the other document where texts are compared."""
_INFERRED = {"deck.royal_match_joker"}
"""Points whose value follows from a general rule, not from a sentence of its own."""
_VERBS = ("is ", "rotates ")
"""What a value begins with that is no part of a list."""
_COMMON = 3
"""Words that titles have in common at least where they are named once."""
_TITLES = 3
"""Defects of language that a title names."""


class FindingText:
    """The text of one finding in the words of its document, with quotations where there are any.

    A brief text names places by their lines alone, and effects without the usual conditions.
    """

    def __init__(
        self, words: Words, finding: Finding, quotes: Quotes | None = None, *, brief: bool = False
    ) -> None:
        self.words = words
        self.finding = finding
        self.quotes = quotes
        self.brief = brief
        self.cite = cite_lines if brief else cite
        self.key = finding.statements[0] if finding.statements else ""

    @property
    def _texts(self) -> Texts:
        return find_texts(self.finding.code, self.finding.variant)

    def _fill(self, text: str) -> str:
        slots = {
            "contradiction": self._contradict(),
            "related": self._relate(),
            "among": self._list_values(),
            "sentence": self._state_used(),
            "that": self.words.lower(self._state_used().rstrip(".")),
            "key": self.key,
            "keys": self.finding.statements,
            "wagers": self.finding.wagers,
            "places": self.finding.citations,
            **asdict(self.words.jurisdiction.names),
            **self.finding.slots,
        }
        return self.words.vformat(text, (), slots)

    def _list_values(self) -> str:
        """The contradictory values after a colon, if they are short enough for a title."""
        texts = list(
            dict.fromkeys(self.words.source(item, self.key) for item in self.finding.sources)
        )
        return f": {join_words(texts, 'or')}" if 0 < sum(map(len, texts)) <= _IN_TITLE else ""

    def _contradict(self) -> str:
        """What contradicts what: two stated values, or a stated value and places that imply another one."""
        implied = [item for item in self.finding.sources if item.implied]
        stated = [item for item in self.finding.sources if not item.implied]
        title = self.words.title(self.key)
        if implied and stated and self.key in _INFERRED:
            return f"The document does not state clearly {self.words.clause(self.key)}"
        if not implied or not stated:
            return f"{title} is contradictory{self._list_values()}"
        value = stated[0].value
        sentence = self.words.sentence(self.key, value) if value is not None else ""
        says = self.words.lower(sentence.rstrip("."))
        states = (
            f"The document states that {says}"
            if says
            else f"{title}: the document states that {self.words.source(stated[0], self.key)}"
        )
        places = cite_lines(*(place for item in implied for place in item.citations)).replace(
            "; ", " and "
        )
        return f"{states}, but {places} can be read otherwise"

    @property
    def title(self) -> str:
        """The defect, in one line."""
        if self.finding.code == "XJD001":
            return title_difference(self.words, [self.finding])
        return begin(self._fill(self._texts.title))

    @property
    def problem(self) -> str:
        """What is wrong, where the other rows do not show it."""
        parts = [begin(self._fill(self._texts.problem)).strip(), *self._describe_setting()]
        return " ".join(filter(None, parts))

    def _describe_setting(self) -> Iterator[str]:
        """How many hands depend on a point of the house way, with an example."""
        statement = self.words.statement(self.key)
        found = self.finding.slots.get("setting")
        if (
            statement is not None
            and statement.is_of_house_way
            and isinstance(found, DependentHands)
        ):
            used = self.words.value(self.key, self.finding.used)
            other = self.words.value(self.key, found.other)
            yield (
                f"{found.hands:,} hands depend on it. Example: {found.example}, low hand {found.low} "
                f"({used}) or {found.other_low} ({other})."
            )

    @property
    def action(self) -> str:
        """What the author of the document should do."""
        return begin(self._fill(self._texts.action))

    @property
    def where(self) -> str:
        """The place of the recommended wording, and what to do there."""
        if self.finding.code == "GAP004":
            return self._place_assumed()
        where = self._fill(self._texts.where)
        own_place = self.finding.code == "GAP012" or self.finding.code.startswith("HWY")
        if self._recommended.where and not (where and own_place):
            return self._recommended.where
        if where:
            return begin(where)
        finding = self.finding
        others = [
            item
            for item in finding.sources
            if item.value != finding.used and item.value is not None and not item.document
        ]
        if others and finding.used is not None:
            return self._replace(others)
        worded = [self.words.statement(key) for key in finding.statements if self._recommend(key)]
        near = [place for item in worded if item for place in (*item.citations, *item.near)]
        places = [item for item in finding.citations if item in near] or finding.citations
        return f"After {self._follow(places[0])}, add" if places else "In a new clause, state"

    def _place_assumed(self) -> str:
        """One place for all assumptions, where each has that place or follows one that has."""
        found = [self.words.statement(key) for key, _ in self.finding.assumed]
        own = [item.recommended if item else None for item in found]
        places = {item.where for item in own if item and item.where}
        if len(places) == 1 and own[0] and own[0].where and None not in own:
            return places.pop()
        return "In new clauses, state" if len(own) > 1 else "In a new clause, state"

    def _follow(self, place: Citation) -> str:
        """A place after which a sentence can stand: the end of a paytable for a place in its rows."""
        tables = (
            table.citation for item in self.words.jurisdiction.wagers for table in item.paytables
        )
        around = [
            table
            for table in tables
            if table.document == place.document and table.first <= place.first <= table.last
        ]
        if not around:
            return self.cite(place)
        return f"the paytable ({self.cite(max(around, key=lambda table: table.last))})"

    def _replace(self, others: Sequence[Source]) -> str:
        """What to do where the document has another value: only an amount is replaced."""
        place = self.cite(*(place for item in others for place in item.citations))
        old, new = others[0].value, self.finding.used
        if isinstance(old, Money) and isinstance(new, Money):
            return f"In {place}, replace “{print_amount(old)}” with"
        if any(item.implied for item in others):
            return f"After {place}, add"
        return f"In {place}, change only the words on this point, so that they state"

    @property
    def wording(self) -> str:
        """The recommended sentence: that of the rule, or of the parameter's record with the value used."""
        if self._recommended.wording and self.finding.used is not None:
            return self._recommended.wording
        if self._texts.wording:
            return self._fill(self._texts.wording)
        if self.finding.kind is not Kind.OWN:
            return self._state_assumed()
        if self.finding.used is not None:
            if isinstance(self.finding.used, Money) and self.where.endswith(" with"):
                return print_amount(self.finding.used)
            return self.words.sentence(self.key, self.finding.used)
        return " ".join(filter(None, map(self._recommend, self.finding.statements)))

    def _state_assumed(self) -> str:
        """The sentences on all assumptions that a note lists; empty where one of them has none."""
        assumed = self.finding.assumed if self.finding.code == "GAP004" else ()
        sentences = [self.words.recommend(key, value) for key, value in assumed]
        return " ".join(sentences) if all(sentences) else ""

    def _recommend(self, key: str) -> str:
        """The sentence on a point that is not addressed; with blanks where nothing is assumed."""
        if not self._recommends_all:
            return ""
        value = self._find_value(key)
        if value is None:
            return self.words.propose(key) if self.finding.code == "GAP002" else ""
        return self.words.recommend(key, value)

    @property
    def _recommended(self) -> Recommended:
        """The wording for the value used that is this document's own, as far as there is one."""
        statement = self.words.statement(self.key)
        if self.finding.kind is not Kind.OWN or statement is None:
            return Recommended()
        other = self.finding.used is not None and self.finding.used != statement.value
        return (None if other else statement.recommended) or Recommended()

    def _find_value(self, key: str) -> Value | None:
        statement = self.words.statement(key)
        return statement.value if statement else None

    @property
    def _recommends_all(self) -> bool:
        """Whether each statement of the finding is a point that the document does not address."""
        return self.finding.code.startswith("GAP")

    def _relate(self) -> str:
        """The rules of another document that differ together with this one, stated and assumed."""
        linked: Sequence[Source] = self.finding.slots.get("linked", ())  # type: ignore[assignment]
        details = {item.statement for item in linked}
        parts = []
        for assumed, text in ((False, "Related rules of {} that also differ:"), (True, _ASSUMED)):
            own = [
                item
                for item in linked
                if item.implied is assumed and f"{item.statement}_when" not in details
            ]
            if own:
                said = self.words.format_field(own, "all_stated")
                parts.append(f"{text.format(self.finding.slots['other'])} {said}")
        return " ".join(parts)

    def _state_used(self) -> str:
        used = self.finding.used
        return self.words.sentence(self.key, used) if used is not None else ""

    def list_sources(self) -> list[tuple[str, tuple[Citation, ...], Source]]:
        """Each stated value with its places; only places where no value is stated."""
        return [
            (
                self.words.source(item, self.key) if item.value is not None else "",
                item.citations,
                item,
            )
            for item in self.finding.sources
        ]

    @property
    def source(self) -> str:
        """The sources in one text: value, quotation and place of each; a list by lines names them itself."""
        finding = self.finding
        if "by_line" in self._texts.problem:
            return ""
        sources = self.list_sources() or [("", finding.citations, Source(None, finding.citations))]
        parts = [self._describe_source(*item) for item in sources]
        left = ""
        if finding.deferred_to and not self.brief:
            left = (
                f"Left to {self.words.format_field(finding.deferred_to, 'text')} (not supplied): "
            )
        text = " · ".join(filter(None, parts))
        return f"{left}{text}" if text else ""

    def _describe_source(self, value: str, places: tuple[Citation, ...], item: Source) -> str:
        implied = ", implied" if item.implied else ""
        if not item.document and self.finding.slots.get("lacks_here"):
            return "This document: no such rule"
        of = f"{item.document}, " if item.document else ""
        quoted: dict[str, list[Citation]] = {}
        for place in places:
            quoted.setdefault(self.quote(place, value, item.document), []).append(place)
        if self.finding.code == "XJD003" and set(quoted) <= {""}:
            value = f"no row for {name_class(str(self.finding.slots['hand']))}"
        if set(quoted) <= {""}:
            cited = f"{of}{self.cite(*places)}" if places else item.document
            return f"{value} ({cited}{implied})" if value else cited
        texts = [
            f"“{quote}” ({of}{self.cite(*found)}{implied})"
            if quote
            else f"{of}{self.cite(*found)}{implied}"
            for quote, found in quoted.items()
        ]
        return f"{value}: {'; '.join(texts)}" if value else "; ".join(texts)

    def quote(self, place: Citation, value: str, document: str = "") -> str:
        """The sentence that a place is cited for; empty without the reader's copy of the document."""
        return (
            self.quotes.find(place, list(self._list_subjects(value)), document)
            if self.quotes
            else ""
        )

    def _list_subjects(self, value: str) -> Iterator[str]:
        """Words that the sentence should contain, the most specific first."""
        for name in ("term", "printed", "label", "target", "upper"):
            if name in self.finding.slots:
                yield str(self.finding.slots[name])
        yield value
        for key in self.finding.statements[:6]:
            statement = self.words.statement(key)
            if statement is not None:
                yield self.words.clause(key)
                yield statement.parameter.hints
        yield self.title

    @property
    def used(self) -> str:
        """The value used, with the reason."""
        finding = self.finding
        if finding.used is None:
            return self._list_points(finding.assumed)
        reason = f", because {trim(finding.because)}" if finding.because else ""
        return f"{begin(self.words.value(self.key, finding.used))}{reason}"

    @property
    def alternative(self) -> str:
        """The other values that the words of the document support."""
        parts = []
        for item in self.finding.alternatives:
            text = self.words.value(self.key, item.value)
            if item.implies:
                text += f"; this implies: {self._list_points(item.implies)}"
            if item.because:
                text += f", because {trim(item.because)}"
            said = [one for one in self.finding.sources if one.value == item.value]
            if item.citation is not None:
                text += f" ({cite(item.citation)})"
            elif said:
                verb = "implied" if said[0].implied else "stated"
                text += f" ({verb} in {cite(*said[0].citations)})"
            parts.append(text)
        return begin("; or ".join(parts))

    def _list_points(self, points: Iterable[tuple[str, Value]]) -> str:
        return " ".join(
            self.words.sentence(key, value)
            or f"{self.words.title(key)}: {self.words.value(key, value)}."
            for key, value in points
        )

    @property
    def effect(self) -> str:
        """The effects, wager by wager, and what was not calculated."""
        parts = [*describe_effects(self.words, self.finding.effects, by_minimum=self.is_minimum)]
        parts += [explain_missing(self.words, item) for item in self.finding.price.missing]
        return ". ".join(begin(part) for part in dict.fromkeys(filter(None, parts)))

    @property
    def largest_effect(self) -> str:
        """The largest effect, or why there is none."""
        effect = self.finding.effect
        if effect is None:
            return self.effect
        minimum = self.is_minimum
        return describe_effect(self.words, effect, by_minimum=minimum, brief=self.brief)

    @property
    def fix(self) -> str:
        """The recommended wording with its place, or the recommended action."""
        return self._list_wording() or self.action

    @property
    def short_effect(self) -> str:
        """The largest effect without the name of the wager, if its title or the paytable shows it."""
        effect = self.finding.effect
        name = begin(self.words.wager(effect.wager)) if effect else ""
        if name.lower() not in self.title.lower() and self.largest_effect.startswith(f"{name}:"):
            return self.largest_effect
        return self.largest_effect.removeprefix(name).lstrip(" :")

    @property
    def first_fix(self) -> str:
        """The fix for an output without the other rows, to which an action may refer."""
        listed = "by_line" in self._texts.problem or "other points" in self.title
        return self.fix.rstrip(".") + " (see --explain)." if listed else self.fix

    @property
    def short_fix(self) -> str:
        """The place and the first sentence of a recommended wording of several, and how many follow."""
        first, *rest = re.split(r"(?<=[.!?]) (?=[A-Z])", self.wording)
        if not rest:
            return self.first_fix
        where = f"{self.where}: " if self.where else ""
        return f"{where}“{first}” and {count(len(rest), 'more sentence')} (see --explain)"

    @property
    def is_minimum(self) -> bool:
        """Whether it compares minimum wagers for the Envy Bonus: one side of its effects is without it."""
        statement = self.words.statement(self.key)
        return statement is not None and statement.parameter.key == "envy.minimum_stake"

    def list_rows(self) -> Iterator[Row]:
        """The labelled rows of the finding; every output lays out these and nothing else."""
        finding = self.finding
        label = "Interpretation used" if finding.sources else "Assumption"
        used = "As in the recommended wording" if self._repeats_assumption else self.used
        rows = [
            ("", self.problem),
            ("Source", self.source),
            (label, used),
            ("Alternative", self.alternative),
            ("Effect", self.effect),
            ("Why not an error", self.why_not_an_error),
            (self.name_wording, self._list_wording()),
            ("Recommended action", self.rest if self.wording else self.action),
        ]
        yield from ((label, begin(text)) for label, text in rows if text)

    @property
    def _repeats_assumption(self) -> bool:
        """Whether the wording states every value that is assumed for several points."""
        assumed = [self.words.recommend(key, value) for key, value in self.finding.assumed]
        return (
            self.finding.used is None
            and len(assumed) > 0
            and all(text and text in self.wording for text in assumed)
        )

    @property
    def name_wording(self) -> str:
        """Whether the wording follows from the document or is one of several that would do."""
        proposed = self.finding.code in {"GAP002", "GAP012"} and not self.used
        return "Possible wording" if proposed else "Recommended wording"

    @property
    def rest(self) -> str:
        """What is also to be stated, where the wording does not cover every statement of a finding."""
        if self._texts.wording or self.finding.used is not None or not self._recommends_all:
            return ""
        keys = [
            key
            for key in self.finding.statements
            if self._find_value(key) is None and not self._recommend(key)
        ]
        clauses = join_words(self.words.clause(key) for key in keys)
        return f"Also state {clauses}." if keys else ""

    @property
    def why_not_an_error(self) -> str:
        """Why it is not an error although its effect reaches the materiality; empty where it does not."""
        finding = self.finding
        if finding.downgraded is None or finding.price.size < finding.materiality:
            return ""
        return DOWNGRADES[finding.downgraded]

    def _list_wording(self) -> str:
        if not self.wording:
            return ""
        where = f"{self.where}: " if self.where else ""
        return f"{where}“{self.wording}”"


def describe_effects(
    words: Words, effects: Sequence[Effect], *, by_minimum: bool = False
) -> Iterator[str]:
    """The largest effect on each wager, then the range of the others."""
    for wager in dict.fromkeys(item.wager for item in effects):
        own = [item for item in effects if item.wager == wager]
        largest = max(own, key=lambda item: item.size)
        if largest.is_printed:
            yield _describe_deviations(words, largest, own)
            continue
        yield describe_effect(words, largest, by_minimum=by_minimum) + _describe_others(
            largest, own
        )


def describe_effect(
    words: Words, effect: Effect, *, by_minimum: bool = False, brief: bool = False
) -> str:
    """One effect: from, to, difference, who gains, conditions; briefly without who gains."""
    table = f" {effect.paytable}" if effect.paytable not in {"", "main"} else ""
    name = f"{begin(words.wager(effect.wager))}{table}"
    low, high = effect.change
    if effect.is_printed:
        printed = _describe_printed(effect.after[0])
        return f"{name}: printed {printed}, calculated {percent(effect.before[0])}"
    if not effect.size:
        return f"{name}: none"
    gains = words.jurisdiction.names.bank if high > 0 else "player"
    favours = "" if brief else f", favours the {gains}"
    conditions = words.conditions(effect, brief=brief)
    if effect.after[0] != effect.after[1]:
        conditions.append("between these bounds")
    alone, full = "", ""
    if Basis.FULL_TABLE in effect.basis:
        alone, full = (
            " (no other players)",
            f" ({count(effect.other_players or 0, 'other player')})",
        )
    if Basis.AGAINST_FIRST in effect.basis:
        first = words.jurisdiction.wager(effect.wager).paytables[0].id
        name = begin(words.wager(effect.wager))
        alone, full = f" ({name_tables([first])})", f" ({name_tables([effect.paytable])})"
    if by_minimum:
        sides = [
            f" (no {words.jurisdiction.names.envy})",
            f" (with {words.jurisdiction.names.envy})",
        ]
        alone, full = sides if high < 0 else sides[::-1]
        conditions = conditions[1:]
    return (
        f"{name}: {_describe_edges(effect.before)}{alone} → {_describe_edges(effect.after)}{full} "
        f"({span_points(low, high)}{favours}){''.join(f', {item}' for item in conditions)}"
    )


def _describe_deviations(words: Words, largest: Effect, effects: Sequence[Effect]) -> str:
    """The printed figure that deviates most, and by how much the others deviate."""
    text = describe_effect(words, largest)
    others = sorted(abs(item.change[0]) for item in effects if item is not largest)
    if not others:
        return text
    low, high = (points(size).removeprefix("+") for size in (others[0], others[-1]))
    between = high if low == high else f"{low.removesuffix(' pp')} to {high}"
    same = len({item.change[0] > 0 for item in effects}) == 1
    side = (" too high" if largest.change[0] > 0 else " too low") if same else ""
    return f"{text}; the other {len(others)} {'is' if len(others) == 1 else 'are'} {between}{side}"


def _describe_edges(edges: Bounds) -> str:
    return span(*edges)


def _describe_printed(value: Fraction) -> str:
    """A printed share with all of its decimals, and no others than zeros up to the second."""
    exact = (places for places in range(2, 8) if (value * 10 ** (places + 2)).denominator == 1)
    return percent(value, next(exact, 8))


def _describe_others(largest: Effect, effects: Iterable[Effect]) -> str:
    """The range of the effects on the other paytables, and the paytables without any."""
    best: dict[str, Effect] = {}
    for item in effects:
        if item.paytable not in best or item.size > best[item.paytable].size:
            best[item.paytable] = item
    others = [item for name, item in best.items() if name != largest.paytable and item.size]
    still = [name for name, item in best.items() if not item.size]
    text = ""
    if others:
        changes = [edge for item in others for edge in item.change]
        text = f"; other paytables {span_points(min(changes), max(changes))}"
    if still and largest.size:
        text += f"; none on {join_words(still)}"
    return text


def explain_missing(words: Words, item: NotCalculated) -> str:
    """Why an effect was not calculated, or why there is none."""
    text = NO_EFFECT[item.reason]
    return text.format(
        wager=words.wager(item.wager) if item.wager else "",
        point=words.clause(item.statement) if item.statement else "",
        bank=words.jurisdiction.names.bank,
        envy=words.jurisdiction.names.envy,
        value=f"“{words.value(*item.value)}”" if item.value else "",
    )


def title_difference(words: Words, findings: Sequence[Finding]) -> str:
    """One fact over all documents that differ from this one."""
    if all(item.code == "XJD001" for item in findings):
        return _title_values(words, findings)
    titles: dict[str, list[str]] = {}
    for item in findings:
        marked = replace(item, slots={**item.slots, "other": _OTHER})
        titles.setdefault(FindingText(words, marked).title, []).append(str(item.slots["other"]))
    return _join_titles(
        [
            title.replace(_OTHER, join_words(names, "or" if f"not in {_OTHER}" in title else "and"))
            for title, names in titles.items()
        ]
    )


def _join_titles(titles: Sequence[str]) -> str:
    """Titles after one another; what they begin or end with in common is named once."""
    parts = [title.split() for title in titles]
    least = min(map(len, parts))
    first = next((n for n in range(least) if len({item[n] for item in parts}) > 1), 0)
    last = next((n for n in range(least) if len({item[-n - 1] for item in parts}) > 1), 0)
    first -= bool(first) and parts[0][first - 1] in {"paytable", "paytables"}  # named each time
    first, last = (number if number >= _COMMON else 0 for number in (first, last))
    if len(parts) < 2 or not 0 < first + last < least:
        return "; ".join(titles)
    rest = [" ".join(item[first : len(item) - last]) for item in parts]
    same = [item.rstrip(";") for item in rest[:-1]]
    joined = [*parts[0][:first], join_words([*same, rest[-1]]), *parts[0][len(parts[0]) - last :]]
    text = " ".join(filter(None, joined))
    return text.replace(f"{rest[-1]} is ", f"{rest[-1]} are ")


def _title_values(words: Words, findings: Sequence[Finding]) -> str:
    """The values of this document and of the others, as sentences or after one common beginning."""
    key = findings[0].statements[0]
    own, lacks = findings[0].slots["here"].value, findings[0].slots["lacks_here"]  # type: ignore[attr-defined]
    mine = ""
    if own is not None and not lacks:
        mine = words.sentence(key, own, as_printed=False).rstrip(".")
    value = words.value(key, own)
    stem = mine.endswith(f" {value}") and not value.startswith(_VERBS)
    theirs: dict[str, list[str]] = {}
    for item in findings:
        other = item.slots["document"]
        if not isinstance(other, Jurisdiction):
            raise TypeError(item)
        text = ""
        if not item.slots["lacks_there"]:
            found = Words(other)
            there = item.slots["there"].value  # type: ignore[attr-defined]
            text = found.sentence(key, there, as_printed=False).rstrip(".")
            text = found.value(key, there) if stem else found.lower(text)
        contradictory = " (its text is contradictory)" if item.slots["conflicting_there"] else ""
        theirs.setdefault(text, []).append(f"{other.name}{contradictory}")
    here = "this document"
    if findings[0].slots["conflicting_here"]:
        here += " (its text is contradictory)"
    parts = [f"in {join_words(names)}, {text}" for text, names in theirs.items() if text]
    without = [name for text, names in theirs.items() if not text for name in names]
    if not mine:
        return begin(f"{'; '.join(parts)}; {here} has no such rule")
    if without:
        parts.append(f"{join_words(without)} {'have' if len(without) > 1 else 'has'} no such rule")
    return "; ".join([f"In {here}, {words.lower(mine)}", *parts])


def title_issue(words: Words, issue: Issue) -> str:
    """The title of an issue, which names every defect of language and every document that differs."""
    titles = list(dict.fromkeys(FindingText(words, item).title for item in issue.findings))
    if issue.kind is Kind.DIFFERENCE:
        return title_difference(words, issue.findings)
    if issue.kind is Kind.LANGUAGE and len(titles) > 1:
        more = f" (and {len(titles) - _TITLES} more)" if len(titles) > _TITLES else ""
        return f"{_join_titles(titles[:_TITLES])}{more}"
    return titles[0]


def summarise(words: Words, issue: Issue) -> str:
    """An issue in one line: its title and its largest effect."""
    effect = issue.effect
    if effect is None or not effect.size or effect.is_printed:
        return title_issue(words, issue)
    table = f" {effect.paytable}" if effect.paytable not in {"", "main"} else ""
    low, high = effect.change
    change = points(low if abs(low) >= abs(high) else high)
    return f"{title_issue(words, issue)} ({words.wager(effect.wager)}{table} {change})"


def list_blocks(words: Words, issue: Issue) -> list[tuple[str, Finding]]:
    """The findings of an issue with their titles; equal differences from several documents are one."""
    if issue.kind is not Kind.DIFFERENCE:
        return [(FindingText(words, item).title, item) for item in issue.findings]
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for item in issue.findings:
        marked = replace(item, slots={**item.slots, "other": _OTHER})
        text = FindingText(words, marked)
        title = text.title if item.code not in _ONE_FACT else ""
        key = (item.code, title, text.problem, text.effect)
        groups.setdefault(key, []).append(item)
    return [(title_difference(words, found), _merge(found)) for found in groups.values()]


def _merge(findings: Sequence[Finding]) -> Finding:
    """One finding for the same difference from several documents."""
    first, *rest = findings
    if not rest:
        return first
    sources = list(first.sources)
    for item in rest:
        sources += [source for source in item.sources if source not in sources]
    others = join_words(dict.fromkeys(str(item.slots["other"]) for item in findings))
    return replace(first, sources=tuple(sources), slots={**first.slots, "other": others})
