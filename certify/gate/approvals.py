"""Approvals: who approved the figures of a revision, when and why. None is ever removed.

Each approval covers the one before it, so that a history cannot be shortened or rewritten without another
digest in all that follows. A signed approval covers specification, certificate, policy and waivers.
"""

from __future__ import annotations

import base64
import datetime
import hashlib
import json
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from certify.base.cache import hash_data
from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import SourceFile, load_bytes, load_file, read_bytes
from certify.spec.validate import list_schema_faults

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey


APPROVAL = "certify-approval"
POLICY = "certify-policy"
_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
_LARGEST_SIGNATURE = 1 << 16

Ask = Callable[[], bytes]
"""Asks for the passphrase of a key."""


@dataclass(frozen=True, slots=True)
class Key:
    """A private key that signs."""

    _private: Ed25519PrivateKey | RSAPrivateKey

    @property
    def public(self) -> str:
        """The public key, as an SSH key file has it, without a comment."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        public = self._private.public_key()
        return public.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()

    def sign(self, message: bytes, purpose: str) -> str:
        """The armored signature of a message for a purpose."""
        digest = hashlib.sha512(message).digest()
        signed = b"SSHSIG" + _pack(purpose.encode(), b"", b"sha512", digest)
        algorithm, raw = self._sign(signed)
        public = base64.b64decode(self.public.split()[1])
        blob = b"SSHSIG" + struct.pack(">I", 1)
        blob += _pack(public, purpose.encode(), b"", b"sha512", _pack(algorithm, raw))
        text = base64.b64encode(blob).decode()
        lines = [text[start : start + 70] for start in range(0, len(text), 70)]
        return "\n".join([_BEGIN, *lines, _END, ""])

    def _sign(self, content: bytes) -> tuple[bytes, bytes]:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
        from cryptography.hazmat.primitives.hashes import SHA512

        if isinstance(self._private, Ed25519PrivateKey):
            return b"ssh-ed25519", self._private.sign(content)
        return b"rsa-sha2-512", self._private.sign(content, PKCS1v15(), SHA512())


def _pack(*parts: bytes) -> bytes:
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


def load_key(path: Path, ask: Ask) -> Key:
    """Read a private key from an OpenSSH, PEM or PKCS#12 file."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    content = read_bytes(path, _LARGEST_SIGNATURE)
    try:
        try:
            private = _read_key(content, None)
        except (TypeError, ValueError):
            private = _read_key(content, ask())
    except (TypeError, ValueError, UnsupportedAlgorithm):
        raise CertifyError(
            f"{path}: not a private key in OpenSSH, PEM or PKCS#12 format, or the passphrase is wrong"
        ) from None
    if not isinstance(private, Ed25519PrivateKey | RSAPrivateKey):
        raise CertifyError(f"{path}: use an Ed25519 or RSA key; for example ssh-keygen -t ed25519")
    return Key(private)


def _read_key(content: bytes, passphrase: bytes | None) -> Any:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.serialization import pkcs12

    if b"BEGIN OPENSSH PRIVATE KEY" in content:
        return serialization.load_ssh_private_key(content, passphrase)
    if content.startswith(b"-----BEGIN"):
        return serialization.load_pem_private_key(content, passphrase)
    return pkcs12.load_key_and_certificates(content, passphrase)[0]


def recover_key(message: bytes, signature: str, purpose: str) -> str | None:
    """The public key whose signature of a message for a purpose is valid; None if it is not valid."""
    from sshsig import InvalidSignature, check_signature  # it asserts what it cannot read

    if not signature.startswith(f"{_BEGIN}\n"):
        return None
    try:
        key = check_signature(message, signature, purpose)
    except (InvalidSignature, NotImplementedError, ValueError, TypeError, AssertionError):
        return None
    return str(key.openssh_str())


def name_key(public: str) -> str:
    """The fingerprint of a public key, as ssh-keygen -l prints it."""
    digest = hashlib.sha256(base64.b64decode(public.split()[1])).digest()
    return f"SHA256:{base64.b64encode(digest).decode().rstrip('=')}"


PEOPLE = Path("policy") / "people.yaml"
SIGNATURE = ".sig"
"""The ending of a file's signature, as ssh-keygen -Y sign writes it."""
AUTHOR, APPROVER, OWNER = "author", "approver", "policy-owner"
_LARGEST = 1 << 16


@dataclass(frozen=True, slots=True)
class Person:
    """One key of a person, with roles and validity."""

    name: str
    key: str
    roles: tuple[str, ...]
    first: datetime.date
    last: datetime.date
    place: str

    def has(self, role: str, day: datetime.date) -> bool:
        """Whether the person has a role on a day."""
        return role in self.roles and self.first <= day <= self.last

    def may_sign(self, day: datetime.date) -> bool:
        """Whether the person may sign an approval on a day."""
        return self.has(APPROVER, day) or self.has(AUTHOR, day)


@dataclass(frozen=True, slots=True)
class Authority:
    """Who may sign, and what has to be signed."""

    people: tuple[Person, ...] = ()
    required: bool = False
    """Whether the policy accepts nothing unsigned."""
    signatures: int = 1
    """How many people must sign an approval."""

    def find(self, key: str) -> Person | None:
        """The person with a public key."""
        return next((item for item in self.people if item.key == key), None)

    def list_names(self, role: str, day: datetime.date) -> list[str]:
        """The people who have a role on a day."""
        return list(dict.fromkeys(item.name for item in self.people if item.has(role, day)))


def load_people(path: Path) -> tuple[Person, ...]:
    """The people of a file; none if there is no file."""
    return read_people(load_file(path)) if path.is_file() else ()


def read_people(source: SourceFile) -> tuple[Person, ...]:
    """The people of a file that has been read."""
    faults = list_schema_faults(source, "people")
    people: list[Person] = []
    for place, item in enumerate(source.data["people"] if not faults else ()):
        where = ("people", place)
        try:
            first, last = (datetime.date.fromisoformat(item[key]) for key in ("from", "until"))
        except ValueError:
            faults.append(
                source.fault(where, "a date is not valid", "write year-month-day in quotes")
            )
            continue
        key = " ".join(item["key"].split()[:2])
        if first > last:
            faults.append(source.fault(where, "'until' is before 'from'", "correct the dates"))
        if key in [person.key for person in people]:
            faults.append(source.fault((*where, "key"), "duplicate key", "give each person one"))
        place_of = f"{source.name}:{source.position(where)[0]}"
        people.append(Person(item["name"], key, tuple(item["roles"]), first, last, place_of))
    if faults:
        raise InvalidSpec(faults)
    return tuple(people)


def read_people_at(files: dict[str, bytes], name: str) -> tuple[Person, ...]:
    """The people listed at a git revision; none if there was no valid list."""
    content = files.get(PEOPLE.as_posix())
    try:
        return read_people(load_bytes(content, f"{name}:{PEOPLE}")) if content else ()
    except CertifyError:
        return ()


def list_policy_files(folder: Path) -> list[Path]:
    """The files of the policy folder that have to be signed."""
    return sorted(path for path in (folder / "policy").glob("*.yaml") if path.is_file())


def list_faults_of_policy_files(
    folder: Path, authority: Authority, before: Sequence[Person], today: datetime.date
) -> Iterator[str]:
    """Files of the policy folder whose signature is missing or not by a policy owner.

    `before`: the people at the base; only they can change the list of people.
    """
    for path in list_policy_files(folder):
        is_list = path == folder / PEOPLE
        signers = before if is_list and before else authority.people
        signature = path.with_name(path.name + SIGNATURE)
        if signature.is_file() or is_list or authority.required:
            fault = find_fault_of_signature(path, signers, today)
            if fault:
                known = " of the base revision" if is_list and before else ""
                yield f"{path}: {fault}; a policy owner{known} signs it with: {_describe(path)}"
    if authority.required and not (folder / PEOPLE).is_file():
        yield f"{folder / PEOPLE}: file not found, but the policy requires signatures; restore it"


def _describe(path: Path) -> str:
    return f"ssh-keygen -Y sign -n {POLICY} -f KEY {path}"


def find_fault_of_signature(path: Path, people: Sequence[Person], today: datetime.date) -> str:
    """Why a file is not signed by a policy owner; empty if it is."""
    place = path.with_name(path.name + SIGNATURE)
    if not place.is_file():
        return "not signed"
    text = read_bytes(place, _LARGEST).decode("ascii", "replace")
    key = recover_key(read_bytes(path), text, POLICY)
    if key is None:
        return "its signature is not valid for this content"
    person = Authority(tuple(people)).find(key)
    if person is None:
        return f"signed with an unknown key ({name_key(key)})"
    if not person.has(OWNER, today):
        return f"signed by {person.name}, who is not a policy owner on {today}"
    return ""


def sign_policy_files(
    folder: Path, key: Key, people: Sequence[Person], today: datetime.date
) -> Iterator[tuple[Path, bytes]]:
    """The signatures that the files of the policy folder lack, by path."""
    for path in list_policy_files(folder):
        if find_fault_of_signature(path, people, today):
            text = key.sign(read_bytes(path), POLICY)
            yield path.with_name(path.name + SIGNATURE), text.encode()


_LONGEST = {"by": 120, "reason": 480}
_SHORTEST = {"by": 2, "reason": 10}
NOTHING = "0" * 64
"""What the first approval of a history covers as the previous one."""


@dataclass(frozen=True, slots=True)
class Approval:
    """One approval of a revision, with the digest of the approved content."""

    edition: int
    date: str
    by: str
    reason: str
    content: str
    """The digest of the certificate's content without approvals."""
    previous: str = ""
    """The digest of the previous approval; empty in approvals of older programs."""
    waivers: str = ""
    """The digest of the waivers in force for this specification."""
    author: str = ""
    """Who wrote the revision, as the approver states."""
    signatures: tuple[str, ...] = ()

    def describe(self) -> dict[str, Any]:
        """Plain data, without what is empty."""
        data = {key: value for key, value in asdict(self).items() if value}
        return data | ({"signatures": list(self.signatures)} if self.signatures else {})

    @property
    def message(self) -> bytes:
        """What is signed: the approval without its signatures, as compact sorted JSON."""
        data = replace(self, signatures=()).describe()
        text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return text.encode()

    def sign(self, key: Key) -> Approval:
        """The approval with one more signature."""
        text = key.sign(self.message, APPROVAL)
        return replace(self, signatures=(*self.signatures, text))

    def find_signers(self, authority: Authority) -> list[Person | None]:
        """Who made each signature; None if it is not valid or its key is not listed."""
        keys = [recover_key(self.message, text, APPROVAL) for text in self.signatures]
        return [authority.find(key) if key else None for key in keys]


def hash_approval(approval: Approval | None) -> str:
    """The digest with which the next approval covers this one."""
    return hash_data(approval.describe()) if approval else NOTHING


def check_word(key: str, text: str | None) -> str:
    """A name (`by`) or reason on one line; refused if it is missing."""
    word = " ".join((text or "").split())
    if len(word) < _SHORTEST[key]:
        example = "'A. Reviewer'" if key == "by" else "'checked against the document'"
        raise CertifyError(
            f"--accept needs --{key} with at least {_SHORTEST[key]} characters; "
            f"for example --{key} {example}"
        )
    if fault := _find_fault(key, word):
        raise CertifyError(f"--{key} {fault}")
    return word


def _find_fault(key: str, text: str) -> str:
    """Why a name or reason is not one readable line; empty if it is."""
    if len(text) > _LONGEST[key]:
        return f"is longer than {_LONGEST[key]} characters; shorten it"
    if not text.isprintable():
        return "contains characters that cannot be printed; remove them"
    return ""


def read_approvals(data: Sequence[dict[str, Any]]) -> tuple[Approval, ...]:
    """The approvals of a certificate."""
    return tuple(
        Approval(**{**item, "signatures": tuple(item.get("signatures", ()))}) for item in data
    )


def list_faults(
    approvals: Sequence[Approval],
    content: str,
    edition: int,
    today: datetime.date | None = None,
) -> list[str]:
    """The faults of a history of approvals, and of its last approval for a content and revision."""
    faults = []
    if not approvals:
        return ["it has no approval"]
    for item in approvals:
        for key, text in (("by", item.by), ("reason", item.reason)):
            if _find_fault(key, text):
                faults.append(f"an approval was edited by hand: {key} is {text!r}")
        if _read_day(item.date) is None:
            faults.append(f"an approval was edited by hand: {item.date} is not a date")
        elif today is not None and item.date > today.isoformat():
            faults.append(f"an approval is dated {item.date}, after today ({today})")
    for before, after in pairwise((None, *approvals)):
        faults += _list_faults_of_order(before, after) if after else ()
    if approvals[-1].content != content:
        faults.append("the content differs from the approved content")
    if approvals[-1].edition != edition:
        faults.append(f"revision {approvals[-1].edition} was approved, not revision {edition}")
    return faults


def _list_faults_of_order(before: Approval | None, after: Approval) -> Iterator[str]:
    if before and (after.edition < before.edition or after.date < before.date):
        yield f"the approvals are not in order: {after.date} after {before.date}"
    expected = hash_approval(before) if after.previous or (before and before.previous) else ""
    if after.previous != expected:
        yield f"the approval of {after.date} does not cover the approval before it"


def list_faults_of_signatures(
    approvals: Sequence[Approval], waivers: str, authority: Authority
) -> Iterator[str]:
    """Signatures that are missing, not valid, or by people without the role.

    `waivers`: the digest of the waivers in force.
    """
    if not approvals:
        return
    signed = False
    for item in approvals:
        if item.signatures:
            yield from _list_faults_of_one(item, authority)
        elif signed:
            yield f"the approval of {item.date} is not signed, but an earlier one is"
        signed = signed or bool(item.signatures)
    last = approvals[-1]
    if not last.signatures:
        if authority.required:
            yield "not signed, but the policy requires it; approve it with --accept --key KEY"
        return
    if last.waivers != waivers:
        yield "its waivers have changed since it was approved; approve it again"
    missing = authority.signatures - len(
        {item.name for item in last.find_signers(authority) if item}
    )
    if authority.required and missing > 0:
        yield (
            f"{authority.signatures} people must sign, and {missing} more signature is missing; "
            "another person runs --accept --key KEY"
        )


def _list_faults_of_one(approval: Approval, authority: Authority) -> Iterator[str]:
    """The faults of the signatures of one approval."""
    day = _read_day(approval.date)
    if day is None:
        return
    label = f"the approval of {approval.date}"
    signers = approval.find_signers(authority)
    if None in signers:
        yield f"{label} has a signature that is not valid, or whose key is not in people.yaml"
        return
    people = [item for item in signers if item]
    for item in people:
        if not item.may_sign(day):
            yield f"{label} is signed by {item.name}, who has no role on that day"
    if approval.author not in authority.list_names(AUTHOR, day):
        yield f"{label} names the author {approval.author!r}, who is not listed as one"
    approvers = [
        item.name for item in people if item.has(APPROVER, day) and item.name != approval.author
    ]
    if approval.by not in approvers:
        yield f"{label} is not signed by the approver {approval.by}, or they are its author"


def _read_day(text: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def describe_signers(approval: Approval, authority: Authority) -> str:
    """Who signed an approval, or that it is unsigned."""
    names = [item.name for item in approval.find_signers(authority) if item]
    return f"signed by {' and '.join(names)}" if names else "unsigned"
