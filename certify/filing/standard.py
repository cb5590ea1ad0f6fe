"""The standard wager in a filing: the strategy behind its figure, and assumed house ways."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.base.progress import Progress
from certify.filing.sheets import Sheet, build_sheet
from certify.findings.case import SAYING
from certify.odds.compute import Request, compute_odds
from certify.render.values import cite_lines
from certify.render.words import Words
from certify.spec.choices import Exposed, StandardResult
from certify.spec.compile import compile_rulebook
from certify.spec.model import Citation, Jurisdiction
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
