"""What has changed since a git revision: the files and what that is worth, policy, waivers, approvals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from certify.base.cache import hash_data
from certify.base.errors import CertifyError
from certify.base.load import load_bytes
from certify.base.progress import Progress
from certify.findings.policy import Policy
from certify.gate.approvals import read_approvals
from certify.gate.certificates import locate_certificate, read_certificate
from certify.gate.difference import (
    Difference,
    Examined,
    compare_certificates,
    compare_editions,
    examine,
)
from certify.gate.files import POLICY, Files
from certify.gate.judgement import Computed
from certify.gate.revisions import Revision
from certify.gate.tell import tell_edge
from certify.gate.trust import believe_counts
from certify.gate.waivers import WAIVERS, Waiver, read_waivers
from certify.spec.model import Jurisdiction
from certify.spec.values import Money


@dataclass(frozen=True, slots=True)
class Now:
    """The files as they stand: those that are valid, what was computed, and their certificates."""

    files: Files
    valid: Mapping[Path, Jurisdiction]
    computed: Mapping[Path, Computed]
    certificates: Mapping[Path, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Basis:
    """How a change is priced."""

    policy: Policy
    stake: Callable[[str], Money | None]
    progress: Progress | None = None


def read_base_certificate(base: Revision, path: Path) -> dict[str, Any] | None:
    """The certificate of a file at the base; None where it had none that could be read."""
    content = base.read(locate_certificate(path).name)
    if content is None:
        return None
    try:
        return read_certificate(content, path.name)
    except CertifyError:
        return None


def is_told(
    base: Revision, path: Path, certificate: Mapping[str, Any], content: Mapping[str, Any]
) -> bool:
    """Whether the change since the base is all that can speak against a certificate.

    So it is where the certificate stood there just so, beside the file that it certifies, and policy
    and program are those that it was made with.
    """
    before = base.jurisdictions[0].get(content["jurisdiction"])
    return (
        before is not None
        and before.source.sha256 == certificate["spec_sha256"] != content["spec_sha256"]
        and all(certificate[key] == content[key] for key in ("policy_sha256", "program"))
        and read_base_certificate(base, path) == certificate
    )


def compare_with_base(base: Revision, now: Now, basis: Basis) -> Iterator[Difference]:
    """What the change since the base revision means, for the files asked for."""
    old, _ = base.jurisdictions
    new = {item.id: (path, item) for path, item in now.valid.items()}
    names = set(new) | (set(old) if now.files.are_all else set())
    broken = {path.stem: path for path in now.files.asked if path not in now.valid}
    for name in sorted(names):
        path, after = new.get(name, (None, None))
        before = old.get(name)
        if before is not None and name in broken:
            label = f"{before.source.name} (edition {before.edition} of {before.date})"
            yield Difference(
                name,
                label,
                str(broken[name]),
                "not looked at",
                "not valid, so that nothing can be counted or priced",
            )
            continue
        if before and after and before.source.sha256 == after.source.sha256:
            label = f"edition {after.edition}"
            found = Difference(name, label, label, "", "")
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
    now: Now, path: Path | None, item: Jurisdiction | None, basis: Basis
) -> Examined | None:
    """The file as it stands: as it was computed, or where it was not (a draft), now."""
    if path is not None and path in now.computed:
        return now.computed[path].examined
    return examine(item, basis.policy, progress=basis.progress) if item else None


def _believe_base(base: Revision, name: str) -> None:
    """The counts of the edition before, on the word of its own certificate."""
    certificate = read_base_certificate(base, Path(f"{name}.yaml"))
    if certificate is None:
        return
    try:
        believe_counts(certificate, name)
    except CertifyError:
        return  # then they are counted, or come from the cache


def _explain(base: Revision, now: Now, path: Path, found: Difference) -> Difference:
    """The same with what the certificates say otherwise and no change of the file explains."""
    before, after = read_base_certificate(base, path), now.certificates.get(path)
    if before is None or after is None or before["jurisdiction"] != after["jurisdiction"]:
        return found
    titles = now.computed[path].titles if path in now.computed else {}
    matters = [{**item, "text": titles.get(item["fingerprint"], "")} for item in after["matters"]]
    names = (f"{base.name}:{locate_certificate(path).name}", str(locate_certificate(path)))
    certified = compare_certificates(before, {**after, "matters": matters}, names)
    if found.is_empty and certified.differs:
        why = (
            "the file is as it was: the program or the policy judges it otherwise, "
            "or the certificate is false"
        )
        return replace(certified, remarks=(why,))
    moved = {move.place.name for move in found.moves}
    remarks = [
        f"{move.place.name}: {tell_edge(move.before.edge)} was certified before and "
        f"{tell_edge(move.after.edge)} is now, and no change of the file explains it"
        for move in certified.moves
        if move.place.name not in moved
    ]
    return replace(found, remarks=(*found.remarks, *remarks)) if remarks else found


def list_changes_of_policy(base: Revision, files: Files) -> Iterator[str]:
    """Criteria and waivers that are not those of the base."""
    first, second = (_flatten(item) for item in (_read_base(base, POLICY), _read_now(files)))
    for key in sorted({*first, *second}):
        if first.get(key) != second.get(key):
            yield f"policy: {key}: {first.get(key, '(absent)')} -> {second.get(key, '(absent)')}"
    yield from _list_changes_of_waivers(base, files)


def _read_base(base: Revision, path: Path) -> Any:
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


def _list_changes_of_waivers(base: Revision, files: Files) -> Iterator[str]:
    def tell(waiver: Waiver) -> str:
        return f"by {waiver.accepted_by} until {waiver.expires}: {waiver.reason}"

    content = base.read(WAIVERS.as_posix())
    try:
        old = read_waivers(load_bytes(content, f"{base.name}:{WAIVERS}")) if content else ()
    except CertifyError:
        old = ()
    path = files.folder / WAIVERS
    new = read_waivers(load_bytes(path.read_bytes(), str(path))) if path.is_file() else ()
    before = {waiver.fingerprint: tell(waiver) for waiver in old}
    after = {waiver.fingerprint: tell(waiver) for waiver in new}
    for key in dict.fromkeys([*after, *before]):
        if key not in before:
            yield f"new waiver of {key} {after[key]}"
        elif key not in after:
            yield f"waiver of {key} gone"
        elif before[key] != after[key]:
            yield f"waiver of {key}: {before[key]} -> {after[key]}"


def list_new_approvals(base: Revision, now: Now) -> Iterator[str]:
    """Approvals that the base does not have."""
    for path, certificate in now.certificates.items():
        before = read_base_certificate(base, path)
        known = {hash_data(item) for item in before["approvals"]} if before else set()
        for approval in read_approvals(certificate["approvals"]):
            if hash_data(approval.describe()) not in known:
                yield (
                    f"{path}: edition {approval.edition} approved on {approval.date} by "
                    f"{approval.by}: {approval.reason}"
                )
