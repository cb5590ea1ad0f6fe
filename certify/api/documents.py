"""The library on whole documents: what is found in them, what changed, and their filings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

from certify.api.odds import Spec, load
from certify.base.errors import CertifyError
from certify.base.frames import Tabular
from certify.base.names import quote
from certify.compare.revisions import RevisionComparison
from certify.filing.build import Filed, FilingOrder, file_all, gather
from certify.filing.verification.outcome import Verification
from certify.findings.case import Case
from certify.findings.checked import Checked, check_document
from certify.findings.policy import load_policy
from certify.gate.difference import compare_sides, find_policy, find_sides
from certify.gate.waivers import load_waivers
from certify.odds.price import read_stake
from certify.render.check import describe_headline
from certify.render.data import describe_document
from certify.render.diff import describe, describe_all
from certify.render.words import Words
from certify.spec.validate import list_specs, load_valid
from certify.spec.values import screen_amount

__all__ = ["check", "diff", "report", "verify"]


@dataclass(frozen=True, slots=True, repr=False)
class Findings(Tabular):
    """All that was found in one document, by issue."""

    checked: Checked

    @property
    def verdict(self) -> str:
        """The verdict on each wager, in one sentence."""
        return describe_headline(Words(self.checked.jurisdiction), self.checked.verdict)

    def __len__(self) -> int:
        return len(self.checked.issues)

    def to_dict(self) -> dict[str, Any]:
        """A document as `certify check --json` prints it."""
        return describe_document(self.checked, {})

    @property
    def headline(self) -> str:
        """The verdict in one line."""
        return f"{self.checked.id}: {self.verdict}"

    def list_rows(self) -> list[dict[str, Any]]:
        """One row per finding."""
        keys = ("code", "severity", "title", "fingerprint")
        return [
            {"jurisdiction": self.checked.id, **{key: finding[key] for key in keys}}
            for issue in self.to_dict()["issues"]
            for finding in issue["findings"]
        ]


def check(spec: Spec) -> Findings:
    """Find contradictions, omissions, differences and wrong figures in a document, with their effects.

    >>> found = check(SPEC)
    >>> found.to_dict()["verdicts"][0]["verdict"]
    'incomplete'
    >>> len(found) == len(found.to_dict()["issues"])
    True
    """
    jurisdiction = load(spec)
    others = (item for item in load_valid(list_specs())[0] if item.id != jurisdiction.id)
    case = Case(jurisdiction, load_policy(), (jurisdiction, *others))
    return Findings(check_document(case))


@dataclass(frozen=True, slots=True, repr=False)
class Changes(Tabular):
    """What changed between two editions, by jurisdiction."""

    differences: tuple[RevisionComparison, ...]

    def __iter__(self) -> Iterator[RevisionComparison]:
        return iter(self.differences)

    def to_dict(self) -> Any:
        """The form that `certify diff --json` prints."""
        return describe_all(self.differences)

    @property
    def headline(self) -> str:
        """How much changed in one line."""
        return f"differences: {len(list(self.list_rows()))}"

    def list_rows(self) -> list[dict[str, Any]]:
        """One row per change, with its effect where that is calculated."""
        return [
            {"jurisdiction": item["jurisdiction"], **change}
            for item in map(describe, self.differences)
            for change in item["changes"]
        ]


def diff(old: str | Path, new: str | Path, *, stake: str | None = None) -> Changes:
    """List the changes from one revision to another, with the effect of each.

    Editions are files, folders of them, git revisions, certificates, or filings.

    >>> path = load(SPEC).source.name
    >>> diff(path, path).to_dict()["changes"]
    []
    """
    from certify.filing.verification.verify import read_filed

    if stake is not None:
        screen_amount(stake)
    sides = find_sides(str(old), str(new), read_filed)
    policy = find_policy(str(old), str(new))
    found = compare_sides(*sides, policy, lambda currency: read_stake(stake, currency))
    return Changes(tuple(found))


@dataclass(frozen=True, slots=True, repr=False)
class Filings(Tabular):
    """The filings written."""

    filed: tuple[Filed, ...]

    def __iter__(self) -> Iterator[Filed]:
        return iter(self.filed)

    def to_dict(self) -> list[dict[str, Any]]:
        """The form that `certify report --json` prints."""
        return [item.describe() for item in self.filed]

    @property
    def headline(self) -> str:
        """The files written, in one line."""
        return ", ".join(str(item.path) for item in self.filed) or "no filing"

    def list_rows(self) -> list[dict[str, Any]]:
        """One row per filing."""
        return self.to_dict()


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

    >>> filed = report(SPEC, folder=FOLDER)
    >>> [item["filing"] == SPEC for item in filed.to_dict()]
    [True]
    """
    known = load_valid(list_specs())[0]
    chosen = [load(spec) for spec in specs] or known
    folders = dict.fromkeys(Path(item.source.name).parent for item in chosen)
    waivers = tuple(waiver for place in folders for waiver in load_waivers(place))
    order = FilingOrder(Path(folder), date, applicant, number, waivers=waivers, with_pages=html)
    return Filings(tuple(file_all(chosen, gather(chosen, known), order)))


@dataclass(frozen=True, slots=True, repr=False)
class Verified(Tabular):
    """What came of checking a filing."""

    verification: Verification

    @property
    def holds(self) -> bool:
        """Whether everything that matters was judged, and nothing differs."""
        return self.verification.exit_code == 0

    def to_dict(self) -> dict[str, Any]:
        """A filing as `certify verify --json` prints it."""
        return self.verification.describe()

    @property
    def headline(self) -> str:
        """The outcome in one line."""
        return f"verified: {self.holds}"

    def list_rows(self) -> list[dict[str, Any]]:
        """One row per check."""
        return list(self.to_dict()["checks"])


def verify(
    filing: str | Path,
    *,
    quick: bool = False,
    trust: Sequence[str | Path] = (),
    at: date | None = None,
) -> Verified:
    """Verify a filing: that no byte was changed, its figures are right, and its pages show them.

    With `quick` nothing is computed. `trust` names certificates that a signature may lead to, `at` the day
    as of which they are judged. A file that is no filing at all is a `CertifyError`.

    >>> verify(FILED, quick=True).holds
    True
    """
    from certify.filing.verification.signature import load_trust
    from certify.filing.verification.verify import Wish, verify_file

    if not isinstance(filing, str | Path):
        raise CertifyError(f"{quote(filing)} is not a filing; give the path of a PDF file")
    noon = datetime.combine(at, time(12), UTC) if at else None
    believed = load_trust([Path(item) for item in trust], noon)
    return Verified(verify_file(Path(filing), Wish(quick, believed)))
