"""The gate: no file changes without its figures, no figure without an approval."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from certify.base import cache
from certify.base.cache import hash_data
from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_file
from certify.base.progress import Progress
from certify.base.storage import hold_folder, remove_leftovers
from certify.findings.finding import Severity
from certify.findings.policy import Policy, load_policy
from certify.gate.acceptance import Approver, approve, list_refusals
from certify.gate.certificates import locate_certificate, write_certificate
from certify.gate.comparison import list_differences
from certify.gate.difference import Difference
from certify.gate.files import Files, find_same_id, list_hidden, list_orphans
from certify.gate.judgement import (
    Computed,
    believe,
    compute_content,
    find_certificate,
    list_faults_of_certificate,
    list_stale,
    must_recompute,
    tell_trust,
)
from certify.gate.revisions import Revision, read_revision
from certify.gate.since_base import (
    Basis,
    Now,
    compare_with_base,
    is_told,
    list_changes_of_policy,
    list_new_approvals,
    read_base_certificate,
)
from certify.gate.waivers import Waiver, list_faults_of_waivers, load_waivers
from certify.spec.model import Jurisdiction
from certify.spec.todo import tell_draft
from certify.spec.validate import load_jurisdiction
from certify.spec.values import Money

Stake = Callable[[str], Money | None]


@dataclass(frozen=True, slots=True)
class Options:
    """How the gate is to judge."""

    today: datetime.date
    base: str | None = None
    approver: Approver | None = None
    full: bool = False
    stake: Stake = lambda _currency: None
    progress: Progress | None = None


@dataclass
class Verdict:
    """What the gate found about the files: meaning, then what passed, then what stands against them."""

    differences: list[Difference] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    """Policy, waivers and approvals that are not those of the base revision."""
    passed: list[str] = field(default_factory=list)
    drafts: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    written: list[Path] = field(default_factory=list)
    waived: set[str] = field(default_factory=set)
    open_errors: dict[Path, int] = field(default_factory=dict)
    """Errors with which a judged file stands, waived or not: a first approval takes them as they are."""

    @property
    def holds(self) -> bool:
        """Whether nothing stands against the files."""
        return not self.failures

    def fail(self, text: str) -> None:
        """Note a failure, once."""
        if text not in self.failures:
            self.failures.append(text)


def run_gate(files: Files, options: Options) -> Verdict:
    """Validate, recompute, compare with the certificates, apply the waivers, price the change."""
    if options.approver is None:
        return _Gate(files, options).run()
    with hold_folder(files.folder):
        remove_leftovers(files.folder)
        return _Gate(files, options).run()


def read_policy(files: Files) -> tuple[Policy, str]:
    """The policy beside the files and the digest of what it says; none other is ever used in its place."""
    if not files.policy.is_file():
        raise CertifyError(
            f"{files.policy}: there is no such file; findings are held against the criteria in it, "
            "and the gate takes none but those beside the files: restore it, or write one of six lines "
            "(docs/tutorial.md shows them, schemas/policy.schema.json explains them)"
        )
    return load_policy(files.policy), hash_data(load_file(files.policy).data)


class _Gate:
    def __init__(self, files: Files, options: Options) -> None:
        self.files, self.options = files, options
        self.verdict = Verdict()
        self.policy, self.policy_digest = read_policy(files)
        self.waivers = load_waivers(files.folder)
        self.base: Revision | None = None
        if options.base is not None:
            self.base = read_revision(options.base, files.folder.resolve())
        self.computed: dict[Path, Computed] = {}
        self.certificates: dict[Path, dict[str, Any]] = {}

    @property
    def _reads_nothing(self) -> bool:
        return self.options.full or self.options.approver is not None

    def run(self) -> Verdict:
        for fault in (*list_hidden(self.files.folder), *list_orphans(self.files.folder)):
            self.verdict.fail(fault)
        self._check_waivers_alone()
        cache.forget_trusted()
        valid = self._load()
        # one space for all files, so that what two of them need is computed once
        with cache.compute_anew() if self._reads_nothing else nullcontext():
            if self.options.approver is not None:
                self._accept(valid, self.options.approver)
            else:
                self._judge(valid)
            self._check_waivers()
            self._count_errors()
            if self.base is not None:
                self._compare_with_base(self.base, valid)
        return self.verdict

    def _load(self) -> dict[Path, Jurisdiction]:
        """The valid files asked for; a file that is not valid and was never certified is a draft."""
        found: dict[Path, Jurisdiction] = {}
        ids: dict[str, Path] = {}
        for path in self.files.asked:
            try:
                item = load_jurisdiction(path)
            except InvalidSpec as error:
                if self.files.named or locate_certificate(path).is_file():
                    for fault in error.faults:
                        self.verdict.fail(str(fault))
                elif any(line.startswith(f"{path}: ") for line in self.verdict.failures):
                    pass  # it is refused already, as a file that hides
                elif named := find_same_id(path, self.files.everyone):
                    self.verdict.fail(
                        f"{path}: says that it is {named}; give it an id of its own, or remove it"
                    )
                else:
                    self.verdict.drafts.append(f"{path}: draft, not valid; see certify validate")
                continue
            if unfinished := tell_draft(item):
                self._refuse_unfinished(path, unfinished)
                continue
            if item.id in ids:
                self.verdict.fail(f"{path}: {ids[item.id]} has the same id {item.id}")
                continue
            ids[item.id] = path
            found[path] = item
        return found

    def _refuse_unfinished(self, path: Path, told: str) -> None:
        """A file with something still to do is never judged, and never accepted."""
        line = f"{path}: {told}; see certify validate"
        if self.files.named or locate_certificate(path).is_file():
            self.verdict.fail(line)
        else:
            self.verdict.drafts.append(line)

    def _judge(self, valid: dict[Path, Jurisdiction]) -> None:
        certified = 0
        for path, item in valid.items():
            try:
                certificate = find_certificate(path)
                if certificate is None:
                    self._tell_draft(path)
                    continue
                certified += 1
                self.certificates[path] = certificate
                self._judge_one(path, item, certificate)
            except CertifyError as error:
                certified += 1
                self.verdict.fail(str(error))
        if not certified and not self.verdict.failures:
            self.verdict.fail(
                f"{self.files.folder}: no file here is certified; look at the figures, then "
                "certify gate --accept"
            )

    def _tell_draft(self, path: Path) -> None:
        name = locate_certificate(path).name
        if self.base is not None and self.base.read(name) is not None:
            self.verdict.fail(f"{path}: its certificate stood at the base revision and is gone")
        elif self.files.named:
            self.verdict.fail(
                f"{path}: has no certificate; look at its figures, then certify gate --accept"
            )
        else:
            self.verdict.drafts.append(f"{path}: draft, it has no certificate")

    def _judge_one(self, path: Path, item: Jurisdiction, certificate: dict[str, Any]) -> None:
        anew = must_recompute(path, certificate, self.base, full=self.options.full)
        if not anew:
            believe(certificate, path)
        # the rounds of a changed text are dealt when it is accepted: until then nothing is certified
        same = certificate["spec_sha256"] == item.source.sha256
        computed = self._compute(path, item, anew=anew, deal=same and "simulation" in certificate)
        before = read_base_certificate(self.base, path) if self.base else None
        told = self.base is not None and is_told(self.base, path, certificate, computed.content)
        faults = list(list_faults_of_certificate(certificate, computed, before, told=told))
        for fault in faults:
            self.verdict.fail(f"{path}: {fault}")
        if not faults:
            approval = certificate["approvals"][-1]
            self.verdict.passed.append(
                f"{path}: as approved by {approval['by']} on {approval['date']} "
                f"(edition {approval['edition']})"
            )
        if anew:
            self.verdict.remarks.append(f"{path}: everything was computed anew")
            return
        since = " (unchanged since the base revision)" if self.base else ""
        self.verdict.remarks += [
            f"{path}: {line}" for line in tell_trust(computed, certificate, since=since)
        ]

    def _compute(
        self, path: Path, item: Jurisdiction, *, anew: bool, deal: bool = True
    ) -> Computed:
        self.computed[path] = compute_content(
            item,
            self.policy,
            self.policy_digest,
            anew=anew,
            deal=deal,
            progress=self.options.progress,
        )
        return self.computed[path]

    def _accept(self, valid: dict[Path, Jurisdiction], approver: Approver) -> None:
        """Compute anew what is to be accepted; write all of it, or nothing where one is refused."""
        ready: dict[Path, dict[str, Any]] = {}
        waived = self._list_waived()
        for path, item in valid.items():
            try:
                previous = find_certificate(path)
                started = time.monotonic()
                computed = self._compute(path, item, anew=True)
            except CertifyError as error:
                self.verdict.fail(str(error))
                continue
            if previous is not None and _is_current(previous, computed.content):
                self.verdict.passed.append(
                    f"{path}: computed anew, as certified: nothing to accept"
                )
                continue
            refusals = list(list_refusals(previous, computed, waived, approver))
            for refusal in refusals:
                self.verdict.fail(f"{path}: not accepted: {refusal}")
            if not refusals:
                ready[path] = approve(previous, computed, approver)
                self.verdict.remarks.append(
                    f"{path}: computed anew in {time.monotonic() - started:.0f} s"
                )
        if self.verdict.failures:
            return
        for path, certificate in ready.items():
            write_certificate(locate_certificate(path), certificate)
            self.certificates[path] = certificate
            self.verdict.written.append(locate_certificate(path))

    def _list_waived(self) -> set[str]:
        return {
            waiver.fingerprint
            for waiver in self.waivers
            if not waiver.has_expired(self.options.today)
        }

    def _check_waivers_alone(self) -> None:
        for fault in list_faults_of_waivers(self.waivers, self.options.today):
            self.verdict.fail(fault)

    def _check_waivers(self) -> None:
        standing = {
            fingerprint for item in self.computed.values() for fingerprint in item.fingerprints
        }
        for waiver in self.waivers:
            if waiver.has_expired(self.options.today):
                continue
            if waiver.fingerprint in standing:
                self.verdict.waived.add(waiver.fingerprint)
            elif self.files.are_all and len(self.computed) == len(self.files.everyone):
                self.verdict.fail(
                    f"{waiver.place}: the waiver of {waiver.fingerprint} waives nothing; remove it"
                )

    def _count_errors(self) -> None:
        for path, computed in self.computed.items():
            severities = [item.severity for item in computed.examined.matters]
            if Severity.ERROR in severities:
                self.verdict.open_errors[path] = severities.count(Severity.ERROR)

    def _compare_with_base(self, base: Revision, valid: dict[Path, Jurisdiction]) -> None:
        """What the change since the base revision means, for the files asked for."""
        self.verdict.remarks += [
            f"{base.name}:{name} was not valid and is not compared"
            for name in base.jurisdictions[1]
        ]
        now = Now(self.files, valid, self.computed, self.certificates)
        basis = Basis(self.policy, self.options.stake, self.options.progress)
        self.verdict.differences += compare_with_base(base, now, basis)
        self.verdict.rules += list_changes_of_policy(base, self.files)
        self.verdict.rules += list_new_approvals(base, now)


def list_all_stale(files: Files) -> dict[Path, list[str]]:
    """Why each file's certificate cannot be current, told without computing anything."""
    _, digest = read_policy(files)
    found: dict[Path, list[str]] = {}
    for path in files.asked:
        try:
            item = load_jurisdiction(path)
            found[path] = list(list_stale(item, find_certificate(path), digest))
        except InvalidSpec:
            found[path] = ["it is not valid; see certify validate"]
        except CertifyError as error:
            found[path] = [str(error)]
    return found


__all__ = ["Options", "Verdict", "Waiver", "list_all_stale", "run_gate"]


def _is_current(certificate: Mapping[str, Any], content: Mapping[str, Any]) -> bool:
    """Whether a certificate says all of this, of this very code: else what it keeps is believed by nobody."""
    same_code = certificate["program"] == content["program"] and (
        (certificate.get("simulation") or {}).get("code_sha256")
        == (content.get("simulation") or {}).get("code_sha256")
    )
    return same_code and not any(list_differences(certificate, content))
