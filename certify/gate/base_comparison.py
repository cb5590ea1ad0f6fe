"""Changes since a git revision: specifications with their effect, policy, waivers, approvals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import load_bytes
from certify.base.progress import Progress
from certify.compare.revisions import RevisionComparison
from certify.findings.policy import Policy
from certify.gate.approvals import (
    PEOPLE,
    Approval,
    Person,
    load_people,
    read_approvals,
    read_people_at,
)
from certify.gate.certificates import SUFFIX, believe_counts, locate_certificate, read_certificate
from certify.gate.difference import (
    Examined,
    compare_certificates,
    compare_editions,
    examine,
    name_revision,
)
from certify.gate.files import POLICY, Files, FolderRevision
from certify.gate.judgement import Computed
from certify.gate.waivers import WAIVERS, Waiver, read_waivers
from certify.render.changes import ABSENT
from certify.render.numbers import percent
from certify.render.texts import describe_waiver
from certify.spec.model import Jurisdiction
from certify.spec.values import Money


@dataclass(frozen=True, slots=True)
class Now:
    """The present files: the valid ones, their results, and their certificates."""

    files: Files
    valid: Mapping[Path, Jurisdiction]
    computed: Mapping[Path, Computed]
    certificates: Mapping[Path, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class EffectBasis:
    """The basis on which effects are calculated."""

    policy: Policy
    stake: Callable[[str], Money | None]
    progress: Progress | None = None


def read_base_certificate(base: FolderRevision, path: Path) -> dict[str, Any] | None:
    """The certificate of a file at the base; None if it had none that could be read."""
    content = base.read(locate_certificate(path).name)
    if content is None:
        return None
    try:
        return read_certificate(content, path.name)
    except CertifyError:
        return None


def is_listed(
    base: FolderRevision, path: Path, certificate: Mapping[str, Any], content: Mapping[str, Any]
) -> bool:
    """Whether the differences from a certificate are the changes since the base, which are listed.

    This is the case if the base has the same certificate next to the file that it certifies, and policy
    and program have not changed.
    """
    before = base.jurisdictions[0].get(content["jurisdiction"])
    return (
        before is not None
        and before.source.sha256 == certificate["spec_sha256"] != content["spec_sha256"]
        and all(certificate[key] == content[key] for key in ("policy_sha256", "program"))
        and read_base_certificate(base, path) == certificate
    )


def compare_with_base(
    base: FolderRevision, now: Now, basis: EffectBasis
) -> Iterator[RevisionComparison]:
    """The differences of the given files since the base revision."""
    old, _ = base.jurisdictions
    new = {item.id: (path, item) for path, item in now.valid.items()}
    names = set(new) | (set(old) if now.files.are_all else set())
    broken = {path.stem: path for path in now.files.asked if path not in now.valid}
    for name in sorted(names):
        path, after = new.get(name, (None, None))
        before = old.get(name)
        if before is not None and name in broken:
            yield RevisionComparison(
                name,
                name_revision(before),
                str(broken[name]),
                "not examined",
                "not valid, so that no effect can be calculated",
            )
            continue
        if before and after and before.source.sha256 == after.source.sha256:
            label = name_revision(after)
            found = RevisionComparison(name, label, label, "", "")
        else:
            _believe_base(base, name)
            known = after or before
            found = compare_editions(
                examine(before, basis.policy, progress=basis.progress) if before else None,
                _examine_now(now, path, after, basis),
                basis.policy,
                basis.stake(known.currency) if known else None,
                basis.progress,
            )
        yield _explain(base, now, path, found) if path else found


def _examine_now(
    now: Now, path: Path | None, item: Jurisdiction | None, basis: EffectBasis
) -> Examined | None:
    """The result for a file, computed now if it is a draft."""
    if path is not None and path in now.computed:
        return now.computed[path].examined
    return examine(item, basis.policy, progress=basis.progress) if item else None


def _believe_base(base: FolderRevision, name: str) -> None:
    """Use the counts of the certificate at the base."""
    certificate = read_base_certificate(base, Path(f"{name}.yaml"))
    if certificate is None:
        return
    try:
        believe_counts(certificate, name)
    except CertifyError:
        return  # they are computed, or come from the cache


def _explain(
    base: FolderRevision, now: Now, path: Path, found: RevisionComparison
) -> RevisionComparison:
    """The difference, with changes of the certificates that no change of the specification explains."""
    before, after = read_base_certificate(base, path), now.certificates.get(path)
    if before is None or after is None or before["jurisdiction"] != after["jurisdiction"]:
        return found
    titles = now.computed[path].titles if path in now.computed else {}
    issues = [{**item, "text": titles.get(item["fingerprint"], "")} for item in after["issues"]]
    names = (f"{base.name}:{locate_certificate(path).name}", str(locate_certificate(path)))
    certified = compare_certificates(before, {**after, "issues": issues}, names)
    if found.is_empty and certified.differs:
        why = (
            "the specification has not changed: the program or the policy has, "
            "or the certificate is wrong"
        )
        return replace(certified, remarks=(why,))
    moved = {move.key.name for move in found.moves}
    remarks = [
        f"{move.key.name}: certified house edge {_describe_edge(move.before.edge)} → "
        f"{_describe_edge(move.after.edge)}, which no change of the specification explains"
        for move in certified.moves
        if move.key.name not in moved
    ]
    return replace(found, remarks=(*found.remarks, *remarks)) if remarks else found


def _describe_edge(edge: Fraction | None) -> str:
    return "none" if edge is None else percent(edge)


def list_changes_of_policy(base: FolderRevision, files: Files) -> Iterator[str]:
    """Changes of the policy, the waivers and the people since the base."""
    first, second = (_flatten(item) for item in (_read_base(base, POLICY), _read_now(files)))
    for key in sorted({*first, *second}):
        if first.get(key) != second.get(key):
            yield f"policy: {key}: {first.get(key, ABSENT)} → {second.get(key, ABSENT)}"
    yield from _list_changes_of_waivers(base, files)
    before, after = (
        {item.key: item for item in people}
        for people in (read_people_at(base.files, base.name), load_people(files.folder / PEOPLE))
    )
    for key in dict.fromkeys([*after, *before]):
        one, other = (_describe_person(people.get(key)) for people in (before, after))
        if one != other:
            yield f"people: key …{key[-12:]}: {one} → {other}"


def _describe_person(person: Person | None) -> str:
    if person is None:
        return ABSENT
    return f"{person.name}, {', '.join(person.roles)}, {person.first} to {person.last}"


def _read_base(base: FolderRevision, path: Path) -> Any:
    content = base.read(path.as_posix())
    try:
        return load_bytes(content, f"{base.name}:{path}").data if content is not None else {}
    except CertifyError:
        return {}


def _read_now(files: Files) -> Any:
    return load_bytes(files.policy.read_bytes(), str(files.policy)).data


def _flatten(data: Any, key: str = "") -> dict[str, str]:
    if not isinstance(data, Mapping):
        return {key: str(data)}
    found: dict[str, str] = {}
    for name, value in data.items():
        found |= _flatten(value, f"{key}.{name}" if key else str(name))
    return found


def _list_changes_of_waivers(base: FolderRevision, files: Files) -> Iterator[str]:
    def describe(waiver: Waiver) -> str:
        return describe_waiver(waiver.reason, waiver.accepted_by, str(waiver.expires))

    old = _read_base_waivers(base)
    path = files.folder / WAIVERS
    new = read_waivers(load_bytes(path.read_bytes(), str(path))) if path.is_file() else ()
    before = {waiver.fingerprint: describe(waiver) for waiver in old}
    after = {waiver.fingerprint: describe(waiver) for waiver in new}
    for key in dict.fromkeys([*after, *before]):
        if key not in before:
            yield f"new waiver for {key}: {after[key]}"
        elif key not in after:
            yield f"waiver for {key} removed"
        elif before[key] != after[key]:
            yield f"waiver for {key}: {before[key]} → {after[key]}"


def _read_base_waivers(base: FolderRevision) -> tuple[Waiver, ...]:
    content = base.read(WAIVERS.as_posix())
    try:
        return read_waivers(load_bytes(content, f"{base.name}:{WAIVERS}")) if content else ()
    except CertifyError:
        return ()


def list_unknown_names(
    base: FolderRevision, now: Now, waivers: Iterable[Waiver], people: Iterable[Person]
) -> Iterator[str]:
    """New unsigned approvals and new waivers by names that the base revision does not know.

    Known are the people listed at the base, the owner of its policy, and whoever approved or waived anything
    there. A base without any certificate knows nobody, and everybody may be the first.
    """
    old = read_people_at(base.files, base.name)
    if old and not list(people):
        yield f"{now.files.folder / PEOPLE}: missing, but in the base revision; restore it"
    certificates = [
        data
        for name in base.files
        if name.endswith(SUFFIX)
        and (data := read_base_certificate(base, Path(name.removesuffix(SUFFIX) + ".yaml")))
    ]
    if not certificates:
        return
    earlier = _read_base_waivers(base)
    policy = _read_base(base, POLICY)
    known = {item.name for item in old} | {item.accepted_by for item in earlier}
    known |= {str(item["by"]) for data in certificates for item in data["approvals"]}
    known |= {str(policy.get("owner"))} if isinstance(policy, Mapping) else set()
    fix = "let a change of its own add the person to policy/people.yaml first"
    for path, approval in _list_added(base, now):
        if approval.by not in known and not approval.signatures:
            yield f"{path}: approved by {approval.by!r}, unknown at the base revision; {fix}"
    kept = {(item.fingerprint, item.accepted_by) for item in earlier}
    for waiver in waivers:
        if waiver.accepted_by not in known and (waiver.fingerprint, waiver.accepted_by) not in kept:
            yield (
                f"{waiver.place}: accepted by {waiver.accepted_by!r}, "
                f"unknown at the base revision; {fix}"
            )


def list_new_approvals(base: FolderRevision, now: Now) -> Iterator[str]:
    """Approvals since the base."""
    for path, approval in _list_added(base, now):
        yield (
            f"{path}: revision {approval.edition} approved on {approval.date} by "
            f"{approval.by}: {approval.reason}"
        )


def _list_added(base: FolderRevision, now: Now) -> Iterator[tuple[Path, Approval]]:
    """The approvals that the base does not have."""
    for path, certificate in now.certificates.items():
        before = read_base_certificate(base, path)
        known = read_approvals(before["approvals"]) if before else ()
        for approval in read_approvals(certificate["approvals"]):
            if approval not in known:
                yield path, approval
