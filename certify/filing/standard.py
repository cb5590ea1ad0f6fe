"""House way and standard wager in a filing: verification, rules in words, strategy, assumed house ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.base.names import name_class
from certify.base.progress import Progress
from certify.filing.sheets import Sheet, build_sheet
from certify.findings.case import SAYING
from certify.game.house_way.build import build_house_way
from certify.game.house_way.lows import build_low
from certify.game.vocabulary import HAND_CLASSES, SELECTORS, SHAPES
from certify.odds.compute import Request, compute_odds
from certify.odds.house_way_readings import find_proof, read_house_way
from certify.render.values import cite_lines
from certify.render.words import Words
from certify.spec.choices import Exposed, StandardResult
from certify.spec.compile import compile_rulebook
from certify.spec.model import Citation, Jurisdiction
from certify.spec.resolved import NotJudged
from certify.spec.rulebook import StandardTerms
from certify.wagers.limits import STANDARD
from certify.wagers.standard import Comparison, settle_standard

_COUNTS = (
    ("pushes", "low_won", "Pushes in which the player wins the low hand"),
    ("pushes", "high_won", "Pushes in which the player wins the high hand"),
    ("copies", "low", "Low hands of equal rank (copies)"),
    ("copies", "high", "High hands of equal rank (copies)"),
    ("copies", "both", "Both hands of equal rank"),
)
_HIDDEN = (
    "The {bank} and the player set their hands without seeing the other hand. The figure assumes that both "
    "set every hand by the house way. Another strategy of the player gives another house edge."
)
_SEEN = (
    "The {bank}'s hand is set and exposed first. The figure assumes that the player sets every hand in the "
    "best way against the exposed hand."
)
_BEST = (
    "The {bank} sets by the house way. The figure assumes that the player, who does not see the {bank}'s "
    "hand, sets every hand in the best way."
)


@dataclass(frozen=True, slots=True)
class UnderHouseWay:
    """The standard wager under the house way of another document."""

    lender: str
    house_edge: Fraction | None
    win: Fraction
    push: Fraction
    lose: Fraction
    further: tuple[str, ...]
    """The titles of the other values that are assumed from that document."""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class StandardPart:
    """The standard wager in a filing."""

    sheet: Sheet
    strategy: str
    counts: tuple[tuple[str, int, Fraction], ...]
    banking: Fraction | None
    """The expectation of a player who banks, per unit wagered against them."""
    assumed: tuple[UnderHouseWay, ...]
    uncounted: tuple[str, ...] = ()
    """Documents whose house ways were not counted for this one."""

    plays_best: bool = False
    """Whether the figures, own or assumed, are those of a player who sets every hand in the best way."""

    @property
    def borrowed(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        """The values assumed from other documents next to the house way, with these documents."""
        lenders: dict[str, list[str]] = {}
        for item in self.assumed:
            for asked in item.further:
                lenders.setdefault(asked, []).append(item.lender)
        found: dict[tuple[str, ...], list[str]] = {}
        for asked, names in lenders.items():
            found.setdefault(tuple(names), []).append(asked)
        return tuple((tuple(asked), names) for names, asked in found.items())


@dataclass(frozen=True, slots=True)
class ResultShare:
    """How the standard wager ends for one comparison of both hands."""

    text: str
    assumed: bool
    """Whether the document does not state it."""
    keys: tuple[str, ...] = ()
    """The statements that decide it."""
    lines: str = ""


def list_results(jurisdiction: Jurisdiction) -> tuple[tuple[ResultShare, ...], ...]:
    """The result by high hand (rows) and low hand: the player wins, a copy, the player loses."""
    terms = compile_rulebook(jurisdiction).standard
    sides = (1, 0, -1)
    return tuple(
        tuple(_find_result(jurisdiction, terms, low, high) for low in sides) for high in sides
    )


def _find_result(
    jurisdiction: Jurisdiction, terms: StandardTerms, low: int, high: int
) -> ResultShare:
    try:
        settled = settle_standard(terms, Comparison(low, high))
    except CertifyError:
        return ResultShare("not addressed", assumed=True)
    text = {StandardResult.WINS: "win", StandardResult.PUSH: jurisdiction.names.push}
    own = [item for item in settled.grounds if item.key.startswith("comparison.")]
    said = [item.statement for item in own if item.standing in SAYING]
    return ResultShare(
        text.get(settled.result, "lose"),
        len(said) < len(own),
        tuple(item.key for item in own),
        _cite(place for item in said for place in item.supporting),
    )


def _cite(places: Iterable[Citation]) -> str:
    found = tuple(places)
    return cite_lines(*found) if found else ""


def build_standard(
    jurisdiction: Jurisdiction,
    sheets: tuple[Sheet, ...],
    lenders: tuple[Jurisdiction, ...],
    *,
    full: bool,
    progress: Progress | None = None,
) -> StandardPart | None:
    """The standard wager under the document's own house way, or under those of others.

    The others are counted only if `full`, and named in any case.
    """
    sheet = next((item for item in sheets if item.odds.wager == STANDARD), None)
    if sheet is None:
        return None
    details = sheet.odds.details
    counts = tuple(
        (label, details[part][name], Fraction(details[part][name], sheet.odds.deals))
        for part, name, label in _COUNTS
        if part in details
    )
    banking = details.get("banking", {}).get("return")
    assumed: tuple[UnderHouseWay, ...] = ()
    if not sheet.has_figures and full:
        assumed = tuple(assume_house_way(jurisdiction, lender, progress) for lender in lenders)
    text = _choose_strategy(jurisdiction, next(iter(lenders), None))
    return StandardPart(
        sheet,
        text.format(bank=jurisdiction.names.bank),
        counts,
        Fraction(banking) if banking else None,
        assumed,
        () if sheet.has_figures or full else tuple(item.name for item in lenders),
        text != _HIDDEN,
    )


def _choose_strategy(jurisdiction: Jurisdiction, lender: Jurisdiction | None) -> str:
    own = bool(jurisdiction.house_way)
    rulebook = compile_rulebook(jurisdiction, None, None, None if own else lender)
    if rulebook.standard.bank_exposed.said is Exposed.BEFORE:
        return _SEEN
    return _BEST if rulebook.strategy == "optimal" else _HIDDEN


def assume_house_way(
    jurisdiction: Jurisdiction, lender: Jurisdiction, progress: Progress | None = None
) -> UnderHouseWay:
    """The house edge if the banker sets by the house way of another document."""
    nothing = Fraction(0)
    further = _list_borrowed(jurisdiction, lender)
    request = Request((STANDARD,), alternatives=False, assumed=lender, progress=progress)
    try:
        odds = compute_odds(jurisdiction, request)[0]
    except CertifyError as error:
        reason = _explain(jurisdiction, str(error))
        return UnderHouseWay(lender.name, None, nothing, nothing, nothing, further, reason)
    if not odds.has_figures:
        reason = "; ".join(_explain(jurisdiction, text) for text in odds.missing)
        return UnderHouseWay(lender.name, None, nothing, nothing, nothing, further, reason)
    rows = {item.name: nothing for item in odds.outcomes}
    for row, item in zip(build_sheet(jurisdiction, odds).rows, odds.outcomes, strict=True):
        rows[item.name] += row.share
    return UnderHouseWay(
        lender.name, odds.house_edge, rows["win"], rows["push"], rows["lose"], further
    )


def _explain(jurisdiction: Jurisdiction, text: str) -> str:
    """Why nothing was counted, with titles in the place of keys."""
    words = Words(jurisdiction)
    found = text.removeprefix("could not judge: ").partition(";")[0]
    for key in jurisdiction.statements:
        found = found.replace(f"{key} is ", f"“{words.title(key)}” is ")
    return found


def _list_borrowed(jurisdiction: Jurisdiction, lender: Jurisdiction) -> tuple[str, ...]:
    rulebook = compile_rulebook(jurisdiction, None, None, lender)
    words = Words(jurisdiction)
    taken = [
        words.title(given.statement.key)
        for terms in (rulebook.ranking, rulebook.standard)
        for given in terms.list_resolved()
        if given.said is not None and given.statement.because.startswith("assumed from ")
    ]
    return tuple(dict.fromkeys(taken))


_VERDICTS = {
    "proved": "verified for all hands",
    "proved-except": "verified for all hands, except for rules that could not be modelled",
    "not-proved": "not verified",
}


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule of the house way for paper."""

    rule: str
    when: str
    low: str
    where: str
    is_stated: bool
    example: tuple[str, str] | None
    hands: int


@dataclass(frozen=True, slots=True)
class ProofSummary:
    """The result for all hands."""

    verdict: str
    hands: int
    inputs: int
    unset: int
    fouls: int
    silent: int
    overlapping: int
    examples: int
    broken_examples: int
    checked: int
    rules_written: int
    rules: tuple[HouseRule, ...]
    """Those that apply under the readings used, in order."""
    unexpressed: tuple[str, ...]

    @property
    def rules_in_force(self) -> int:
        """The number of rules that apply under the readings used."""
        return len(self.rules)

    def part(self, hands: int) -> Fraction:
        """A number of hands as a share of all."""
        return Fraction(hands, self.hands)


def summarise_proof(
    jurisdiction: Jurisdiction, progress: Progress | None = None
) -> ProofSummary | None:
    """The verification under the readings used; None without a house way or if it cannot be modelled."""
    rulebook = compile_rulebook(jurisdiction)
    try:
        data = find_proof(rulebook, progress)
    except NotJudged:  # listed with the wagers that rest on the same value
        return None
    if data is None:
        return None
    way = build_house_way(rulebook.house_way)
    in_force = way.list_in_force(read_house_way(rulebook))
    set_by = {item["rule"]: item["hands"] for item in data["rules"]}
    written = {item["rule"]: item for item in rulebook.house_way["rules"]}
    return ProofSummary(
        verdict=_VERDICTS[data["verdict"]],
        hands=data["hands"],
        inputs=data["inputs"],
        unset=data["unset"]["hands"],
        fouls=data["fouls"]["hands"],
        silent=data["silent"]["hands"],
        overlapping=data["overlapping"],
        examples=sum(len(rule.examples) for rule in in_force),
        broken_examples=len(data["broken_examples"]),
        checked=data["checked_by_engine"],
        rules_written=data["rules_written"],
        rules=tuple(
            _word_rule(written[rule.rule], rule.clause, rule.lines, set_by.get(rule.rule, 0))
            for rule in in_force
        ),
        unexpressed=tuple(item["rule"] for item in data["unexpressed"]),
    )


def _word_rule(item: Mapping[str, Any], clause: str, lines: str, hands: int) -> HouseRule:
    example = next(iter(item.get("examples", ())), None)
    where = f"{'lines' if '-' in lines else 'line'} {lines}" if lines else ""
    named = ", ".join(part for part in (clause, where) if part)
    return HouseRule(
        item["rule"],
        "; ".join(_word_condition(key, value) for key, value in item.get("when", {}).items()),
        word_low(item),
        named or "not addressed",
        not item.get("silent"),
        (example["cards"], example["low"]) if example else None,
        hands,
    )


def word_low(item: Mapping[str, Any]) -> str:
    """The low hand that a rule sets, in words."""
    choice = build_low(item["low"], item.get("provided", ()))
    named = (SELECTORS.get(part.name) or _word_pattern(part.name) for part in choice.parts)
    text = ", or ".join(named) + (", whichever is higher" if len(choice.parts) > 1 else "")
    asked = " or ".join(_word_pattern(pattern.name) for pattern in choice.provided)
    return f"{text}, provided that is {asked}" if asked else text


def _word_pattern(text: str) -> str:
    """A pattern in words: classes as people call them, ranges of ranks as they are."""
    for name in sorted(HAND_CLASSES, key=len, reverse=True):
        text = text.replace(name, name_class(name))
    return text


_GROUPS = {
    "pairs": "the pairs are of",
    "pair": "the pair is of",
    "three": "the three are of",
    "four": "the four are of",
    "straights": "the highest card of every straight is",
    "singles": "the highest singles are",
    "highest_single": "the highest single is",
    "two_highest_singles_hold": "the two highest singles hold",
    "beside_four": "next to the four is",
}


_TRUTHS = {
    "joker": ("with the joker", "without the joker"),
    "joker_used": ("every complete hand needs the joker", "a complete hand needs no joker"),
    "joker_apart": (
        "the joker counts on its own next to an ace",
        "the joker does not count on its own",
    ),
}


def _word_condition(key: str, value: Any) -> str:
    several = value if isinstance(value, list | tuple) else [value]
    if key == "shape":
        return " or ".join(SHAPES[str(shape)] for shape in several)
    if key in _TRUTHS:
        return _TRUTHS[key][not value]
    if key == "complete" and isinstance(value, bool):
        return "a complete hand is possible" if value else "no complete hand is possible"
    if key in {"complete", "holds"}:
        return f"holding a {' and a '.join(name_class(str(item)) for item in several)}"
    groups = " and ".join(_word_group(str(item)) for item in several)
    return f"{_GROUPS.get(key, name_class(key.replace('_', ' ')))} {groups}"


def _word_group(group: str) -> str:
    if group.endswith("+"):
        return f"{group[:-1]} or better"
    return group.replace("-", " to ")
