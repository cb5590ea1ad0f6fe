"""One specification: everything in its certificate computed again and compared."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certify.base import cache
from certify.base.cache import Origin
from certify.base.extras import __version__
from certify.base.progress import Progress
from certify.compare.certificates import has_new_figures
from certify.findings.policy import Policy
from certify.gate.approvals import list_faults, read_approvals
from certify.gate.certificates import (
    Known,
    believe_counts,
    build_content,
    hash_content,
    load_certificate,
    locate_certificate,
)
from certify.gate.difference import Examined, examine
from certify.gate.files import FolderRevision
from certify.odds import identity
from certify.odds.compute import Request, compute_odds
from certify.odds.crosscheck import KIND, Crosscheck, crosscheck, describe_question
from certify.render.changes import describe_certificate_differences
from certify.render.numbers import count, percent
from certify.spec.model import Jurisdiction
from certify.wagers.limits import STANDARD

_STORED = {Origin.PACKAGE, Origin.CACHE}


@dataclass(frozen=True, slots=True)
class Computed:
    """The content of a new certificate, and where its long counts came from."""

    examined: Examined
    content: Mapping[str, Any]
    trusted: tuple[str, ...]
    """The kinds of the counts taken from a certificate."""
    stored: Mapping[Origin, int]
    """Counts taken from the package or the cache."""
    settled: Crosscheck
    """What both models of settlement made of the rounds."""
    settled_from: Origin | None = None
    """Where that came from."""

    @property
    def titles(self) -> dict[str, str]:
        """The titles of the issues by fingerprint."""
        return dict(self.examined.titles)

    @property
    def fingerprints(self) -> set[str]:
        """The fingerprints that a waiver can name: issues and their findings."""
        return {
            fingerprint
            for issue in self.examined.issues
            for fingerprint in (issue.fingerprint, *(item.fingerprint for item in issue.findings))
        }


def compute_content(
    jurisdiction: Jurisdiction,
    policy: Policy,
    policy_digest: str,
    *,
    anew: bool,
    progress: Progress | None = None,
) -> Computed:
    """Odds with every alternative, issues, and the rounds that both models settle.

    `anew`: without any certificate or cache.
    """
    cache.used.clear()
    with cache.compute_anew() if anew else nullcontext():
        odds = tuple(
            compute_odds(jurisdiction, Request(standard_alternatives=True, progress=progress))
        )
        examined = examine(jurisdiction, policy, odds=odds, progress=progress)
        settled = crosscheck(jurisdiction)
    every = tuple(cache.used.values())
    used = tuple(item for item in every if item.kind != KIND)
    issues = [
        Known(item.fingerprint, item.severity.word, item.head.code) for item in examined.issues
    ]
    return Computed(
        examined,
        build_content(
            jurisdiction,
            odds,
            issues,
            policy_digest,
            used,
            {**describe_question(jurisdiction), **settled.describe()},
        ),
        tuple(sorted(item.kind for item in used if item.origin is Origin.CERTIFICATE)),
        cache.count_origins(item for item in used if item.origin in _STORED),
        settled,
        next((item.origin for item in every if item.kind == KIND), None),
    )


def find_certificate(spec: Path) -> dict[str, Any] | None:
    """The certificate next to a file; None if there is none."""
    path = locate_certificate(spec)
    return load_certificate(path) if path.is_file() else None


def list_reused(
    computed: Computed, certificate: Mapping[str, Any], *, since: str = ""
) -> Iterator[str]:
    """The counts and rounds that were reused instead of computed, and how they were checked."""
    current = certificate["program"]["code_sha256"] == identity.identify_counting()
    if not current:
        yield (
            "the counting code has changed since it was certified; "
            "no count of the certificate was used"
        )
    if computed.trusted:
        yield (
            f"standard wager ({_describe_edges(computed)}): "
            f"{count(len(computed.trusted), 'count')} from the certificate{since}; checked: totals, "
            "no negative number, symmetry; --full computes them again"
        )
    if computed.settled_from is Origin.CERTIFICATE:
        yield (
            f"{computed.settled.rounds:,} rounds settled alike by both models, from the "
            f"certificate{since}; --full settles them again"
        )
    if computed.stored:
        certified = ", digests match the certificate" if current else ""
        yield f"counts: {cache.format_origins(computed.stored)}{certified}; --full computes them again"


def _describe_edges(computed: Computed) -> str:
    """The house edge of the standard wager, and the number of other readings that have one."""
    odds = next(item for item in computed.examined.odds if item.wager == STANDARD)
    others = sum(item.house_edge is not None for item in odds.alternatives)
    edge = f"house edge {percent(odds.house_edge)}" if odds.has_figures else "no house edge"
    return f"{edge}, {count(others, 'other reading')}" if others else edge


def list_stale(
    jurisdiction: Jurisdiction, certificate: Mapping[str, Any] | None, policy_digest: str
) -> Iterator[str]:
    """Why a certificate cannot be current, from digests alone, without computing anything."""
    if certificate is None:
        yield "no certificate"
        return
    changed = "has changed since it was certified"
    for key, now, reason in (
        ("jurisdiction", jurisdiction.id, "the certificate is for another jurisdiction"),
        ("spec_sha256", jurisdiction.source.sha256, f"the specification {changed}"),
        ("policy_sha256", policy_digest, f"the policy {changed}"),
    ):
        if certificate[key] != now:
            yield reason
    program = certificate["program"]
    if program["version"] != __version__:
        yield f"certified with certify {program['version']}; this is certify {__version__}"
    elif program["code_sha256"] != identity.identify_counting():
        yield f"the counting code {changed}"


def must_recompute(
    spec: Path, certificate: Mapping[str, Any] | None, base: FolderRevision | None, *, full: bool
) -> bool:
    """Whether nothing may be reused: on request, or if certificate or code changed since the base."""
    if full:
        return True
    if base is None:
        return False
    path = locate_certificate(spec)
    before = base.read(path.name)
    if certificate is None or before is None or before != path.read_bytes():
        return True
    return bool(certificate["program"]["code_sha256"] != identity.identify_counting())


def believe(certificate: Mapping[str, Any], spec: Path) -> None:
    """Reuse the counts of a certificate, or refuse it if they are impossible."""
    believe_counts(certificate, str(locate_certificate(spec)))


def list_unlike_settlements(computed: Computed) -> Iterator[str]:
    """The payments that the engine and the independent model settle differently."""
    for line in computed.settled.differences:
        yield f"settled differently by the two models: {line}"


def list_faults_of_certificate(
    certificate: Mapping[str, Any],
    computed: Computed,
    before: Mapping[str, Any] | None,
    *,
    today: datetime.date | None = None,
    listed: bool = False,
) -> Iterator[str]:
    """The faults of a certificate: content, approvals, and its history since the base.

    `before` is the certificate of the base, if it had one that could be read.
    """
    yield from describe_certificate_differences(
        certificate, computed.content, computed.titles, listed=listed
    )
    yield from list_unlike_settlements(computed)
    history = read_approvals(certificate["approvals"])
    content = hash_content(certificate)
    yield from list_faults(history, content, certificate["edition"]["number"], today)
    if before is None:
        return
    old = read_approvals(before["approvals"])
    if history[: len(old)] != old:
        yield "approvals of the base revision were removed or changed"
    elif hash_content(before) != content and len(history) == len(old):
        yield "the certificate has changed since the base revision without an approval"
    if has_new_figures(before, certificate) and (
        certificate["edition"]["number"] <= before["edition"]["number"]
    ):
        yield (
            "its figures differ from the base revision, "
            f"but the revision is still {certificate['edition']['number']}"
        )
