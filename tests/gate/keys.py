"""A certified folder whose approvals and policy are signed, with keys made for the test."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from certify.gate.approvals import APPROVAL, POLICY, Key, load_key
from tests.gate.accepted_folder import gate, plant

AUTHOR, APPROVER, SECOND, OWNER, FORMER, STRANGER = (
    "An Author",
    "An Approver",
    "A Second Approver",
    "A Policy Owner",
    "A Former Approver",
    "A Stranger",
)
ROLES = {
    AUTHOR: ["author"],
    APPROVER: ["approver", "author"],
    SECOND: ["approver"],
    OWNER: ["policy-owner"],
    FORMER: ["approver"],
}
REASON = ("--reason", "checked against the document")


@cache
def _folder() -> Path:
    return Path(mkdtemp(prefix="certify-keys-"))


@cache
def make_key(name: str) -> Path:
    """The private key of a person, without a passphrase."""
    path = _folder() / name.replace(" ", "-")
    content = Ed25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()
    )
    path.write_bytes(content)
    return path


def read_key(name: str) -> Key:
    return load_key(make_key(name), lambda: b"")


def write_people(folder: Path, *names: str, roles: dict | None = None) -> None:
    """List people in a policy folder."""
    items = [
        {
            "name": name,
            "key": f"{read_key(name).public} a comment",
            "roles": (roles or ROLES)[name],
            "from": "2029-01-01",
            "until": "2029-12-31" if name == FORMER else "2031-12-31",
        }
        for name in names
    ]
    (folder / "policy" / "people.yaml").write_text(json.dumps({"people": items}), encoding="utf-8")


def sign_policy(folder: Path, name: str = OWNER) -> None:
    """Sign every file of the policy folder."""
    for path in (folder / "policy").glob("*.yaml"):
        text = read_key(name).sign(path.read_bytes(), POLICY)
        path.with_name(f"{path.name}.sig").write_text(text, encoding="ascii")


def sign_approval(approval: dict, *names: str) -> None:
    """Sign an approval as it is, whoever may."""
    approval.pop("signatures", None)
    text = json.dumps(approval, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    approval["signatures"] = [read_key(name).sign(text.encode(), APPROVAL) for name in names]


def accept_as(tree: Path, name: str, *more: str):
    return gate(tree, "--accept", "--key", str(make_key(name)), *REASON, *more)


@cache
def _sign_once(assumed: bool) -> Path:
    tree = plant(Path(mkdtemp(prefix="certify-signed-")), assumed=assumed)
    folder = tree / "jurisdictions"
    policy = folder / "policy" / "limits.yaml"
    policy.write_text(f"{policy.read_text(encoding='utf-8')}require: signed\n", encoding="utf-8")
    write_people(folder, AUTHOR, APPROVER, SECOND, OWNER, FORMER)
    waivers = (folder / "policy" / "waivers.yaml").read_text(encoding="utf-8")
    (folder / "policy" / "waivers.yaml").write_text(
        waivers.replace("accepted_by: compliance officer", f"accepted_by: {OWNER}"),
        encoding="utf-8",
    )
    for name, more in ((OWNER, ()), (APPROVER, ("--author", AUTHOR))):
        done = accept_as(tree, name, *more)
        assert done.code == 0, done.out + done.err
    return tree


def plant_signed(folder: Path, *, assumed: bool = False) -> Path:
    """A copy of the signed folder."""
    shutil.copytree(_sign_once(assumed), folder, dirs_exist_ok=True)
    return folder
