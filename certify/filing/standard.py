"""The standard wager for paper: the strategy behind its figure in words, and house ways assumed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.base.progress import Progress
from certify.filing.sheets import Sheet, build_sheet
from certify.findings.phrases import ask
from certify.odds.compute import Request, compute_odds
from certify.spec.catalogue.play import Exposed
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.wagers.limits import STANDARD

_COUNTS = (
    ("pushes", "low_won", "Pushes in which the player wins the low hand"),
    ("pushes", "high_won", "Pushes in which the player wins the high hand"),
    ("copies", "low", "Low hands of equal rank (copies)"),
    ("copies", "high", "High hands of equal rank (copies)"),
    ("copies", "both", "Both hands of equal rank"),
)
_HIDDEN = (
    "Nobody sees the other side's cards before the hands are set. The bank sets by the house way, and the "
    "figure takes it that the player sets every hand by the same house way. Whoever sets otherwise has "
    "other odds."
)
_SEEN = (
    "The bank's hand is set and seen first. The figure takes it that the player answers it, hand by hand, "
    "with the setting that wins or saves most against that very hand: the best that can be done."
)
_BEST = (
    "The bank sets by the house way. The figure takes it that the player, who does not see the bank's hand, "
    "sets every hand as well as it can be set."
)


@dataclass(frozen=True, slots=True)
class UnderHouseWay:
    """The standard wager under a house way that is known from another document."""

    lender: str
    house_edge: Fraction | None
    win: Fraction
    push: Fraction
    lose: Fraction
    further: tuple[str, ...]
    """What else is taken from that document: the questions answered by it."""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class StandardPart:
    """What a filing says of the standard wager."""

    sheet: Sheet
    strategy: str
    counts: tuple[tuple[str, int, Fraction], ...]
    banking: Fraction | None
    """What a player who banks expects of one unit staked against him."""
    assumed: tuple[UnderHouseWay, ...]
    uncounted: tuple[str, ...] = ()
    """Documents whose house ways are known and were not counted for this one."""

    @property
    def borrowed(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        """What is taken from other documents beside the house way: the questions, by who answers them."""
        lenders: dict[str, list[str]] = {}
        for item in self.assumed:
            for asked in item.further:
                lenders.setdefault(asked, []).append(item.lender)
        found: dict[tuple[str, ...], list[str]] = {}
        for asked, names in lenders.items():
            found.setdefault(tuple(names), []).append(asked)
        return tuple((tuple(asked), names) for names, asked in found.items())


def build_standard(
    jurisdiction: Jurisdiction,
    sheets: tuple[Sheet, ...],
    lenders: tuple[Jurisdiction, ...],
    *,
    full: bool,
    progress: Progress | None = None,
) -> StandardPart | None:
    """The standard wager, under the document's own house way or under those that others give.

    The second are counted where `full` is asked for, and named in any case.
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
    return StandardPart(
        sheet,
        _tell_strategy(jurisdiction, next(iter(lenders), None)),
        counts,
        Fraction(banking) if banking else None,
        assumed,
        () if sheet.has_figures or full else tuple(item.name for item in lenders),
    )


def _tell_strategy(jurisdiction: Jurisdiction, lender: Jurisdiction | None) -> str:
    own = bool(jurisdiction.house_way)
    rulebook = compile_rulebook(jurisdiction, None, None, None if own else lender)
    if rulebook.standard.bank_exposed.said is Exposed.BEFORE:
        return _SEEN
    return _BEST if rulebook.strategy == "optimal" else _HIDDEN


def assume_house_way(
    jurisdiction: Jurisdiction, lender: Jurisdiction, progress: Progress | None = None
) -> UnderHouseWay:
    """The edge if the bank set its hands as another document says; marked as an assumption."""
    nothing = Fraction(0)
    further = _list_borrowed(jurisdiction, lender)
    request = Request((STANDARD,), alternatives=False, assumed=lender, progress=progress)
    try:
        odds = compute_odds(jurisdiction, request)[0]
    except CertifyError as error:
        told = _tell_why_not(jurisdiction, str(error))
        return UnderHouseWay(lender.name, None, nothing, nothing, nothing, further, told)
    if not odds.has_figures:
        told = "; ".join(_tell_why_not(jurisdiction, text) for text in odds.missing)
        return UnderHouseWay(lender.name, None, nothing, nothing, nothing, further, told)
    rows = {item.name: nothing for item in odds.outcomes}
    for row, item in zip(build_sheet(jurisdiction, odds).rows, odds.outcomes, strict=True):
        rows[item.name] += row.share
    return UnderHouseWay(
        lender.name, odds.house_edge, rows["win"], rows["push"], rows["lose"], further
    )


def _tell_why_not(jurisdiction: Jurisdiction, text: str) -> str:
    """Why nothing was counted, with questions in place of keys."""
    told = text.removeprefix("could not judge: ").partition(";")[0]
    for key, statement in jurisdiction.statements.items():
        told = told.replace(f"{key} is ", f"“{ask(jurisdiction, statement)}” is answered ")
    return told


def _list_borrowed(jurisdiction: Jurisdiction, lender: Jurisdiction) -> tuple[str, ...]:
    rulebook = compile_rulebook(jurisdiction, None, None, lender)
    taken = [
        ask(jurisdiction, given.statement)
        for terms in (rulebook.ranking, rulebook.standard)
        for given in terms.list_givens()
        if given.said is not None and given.statement.because.startswith("assumed from ")
    ]
    return tuple(dict.fromkeys(taken))
