"""The CI gate: a file must not change without its numbers, nor its numbers without a word."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from certify.base import cache
from certify.base.errors import CertifyError, InvalidSpec
from certify.findings.case import Case
from certify.findings.finding import Finding, Severity
from certify.findings.policy import load_policy
from certify.findings.registry import list_findings
from certify.gate.certificates import (
    SUFFIX,
    build_certificate,
    list_differences,
    load_certificate,
    locate_certificate,
    trust_long_results,
    write_certificate,
)
from certify.gate.waivers import Waiver, load_waivers
from certify.odds.compute import Request, compute_odds
from certify.spec.model import Jurisdiction
from certify.spec.validate import load_jurisdiction

Progress = Callable[[str, int, int], None]


@dataclass
class Verdict:
    """What the gate found about the files."""

    failures: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    written: list[Path] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    waived: set[str] = field(default_factory=set)
    readable: bool = True
    """Whether every file asked for is valid, so that a change can be priced."""

    @property
    def holds(self) -> bool:
        """Whether nothing stands against the files."""
        return not self.failures


def certify_jurisdiction(
    jurisdiction: Jurisdiction,
    everyone: tuple[Jurisdiction, ...],
    progress: Progress | None = None,
) -> tuple[dict[str, Any], list[Finding]]:
    """Compute all that a certificate holds."""
    cache.used.clear()
    odds = compute_odds(
        jurisdiction, Request(envy_variance=True, standard_alternatives=True, progress=progress)
    )
    case = Case(jurisdiction, everyone, load_policy(), full=True, progress=progress)
    findings = list_findings(case)
    return build_certificate(jurisdiction, odds, findings), findings


def run_gate(
    specs: list[Path],
    everyone: list[Path],
    *,
    accept: bool = False,
    full: bool = False,
    today: datetime.date,
    progress: Progress | None = None,
) -> Verdict:
    """Validate, recompute, compare with the certificates and apply the waivers."""
    verdict = Verdict()
    known = _load_valid(sorted({*specs, *everyone}), set(specs), verdict)
    certificates = _load_certificates(specs, verdict, accept=accept)
    cache.forget_trusted()
    if not full:
        for certificate in certificates.values():
            trust_long_results(certificate)
    for path in specs:
        if path not in known:
            continue
        new, findings = certify_jurisdiction(known[path], tuple(known.values()), progress)
        verdict.findings += findings
        if accept:
            write_certificate(locate_certificate(path), new)
            verdict.written.append(locate_certificate(path))
        elif path in certificates:
            _compare(path, certificates[path], new, verdict)
    waivers = load_waivers(specs[0].parent)
    _apply_waivers(waivers, verdict, today, partial=set(specs) != set(everyone))
    _find_orphans(everyone, verdict)
    return verdict


def _load_valid(paths: list[Path], wanted: set[Path], verdict: Verdict) -> dict[Path, Jurisdiction]:
    known = {}
    for path in paths:
        try:
            known[path] = load_jurisdiction(path)
        except InvalidSpec as error:
            if path in wanted:
                verdict.readable = False
                verdict.failures += [str(fault) for fault in error.faults]
    return known


def _load_certificates(
    specs: list[Path], verdict: Verdict, *, accept: bool
) -> dict[Path, dict[str, Any]]:
    found = {}
    for spec in specs:
        path = locate_certificate(spec)
        if not path.is_file():
            if not accept:
                verdict.failures.append(
                    f"{spec}: has no certificate; look at its numbers, then certify gate --accept"
                )
            continue
        try:
            found[spec] = load_certificate(path)
        except CertifyError as error:
            if not accept:
                verdict.failures.append(str(error))
    return found


def _compare(path: Path, old: dict[str, Any], new: dict[str, Any], verdict: Verdict) -> None:
    differences = list(list_differences(old, new))
    known = {item["fingerprint"] for item in old["findings"]}
    fresh = [
        item
        for item in new["findings"]
        if item["fingerprint"] not in known and item["severity"] == Severity.ERROR.word
    ]
    verdict.failures += [f"{path}: {difference}" for difference in differences]
    verdict.failures += [
        f"{path}: a new error stands: {item['code']} {item['message']}" for item in fresh
    ]
    if not differences:
        verdict.passed.append(f"{path}: as certified")


def _apply_waivers(
    waivers: tuple[Waiver, ...], verdict: Verdict, today: datetime.date, *, partial: bool
) -> None:
    standing = {finding.fingerprint for finding in verdict.findings}
    for waiver in waivers:
        where = f"{waiver.file}:{waiver.line}"
        if waiver.has_expired(today):
            verdict.failures.append(
                f"{where}: the waiver of {waiver.fingerprint} expired on {waiver.expires}; "
                "decide anew"
            )
        elif waiver.fingerprint in standing:
            verdict.waived.add(waiver.fingerprint)
        elif not partial:
            verdict.failures.append(
                f"{where}: the waiver of {waiver.fingerprint} waives nothing; remove it"
            )


def _find_orphans(everyone: list[Path], verdict: Verdict) -> None:
    for folder in sorted({path.parent for path in everyone}):
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            spec = path.with_name(path.name.removesuffix(SUFFIX) + ".yaml")
            if not spec.is_file():
                verdict.failures.append(f"{path}: is a certificate without a file; remove it")
