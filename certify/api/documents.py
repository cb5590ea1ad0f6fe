"""The library on whole documents: what is found in them, what changed, and their filings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certify.api.bench import Spec, load
from certify.base.frames import make_frame
from certify.filing.build import Filed, Order, file_all, gather
from certify.findings.case import Case
from certify.findings.checked import Checked, check_document
from certify.findings.policy import load_policy
from certify.gate.difference import Difference
from certify.gate.printers import describe_all
from certify.gate.sides import compare_sides, find_side
from certify.gate.waivers import load_waivers
from certify.odds.price import read_stake
from certify.spec.validate import list_specs, load_valid

__all__ = ["check", "diff", "report"]


@dataclass(frozen=True, slots=True)
class Findings:
    """All that was found in one document, by matter."""

    checked: Checked

    @property
    def verdict(self) -> str:
        """The verdict in words."""
        return self.checked.verdict.text

    def __len__(self) -> int:
        return len(self.checked.matters)

    def to_dict(self) -> dict[str, Any]:
        """A document as `certify check --json` prints it."""
        return self.checked.describe()

    def to_frame(self) -> Any:
        """One row a finding; needs pandas."""
        return make_frame(
            {
                "jurisdiction": self.checked.id,
                "code": item.code,
                "severity": item.severity.word,
                "fingerprint": item.fingerprint,
            }
            for item in self.checked.findings
        )


def check(spec: Spec, *, full: bool = False) -> Findings:
    """Find contradictions, silences, differences and wrong figures in a document, each priced.

    With `full` what touches the standard wager is priced though its counts are not at hand: minutes.
    """
    jurisdiction = load(spec)
    others = (item for item in load_valid(list_specs())[0] if item.id != jurisdiction.id)
    case = Case(jurisdiction, load_policy(), (jurisdiction, *others), full=full)
    return Findings(check_document(case))


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed between two editions, by jurisdiction."""

    differences: tuple[Difference, ...]

    def __iter__(self) -> Iterator[Difference]:
        return iter(self.differences)

    def to_dict(self) -> Any:
        """The form that `certify diff --json` prints."""
        return describe_all(self.differences)


def diff(old: str | Path, new: str | Path, *, stake: str | None = None) -> Changes:
    """Tell what changed from one edition to another, and what each change is worth.

    Editions are files, folders of them, git revisions, certificates, or filings.
    """
    from certify.filing.proof_of_filing.filed import read_filed

    sides = find_side(str(old), read_filed), find_side(str(new), read_filed)
    found = compare_sides(*sides, load_policy(), lambda currency: read_stake(stake, currency))
    return Changes(tuple(found))


@dataclass(frozen=True, slots=True)
class Filings:
    """The filings written."""

    filed: tuple[Filed, ...]

    def __iter__(self) -> Iterator[Filed]:
        return iter(self.filed)

    def to_dict(self) -> list[dict[str, Any]]:
        """The form that `certify report --json` prints."""
        return [item.describe() for item in self.filed]

    def to_frame(self) -> Any:
        """One row a filing; needs pandas."""
        return make_frame(self.to_dict())


def report(
    *specs: Spec,
    folder: str | Path = "filings",
    html: bool = False,
    date: str = "",
    applicant: str = "",
    number: str = "",
) -> Filings:
    """Write the filings: a PDF for each jurisdiction named, or for all, and one that compares them.

    With `html` each has a page for the screen beside it, and several have an index.
    """
    known = load_valid(list_specs())[0]
    chosen = [load(spec) for spec in specs] or known
    folders = dict.fromkeys(Path(item.source.name).parent for item in chosen)
    waivers = tuple(waiver for place in folders for waiver in load_waivers(place))
    order = Order(Path(folder), date, applicant, number, waivers, html)
    return Filings(tuple(file_all(chosen, gather(chosen, known), order)))
