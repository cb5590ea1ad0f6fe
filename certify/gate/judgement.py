"""One file judged: all that a certificate holds computed again, and compared with the one that stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certify.base import cache
from certify.base.cache import Origin
from certify.base.errors import CertifyError
from certify.base.figures import format_percent
from certify.base.progress import Progress
from certify.base.version import __version__
from certify.findings.policy import Policy
from certify.gate.approvals import list_faults, read_approvals
from certify.gate.certificates import (
    Known,
    build_content,
    hash_content,
    load_certificate,
    locate_certificate,
)
from certify.gate.comparison import has_new_figures, list_differences
from certify.gate.difference import Examined, examine, tell_matter
from certify.gate.revisions import Revision, read_committed
from certify.gate.trust import believe_counts
from certify.odds import identity
from certify.odds.compute import Request, compute_odds
from certify.odds.simulated import KIND, deal_every_paytable
from certify.spec.model import Jurisdiction
from certify.wagers.limits import STANDARD

_STORED = {Origin.PACKAGE, Origin.CACHE}


@dataclass(frozen=True, slots=True)
class Computed:
    """What a certificate would say of a file now, and where its long counts came from."""

    examined: Examined
    content: Mapping[str, Any]
    trusted: tuple[str, ...]
    """The kinds of the counts taken on a certificate's word."""
    stored: Mapping[Origin, int]
    """Counts taken from the package or the cache."""
    dealt: Origin | None = None
    """Where the rounds of the engine came from; None where none were asked for."""

    @property
    def titles(self) -> dict[str, str]:
        """The matters by fingerprint, for people."""
        return {item.fingerprint: tell_matter(item) for item in self.examined.matters}

    @property
    def fingerprints(self) -> set[str]:
        """All that a waiver can name: matters, and findings in them."""
        return {
            fingerprint
            for matter in self.examined.matters
            for fingerprint in (matter.fingerprint, *(item.fingerprint for item in matter.findings))
        }


def compute_content(
    jurisdiction: Jurisdiction,
    policy: Policy,
    policy_digest: str,
    *,
    anew: bool,
    deal: bool = True,
    progress: Progress | None = None,
) -> Computed:
    """Odds with every alternative, matters, and the engine's money where rounds are to be dealt.

    Anew: from no certificate and no cache.
    """
    cache.used.clear()
    with cache.compute_anew() if anew else nullcontext():
        odds = tuple(
            compute_odds(jurisdiction, Request(standard_alternatives=True, progress=progress))
        )
        examined = examine(jurisdiction, policy, odds=odds, progress=progress)
        simulation = deal_every_paytable(jurisdiction, odds, progress).describe() if deal else None
    every = tuple(cache.used.values())
    used = tuple(item for item in every if item.kind != KIND)
    matters = [
        Known(item.fingerprint, item.severity.word, item.head.code) for item in examined.matters
    ]
    return Computed(
        examined,
        build_content(jurisdiction, odds, matters, policy_digest, used, simulation),
        tuple(sorted(item.kind for item in used if item.origin is Origin.CERTIFICATE)),
        cache.count_origins(item for item in used if item.origin in _STORED),
        next((item.origin for item in every if item.kind == KIND), None),
    )


def find_certificate(spec: Path) -> dict[str, Any] | None:
    """The certificate beside a file; None where there is none, and never was one in the last commit."""
    path = locate_certificate(spec)
    if path.is_file():
        return load_certificate(path)
    if read_committed(path) is not None:
        raise CertifyError(
            f"{path}: was committed and is gone; restore it, for it holds the history of approvals"
        )
    return None


def tell_trust(
    computed: Computed, certificate: Mapping[str, Any], *, since: str = ""
) -> Iterator[str]:
    """Which figures rest on counts that were not counted now, and what speaks for those."""
    current = certificate["program"]["code_sha256"] == identity.identify_counting()
    if not current:
        yield (
            "the code that counts has changed since it was certified; "
            "no count was taken from the certificate"
        )
    if computed.trusted:
        hidden = computed.trusted.count("settings")
        same = "are the same with the hands exchanged"
        yield (
            f"the figures of the standard wager ({_list_edges(computed)}) rest on "
            f"{len(computed.trusted)} counts taken from the certificate{since}: "
            f"all sum to all deals, none is negative, {hidden} of two hidden hands {same}; "
            "--full counts them again"
        )
    if computed.dealt is Origin.CERTIFICATE:
        yield (
            f"{certificate['simulation']['deals']:,} rounds of the engine were taken from the "
            f"certificate{since}: a tally for each wager and paytable, each of all rounds, and no round "
            "gives what no line gives; --full deals them again"
        )
    if computed.stored:
        certified = ", with the digests that were certified" if current else ""
        told = cache.format_origins(computed.stored)
        yield f"counts: {told}{certified}; --full counts again"


def _list_edges(computed: Computed) -> str:
    """The edges of the standard wager: as adopted, and how many other readings have one."""
    odds = next(item for item in computed.examined.odds if item.wager == STANDARD)
    others = sum(item.house_edge is not None for item in odds.alternatives)
    told = f"house edge {format_percent(odds.house_edge)} %" if odds.has_figures else "no edge"
    return f"{told}, and {others} other readings" if others else told


def list_stale(
    jurisdiction: Jurisdiction, certificate: Mapping[str, Any] | None, policy_digest: str
) -> Iterator[str]:
    """Why a certificate cannot be current, told from digests alone: nothing is computed."""
    if certificate is None:
        yield "it has no certificate"
        return
    for key, now, told in (
        ("jurisdiction", jurisdiction.id, "the certificate is that of another jurisdiction"),
        ("spec_sha256", jurisdiction.source.sha256, "the file has changed since it was certified"),
        ("policy_sha256", policy_digest, "the policy has changed since it was certified"),
    ):
        if certificate[key] != now:
            yield told
    program = certificate["program"]
    if program["version"] != __version__:
        yield f"edition {program['version']} of the program certified it, this is {__version__}"
    elif program["code_sha256"] != identity.identify_counting():
        yield "the code that counts has changed since it was certified"


def must_recompute(
    spec: Path, certificate: Mapping[str, Any] | None, base: Revision | None, *, full: bool
) -> bool:
    """Whether nothing may be believed: asked for, or certificate or code changed since the base."""
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
    """Take the counts of a certificate; those that cannot be true are refused."""
    believe_counts(certificate, str(locate_certificate(spec)))


def list_faults_of_certificate(
    certificate: Mapping[str, Any],
    computed: Computed,
    before: Mapping[str, Any] | None,
    *,
    told: bool = False,
) -> Iterator[str]:
    """All that speaks against a certificate: content, approvals, and its history since the base.

    `before` is the certificate of the base; where it had none that could be read a new history begins.
    """
    yield from list_differences(certificate, computed.content, computed.titles, told=told)
    history = read_approvals(certificate["approvals"])
    content = hash_content(certificate)
    yield from list_faults(history, content, certificate["edition"]["number"])
    if before is None:
        return
    old = read_approvals(before["approvals"])
    if history[: len(old)] != old:
        yield "approvals that stood at the base revision are gone or changed"
    elif hash_content(before) != content and len(history) == len(old):
        yield "it has changed since the base revision and nobody approved that"
    if has_new_figures(before, certificate) and (
        certificate["edition"]["number"] <= before["edition"]["number"]
    ):
        yield (
            f"its figures are not those of the base revision, "
            f"and the edition is still {certificate['edition']['number']}"
        )
