"""The gate: every specification matches its certificate, and every certificate is approved."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.base import cache
from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_bytes
from certify.base.progress import Progress, track
from certify.base.storage import hold_folder, remove_leftovers, write_file
from certify.compare.certificates import list_certificate_differences
from certify.compare.revisions import RevisionComparison
from certify.findings.finding import Severity
from certify.findings.policy import SIGNED, Policy, hash_policy, load_policy
from certify.gate.acceptance import (
    Approver,
    approve,
    check_author,
    countersign,
    describe_unwaived,
    identify_approver,
    list_refusals,
    list_unwaived,
)
from certify.gate.approvals import (
    APPROVER,
    OWNER,
    PEOPLE,
    Authority,
    Key,
    describe_signers,
    list_faults_of_policy_files,
    list_faults_of_signatures,
    load_people,
    read_approvals,
    read_people_at,
    sign_policy_files,
)
from certify.gate.base_comparison import (
    EffectBasis,
    Now,
    compare_with_base,
    is_listed,
    list_changes_of_policy,
    list_new_approvals,
    list_unknown_names,
    read_base_certificate,
)
from certify.gate.certificates import locate_certificate, write_certificate
from certify.gate.files import (
    POLICY,
    Files,
    FolderRevision,
    find_same_id,
    list_committed,
    list_copies,
    list_hidden,
    list_orphans,
    list_repository_files,
    list_vanished,
    read_revision,
)
from certify.gate.judgement import (
    Computed,
    believe,
    compute_content,
    find_certificate,
    list_faults_of_certificate,
    list_reused,
    list_stale,
    must_recompute,
)
from certify.gate.waivers import (
    Waiver,
    hash_waivers,
    list_ending,
    list_faults_of_waivers,
    list_waived,
    load_waivers,
)
from certify.kernels.store import compile_anew
from certify.spec.model import Jurisdiction, tell_draft
from certify.spec.validate import load_jurisdiction
from certify.spec.values import Money

Stake = Callable[[str], Money | None]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a run."""

    today: datetime.date
    base: str | None = None
    approver: Approver | None = None
    people: Path | None = None
    """A list of people from elsewhere; then nothing unsigned passes."""
    full: bool = False
    stake: Stake = lambda _currency: None
    progress: Progress | None = None


@dataclass
class GateReport:
    """The result of a run."""

    differences: list[RevisionComparison] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    """Changes of policy, waivers and approvals since the base revision."""
    passed: list[str] = field(default_factory=list)
    drafts: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    written: list[Path] = field(default_factory=list)
    waived: set[str] = field(default_factory=set)
    jurisdictions: list[Jurisdiction] = field(default_factory=list)
    """The valid specifications."""
    open_errors: dict[Path, int] = field(default_factory=dict)
    """The number of errors of each file, waived or not."""

    @property
    def holds(self) -> bool:
        """Whether there is no failure."""
        return not self.failures

    @property
    def largest_difference(self) -> Fraction | None:
        """The largest difference in house edge since the base revision, whoever it favours."""
        found = [
            edge
            for item in self.differences
            for move in item.moves
            for edge in (move.edge, *move.envy)
            if edge is not None
        ]
        return max(found, key=abs, default=None)

    def list_failures_by_file(self, paths: Iterable[Path]) -> dict[str, list[str]]:
        """The failures of each file, and under `folder` all others."""
        found: dict[str, list[str]] = {str(path): [] for path in paths}
        rest: list[str] = []
        for line in self.failures:
            name = line.partition(":")[0]
            found.get(name, rest).append(line)
        return {**found, "folder": rest}

    def fail(self, text: str) -> None:
        """Add a failure, once."""
        if text not in self.failures:
            self.failures.append(text)


def run_gate(files: Files, options: Options) -> GateReport:
    """Validate, recompute, compare with certificates and base revision, apply the waivers."""
    if options.approver is None:
        return _Gate(files, options).run()
    with hold_folder(files.folder):
        remove_leftovers(files.folder)
        return _Gate(files, options).run()


def read_policy(files: Files) -> tuple[Policy, str]:
    """The policy next to the files and its digest; there is no default policy."""
    if not files.policy.is_file():
        raise CertifyError(
            f"{files.policy}: file not found; the gate needs the policy next to the specifications: "
            "restore it, or write one (docs/tutorial.md has an example, "
            "schemas/policy.schema.json explains it)"
        )
    return load_policy(files.policy), hash_policy(files.policy)


class _Gate:
    def __init__(self, files: Files, options: Options) -> None:
        self.files, self.options = files, options
        self.report = GateReport()
        self.policy, self.policy_digest = read_policy(files)
        self.waivers = load_waivers(files.folder)
        self.base: FolderRevision | None = None
        if options.base is not None:
            self.base = read_revision(options.base, files.folder.resolve())
        self.authority = Authority(
            load_people(options.people or files.folder / PEOPLE),
            self.policy.require_signed
            or options.people is not None
            or bool(self.base and requires_signed(self.base)),
            self.policy.signatures,
        )
        self.signer = (
            identify_approver(options.approver, self.authority) if options.approver else None
        )
        self.computed: dict[Path, Computed] = {}
        self.certificates: dict[Path, dict[str, Any]] = {}

    @property
    def _reads_nothing(self) -> bool:
        return self.options.full or self.options.approver is not None

    @property
    def _refuses_drafts(self) -> bool:
        """Whether a file without a certificate fails: if it is named, or if all must be signed."""
        return self.files.named or self.authority.required

    def run(self) -> GateReport:
        for fault in self._list_faults_of_folder():
            self.report.fail(fault)
        self.report.remarks += list_ending(self.waivers, self.options.today)
        everywhere = list_repository_files(self.files.folder.resolve(), ".yaml", ".yml")
        self.report.remarks += list_copies(self.files, everywhere)
        cache.forget_trusted()
        valid = self._load()
        self.report.jurisdictions += valid.values()
        # one scope for all files, so that counts that two of them need are computed once
        with (
            cache.compute_anew() if self._reads_nothing else nullcontext(),
            compile_anew() if self.options.full else nullcontext(),
        ):
            steps = [self._judge_all, self._compare_with_base][: 2 if self.base else 1]
            for step in track(self.options.progress, steps, lambda _: "specifications"):
                step(valid)
        return self.report

    def _judge_all(self, valid: dict[Path, Jurisdiction]) -> None:
        if self.options.approver is not None:
            self._accept(valid, self.options.approver)
        else:
            self._judge(valid)
        self._check_waivers()
        self._count_errors()

    @property
    def _signs_policy(self) -> bool:
        """Whether a policy owner accepts, who signs the policy too."""
        return self.signer is not None and self.signer.has(OWNER, self.options.today)

    def _list_faults_of_folder(self) -> Iterator[str]:
        """Faults of the files before anything is computed; an owner who accepts signs the policy."""
        folder, today = self.files.folder, self.options.today
        yield from list_hidden(folder)
        yield from list_orphans(folder)
        if self.base:
            yield from list_vanished(folder, self.base.files, "the base revision")
        yield from list_vanished(folder, list_committed(folder), "the last commit")
        yield from list_faults_of_waivers(self.waivers, today)
        names = {item.name for item in self.authority.people}
        for waiver in self.waivers if self.authority.required else ():
            if waiver.accepted_by not in names:
                yield f"{waiver.place}: accepted by {waiver.accepted_by!r}, not in policy/people.yaml"
        if self._signs_policy:
            return
        people = read_people_at(self.base.files, self.base.name) if self.base else ()
        people = self.authority.people if self.options.people else people
        yield from list_faults_of_policy_files(folder, self.authority, people, today)

    def _load(self) -> dict[Path, Jurisdiction]:
        """The valid files; an invalid file without a certificate is a draft."""
        found: dict[Path, Jurisdiction] = {}
        ids: dict[str, Path] = {}
        for path in self.files.asked:
            try:
                item = load_jurisdiction(path)
            except InvalidSpec as error:
                if self._refuses_drafts or locate_certificate(path).is_file():
                    for fault in error.faults:
                        self.report.fail(str(fault))
                elif any(line.startswith(f"{path}: ") for line in self.report.failures):
                    pass  # it is refused already because of its name
                elif named := find_same_id(path, self.files.everyone):
                    self.report.fail(
                        f"{path}: has the id of {named}; give it another id, or remove it"
                    )
                else:
                    self.report.drafts.append(f"{path}: draft, not valid; run certify validate")
                continue
            if unfinished := tell_draft(item):
                self._refuse_unfinished(path, unfinished)
                continue
            if item.id in ids:
                self.report.fail(
                    f"{path}: id {item.id} is also used by {ids[item.id]}; change one of them"
                )
                continue
            ids[item.id] = path
            found[path] = item
        return found

    def _refuse_unfinished(self, path: Path, problem: str) -> None:
        """An unfinished specification is neither checked nor accepted."""
        line = f"{path}: {problem}; run certify validate"
        if self._refuses_drafts or locate_certificate(path).is_file():
            self.report.fail(line)
        else:
            self.report.drafts.append(line)

    def _judge(self, valid: dict[Path, Jurisdiction]) -> None:
        certified = 0
        for path, item in self._track(valid):
            try:
                certificate = find_certificate(path)
                if certificate is None:
                    self._add_draft(path)
                    continue
                certified += 1
                self.certificates[path] = certificate
                self._judge_one(path, item, certificate)
            except CertifyError as error:
                certified += 1
                self.report.fail(str(error))
        if not certified and not self.report.failures:
            self.report.fail(
                f"{self.files.folder}: no certificate; check the figures, then run certify gate --accept"
            )

    def _track(self, valid: dict[Path, Jurisdiction]) -> Iterator[tuple[Path, Jurisdiction]]:
        return track(self.options.progress, valid.items(), lambda pair: pair[1].id)

    def _add_draft(self, path: Path) -> None:
        if any(line.startswith(f"{locate_certificate(path)}: ") for line in self.report.failures):
            return  # it is missing, which is reported
        if self._refuses_drafts:
            self.report.fail(
                f"{path}: no certificate; check the figures, then run certify gate --accept"
            )
        else:
            self.report.drafts.append(f"{path}: draft, no certificate")

    def _judge_one(self, path: Path, item: Jurisdiction, certificate: dict[str, Any]) -> None:
        anew = must_recompute(path, certificate, self.base, full=self.options.full)
        if not anew:
            believe(certificate, path)
        computed = self._compute(path, item, anew=anew)
        before = read_base_certificate(self.base, path) if self.base else None
        listed = self.base is not None and is_listed(self.base, path, certificate, computed.content)
        approvals = read_approvals(certificate["approvals"])
        waivers = hash_waivers(self.waivers, computed.fingerprints)
        faults = [
            *list_faults_of_certificate(
                certificate, computed, before, today=self.options.today, listed=listed
            ),
            *list_faults_of_signatures(approvals, waivers, self.authority),
            *self._list_unwaived(certificate, computed),
        ]
        for fault in faults:
            self.report.fail(f"{path}: {fault}")
        if not faults:
            last = approvals[-1]
            self.report.passed.append(
                f"{path}: OK, revision {last.edition} approved by {last.by} on {last.date}, "
                f"{describe_signers(last, self.authority)}"
            )
        if anew:
            self.report.remarks.append(f"{path}: everything computed again")
            return
        since = ", unchanged since the base revision" if self.base else ""
        self.report.remarks += [
            f"{path}: {line}" for line in list_reused(computed, certificate, since=since)
        ]

    def _list_unwaived(self, certificate: Mapping[str, Any], computed: Computed) -> Iterator[str]:
        """Certified errors without a waiver; others differ from the certificate, which is listed."""
        certified = {item["fingerprint"] for item in certificate["issues"]}
        for issue in list_unwaived(computed, self._list_waived()):
            if issue.fingerprint in certified:
                yield describe_unwaived(issue, computed)

    def _compute(self, path: Path, item: Jurisdiction, *, anew: bool) -> Computed:
        self.computed[path] = compute_content(
            item,
            self.policy,
            self.policy_digest,
            anew=anew,
            progress=self.options.progress,
        )
        return self.computed[path]

    def _accept(self, valid: dict[Path, Jurisdiction], approver: Approver) -> None:
        """Compute everything again; write all certificates, or none if one is refused."""
        ready: dict[Path, dict[str, Any]] = {}
        if self.signer is not None:
            approver = replace(approver, by=self.signer.name)
        if self.signer is None or self.signer.may_sign(self.options.today):
            for path, item in self._track(valid):
                try:
                    certificate = self._accept_one(path, item, approver)
                except CertifyError as error:
                    self.report.fail(str(error))
                    continue
                if certificate is not None:
                    ready[path] = certificate
        if self.report.failures:
            return
        for path, certificate in ready.items():
            write_certificate(locate_certificate(path), certificate)
            self.certificates[path] = certificate
            self.report.written.append(locate_certificate(path))
        if approver.key and self._signs_policy:
            self._sign_policy(approver.key)

    def _accept_one(
        self, path: Path, item: Jurisdiction, approver: Approver
    ) -> dict[str, Any] | None:
        """The certificate to write; None if it is refused, or current."""
        previous = find_certificate(path)
        started = time.monotonic()
        computed = self._compute(path, item, anew=True)
        waivers = hash_waivers(self.waivers, computed.fingerprints)
        if previous is not None and _is_current(previous, computed.content):
            if signed := self._sign_again(previous, waivers, approver):
                return signed
            if not self._needs_signature(previous, waivers):
                self.report.passed.append(
                    f"{path}: computed again, matches the certificate; nothing to accept"
                )
                return None
        refusals = list(list_refusals(previous, computed, self._list_waived(), approver))
        if not refusals and self.signer is not None:
            check_author(approver, self.signer, self.authority)
        for refusal in refusals:
            self.report.fail(f"{path}: not accepted: {refusal}")
        if refusals:
            return None
        seconds = time.monotonic() - started
        self.report.remarks.append(f"{path}: computed again in {seconds:.0f} s")
        return approve(previous, computed, approver, waivers)

    def _sign_policy(self, key: Key) -> None:
        """Sign the files of the policy folder that lack a valid signature."""
        people = self.authority.people
        signed = list(sign_policy_files(self.files.folder, key, people, self.options.today))
        for path, content in signed:
            write_file(path, content)
            self.report.written.append(path)

    def _needs_signature(self, certificate: Mapping[str, Any], waivers: str) -> bool:
        """Whether a current certificate needs another approval, because this one is not signed as it is."""
        last = read_approvals(certificate["approvals"])[-1]
        may = self.signer is not None and self.signer.has(APPROVER, self.options.today)
        return may and (not last.signatures or last.waivers != waivers)

    def _sign_again(
        self, certificate: Mapping[str, Any], waivers: str, approver: Approver
    ) -> dict[str, Any] | None:
        """The certificate with another signature of its last approval; None if there is none to add."""
        last = read_approvals(certificate["approvals"])[-1]
        if approver.key is None or not last.signatures or last.waivers != waivers:
            return None
        names = [item.name for item in last.find_signers(self.authority) if item]
        is_enough = len(set(names)) >= self.authority.signatures
        if approver.by in names or is_enough:
            return None
        return countersign(certificate, approver.key)

    def _list_waived(self) -> set[str]:
        return set(list_waived(self.waivers, self.options.today))

    def _check_waivers(self) -> None:
        found = {
            fingerprint for item in self.computed.values() for fingerprint in item.fingerprints
        }
        for waiver in self.waivers:
            if waiver.has_expired(self.options.today):
                continue
            if waiver.fingerprint in found:
                self.report.waived.add(waiver.fingerprint)
            elif self.files.are_all and len(self.computed) == len(self.files.everyone):
                self.report.fail(
                    f"{waiver.place}: no finding {waiver.fingerprint}; remove the waiver"
                )

    def _count_errors(self) -> None:
        for path, computed in self.computed.items():
            severities = [item.severity for item in computed.examined.issues]
            if Severity.ERROR in severities:
                self.report.open_errors[path] = severities.count(Severity.ERROR)

    def _compare_with_base(self, valid: dict[Path, Jurisdiction]) -> None:
        """Add the differences since the base revision, where there is one."""
        if (base := self.base) is None:
            return
        self.report.remarks += [
            f"{base.name}:{name}: not valid, not compared" for name in base.jurisdictions[1]
        ]
        now = Now(self.files, valid, self.computed, self.certificates)
        basis = EffectBasis(self.policy, self.options.stake, self.options.progress)
        self.report.differences += compare_with_base(base, now, basis)
        self.report.rules += list_changes_of_policy(base, self.files)
        self.report.rules += list_new_approvals(base, now)
        for fault in list_unknown_names(base, now, self.waivers, self.authority.people):
            self.report.fail(fault)


def requires_signed(base: FolderRevision) -> bool:
    """Whether the policy of a revision requires signatures."""
    content = base.read(POLICY.as_posix())
    try:
        data = load_bytes(content, f"{base.name}:{POLICY}").data if content else {}
    except CertifyError:
        return False
    return bool(isinstance(data, dict) and data.get("require") == SIGNED)


def list_all_stale(files: Files) -> dict[Path, list[str]]:
    """Why each certificate cannot be current, without computing anything."""
    _, digest = read_policy(files)
    found: dict[Path, list[str]] = {}
    for path in files.asked:
        try:
            item = load_jurisdiction(path)
            found[path] = list(list_stale(item, find_certificate(path), digest))
        except InvalidSpec:
            found[path] = ["not valid; run certify validate"]
        except CertifyError as error:
            found[path] = [str(error)]
    return found


__all__ = ["GateReport", "Options", "Waiver", "list_all_stale", "run_gate"]


def _is_current(certificate: Mapping[str, Any], content: Mapping[str, Any]) -> bool:
    """Whether a certificate matches a result and was made by the same code."""
    same_code = certificate["program"] == content["program"] and (
        certificate.get("settlements", {}).get("code_sha256")
        == content["settlements"]["code_sha256"]
    )
    return same_code and not any(list_certificate_differences(certificate, content))
