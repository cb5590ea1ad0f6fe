"""The people who may sign, and the signatures of the files in the policy folder."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import SourceFile, load_bytes, load_file, read_bytes
from certify.gate.signatures import POLICY, Key, name_key, recover_key
from certify.spec.validate import list_schema_faults

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
