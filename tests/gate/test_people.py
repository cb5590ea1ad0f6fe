"""Signed approvals: who may sign, what is signed, and that other programs read the signatures."""

import datetime
import json
import shutil
import subprocess

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    pkcs12,
)

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_bytes
from certify.gate.approvals import (
    APPROVAL,
    POLICY,
    Approval,
    Authority,
    Person,
    find_fault_of_signature,
    hash_approval,
    list_faults_of_signatures,
    load_key,
    read_people,
    recover_key,
)
from certify.gate.approvals import OWNER as OWNER_ROLE
from tests.gate.accepted_folder import change, gate
from tests.gate.keys import (
    APPROVER,
    AUTHOR,
    FORMER,
    OWNER,
    REASON,
    SECOND,
    STRANGER,
    accept_as,
    make_key,
    plant_signed,
    read_key,
    sign_policy,
    write_people,
)

DAY = datetime.date(2030, 2, 1)
NEEDS_SSH = pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="needs ssh-keygen")


@pytest.fixture
def tree(tmp_path):
    return plant_signed(tmp_path / "tree")


def read(tree):
    path = tree / "jurisdictions" / "one.certificate.json"
    return json.loads(path.read_text(encoding="utf-8"))


def count_signatures(tree):
    return [len(item.get("signatures", ())) for item in read(tree)["approvals"]]


# keys and signatures


def test_a_signature_is_valid_for_its_message_and_purpose_alone():
    key = read_key(APPROVER)
    text = key.sign(b"message", APPROVAL)
    assert recover_key(b"message", text, APPROVAL) == key.public
    assert recover_key(b"massage", text, APPROVAL) is None
    assert recover_key(b"message", text, POLICY) is None
    for damaged in ("", "x", text[:-60], text.replace("A", "B"), f"x{text}"):
        assert recover_key(b"message", damaged, APPROVAL) is None


@NEEDS_SSH
def test_ssh_keygen_verifies_what_certify_signs(tmp_path):
    signers = tmp_path / "signers"
    signers.write_text(f"{APPROVER.replace(' ', '-')} {read_key(APPROVER).public}\n")
    signature = tmp_path / "message.sig"
    signature.write_text(read_key(APPROVER).sign(b"message", APPROVAL))
    command = ["ssh-keygen", "-Y", "verify", "-f", signers, "-I", APPROVER.replace(" ", "-"),
               "-n", APPROVAL, "-s", signature]  # fmt: skip
    for message, code in ((b"message", 0), (b"massage", 255)):
        done = subprocess.run(command, input=message, capture_output=True, check=False)
        assert done.returncode == code, done.stderr


@NEEDS_SSH
@pytest.mark.parametrize("kind", ["ed25519", "rsa"])
def test_certify_verifies_what_ssh_keygen_signs(tmp_path, kind):
    key, message = tmp_path / "key", tmp_path / "message"
    message.write_bytes(b"message")
    for command in (["-q", "-t", kind, "-N", "", "-f", key],
                    ["-q", "-Y", "sign", "-n", POLICY, "-f", key, message]):  # fmt: skip
        subprocess.run(["ssh-keygen", *command], check=True, capture_output=True)
    public = " ".join((tmp_path / "key.pub").read_text().split()[:2])
    signature = (tmp_path / "message.sig").read_text()
    assert recover_key(b"message", signature, POLICY) == public
    assert load_key(key, lambda: b"").public == public


@pytest.mark.parametrize("form", ["pkcs12", "pem", "openssh"])
def test_keys_of_every_form_are_read_with_their_passphrase(tmp_path, form):
    private = generate_private_key(public_exponent=65537, key_size=2048)
    secret = BestAvailableEncryption(b"secret")
    path = tmp_path / "key"
    if form == "pkcs12":
        content = pkcs12.serialize_key_and_certificates(b"me", private, None, None, secret)
    else:
        kind = PrivateFormat.OpenSSH if form == "openssh" else PrivateFormat.PKCS8
        content = private.private_bytes(Encoding.PEM, kind, secret)
    path.write_bytes(content)
    key = load_key(path, lambda: b"secret")
    assert recover_key(b"message", key.sign(b"message", APPROVAL), APPROVAL) == key.public
    with pytest.raises(CertifyError):
        load_key(path, lambda: b"wrong")
    path.write_bytes(b"no key")
    with pytest.raises(CertifyError):
        load_key(path, lambda: b"secret")


def test_a_key_without_a_passphrase_asks_for_none(tmp_path):
    private = generate_private_key(public_exponent=65537, key_size=2048)
    path = tmp_path / "key"
    path.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    assert load_key(path, lambda: pytest.fail("asked")).public.startswith("ssh-rsa ")


# people


def describe_person(**changed):
    return {"name": "A. Reviewer", "key": read_key(APPROVER).public, "roles": ["approver"],
            "from": "2030-01-01", "until": "2030-12-31", **changed}  # fmt: skip


def read_list(*items):
    return read_people(load_bytes(json.dumps({"people": items}).encode(), "people.yaml"))


@pytest.mark.parametrize(
    "changed",
    [{"roles": []}, {"roles": ["king"]}, {"key": "ssh-dss AAAA"}, {"name": "x"},
     {"from": "2030-02-30"}, {"from": "2031-01-01"}, {"mail": "x"}],
)  # fmt: skip
def test_a_list_of_people_with_a_fault_is_refused(changed):
    assert read_list(describe_person())[0].name == "A. Reviewer"
    with pytest.raises(InvalidSpec):
        read_list(describe_person(**changed))


def test_a_key_belongs_to_one_person():
    with pytest.raises(InvalidSpec):
        read_list(describe_person(), describe_person(name="Another"))


def test_a_role_is_valid_from_its_first_day_to_its_last():
    (person,) = read_list(describe_person())
    for day, has in (("2029-12-31", False), ("2030-01-01", True), ("2030-12-31", True),
                     ("2031-01-01", False)):  # fmt: skip
        assert person.has("approver", datetime.date.fromisoformat(day)) is has
    assert not person.has(OWNER_ROLE, DAY)


# approvals


def name_person(name, *roles):
    return Person(name, read_key(name).public, roles, DAY, DAY, "people.yaml:1")


def make_history(*signers, author=AUTHOR, by=APPROVER, waivers="w"):
    first = Approval(1, DAY.isoformat(), "somebody", "some reason", "c")
    last = Approval(
        1, DAY.isoformat(), by, "some reason", "c", hash_approval(first), waivers, author
    )
    for signer in signers:
        last = last.sign(read_key(signer))
    return [first, last]


@pytest.mark.parametrize(
    ("signers", "changed", "needed", "faults"),
    [
        ((APPROVER,), {}, 1, 0),
        ((), {}, 1, 1),
        ((APPROVER,), {"waivers": "other"}, 1, 1),
        ((APPROVER,), {"author": APPROVER}, 1, 1),
        ((APPROVER,), {"author": STRANGER}, 1, 1),
        ((SECOND,), {}, 1, 1),
        ((STRANGER,), {}, 1, 2),
        ((APPROVER,), {}, 2, 1),
        ((APPROVER, APPROVER), {}, 2, 1),
        ((APPROVER, SECOND), {}, 2, 0),
        ((APPROVER, AUTHOR), {}, 2, 0),
        ((APPROVER, OWNER), {}, 2, 1),
    ],
)
def test_an_approval_needs_the_signatures_of_the_right_people(signers, changed, needed, faults):
    people = (
        name_person(AUTHOR, "author"),
        name_person(APPROVER, "approver", "author"),
        name_person(SECOND, "approver"),
        name_person(OWNER, "policy-owner"),
    )
    authority = Authority(people, required=True, signatures=needed)
    found = list(list_faults_of_signatures(make_history(*signers, **changed), "w", authority))
    assert len(found) == faults, found


def test_without_a_policy_that_requires_them_signatures_may_be_missing():
    assert list(list_faults_of_signatures(make_history(), "other", Authority())) == []


def test_each_approval_covers_the_one_before_it():
    first, last = make_history(APPROVER)
    assert last.previous == hash_approval(first)
    assert hash_approval(last) != hash_approval(last.sign(read_key(SECOND)))
    assert last.message == last.sign(read_key(SECOND)).message


# the command


@pytest.mark.parametrize(
    ("name", "more"),
    [
        (STRANGER, ("--author", AUTHOR)),
        (FORMER, ("--author", AUTHOR)),
        (APPROVER, ()),
        (APPROVER, ("--author", APPROVER)),
        (APPROVER, ("--author", STRANGER)),
        (APPROVER, ("--author", AUTHOR, "--by", SECOND)),
        (AUTHOR, ("--author", AUTHOR)),
    ],
)
def test_who_may_not_sign_writes_nothing(tree, name, more):
    change(tree, "name: Example\n", "name: Another\n")
    before = read(tree)
    assert accept_as(tree, name, *more).code != 0
    assert read(tree) == before


def test_nothing_unsigned_is_accepted_where_signatures_are_required(tree):
    change(tree, "name: Example\n", "name: Another\n")
    assert gate(tree, "--accept", "--by", APPROVER, *REASON).code == 2
    assert accept_as(tree, APPROVER, "--author", AUTHOR).code == 0
    assert count_signatures(tree) == [0, 1, 1]
    assert gate(tree).code == 0


def test_a_second_person_adds_a_signature_to_the_same_approval(tree):
    change(tree, "require: signed\n", "require: signed\nsignatures: 2\n", "policy/limits.yaml")
    assert accept_as(tree, OWNER).code == 0
    assert accept_as(tree, APPROVER, "--author", AUTHOR).code == 0
    assert gate(tree).code == 1
    assert accept_as(tree, APPROVER, "--author", AUTHOR).code == 0, "nothing to add"
    assert gate(tree).code == 1
    assert accept_as(tree, SECOND).code == 0
    assert count_signatures(tree) == [0, 1, 2]
    assert gate(tree).code == 0


def test_a_waiver_that_changes_needs_another_signed_approval(tree):
    change(tree, "2031-01-31", "2031-02-28", "policy/waivers.yaml", times=8)
    assert gate(tree).code == 1
    assert accept_as(tree, OWNER).code == 0
    assert gate(tree).code == 1, "the owner signs the waivers and approves no file"
    assert accept_as(tree, APPROVER, "--author", AUTHOR).code == 0
    assert gate(tree).code == 0


def test_an_owner_signs_the_files_of_the_policy_as_ssh_keygen_does(tree):
    folder = tree / "jurisdictions"
    people = read_people(load_bytes((folder / "policy" / "people.yaml").read_bytes(), "p"))
    path = folder / "policy" / "limits.yaml"
    assert find_fault_of_signature(path, people, DAY) == ""
    path.write_bytes(path.read_bytes() + b"# more\n")
    assert find_fault_of_signature(path, people, DAY) != ""
    assert accept_as(tree, OWNER).code == 0
    assert find_fault_of_signature(path, people, DAY) == ""


def test_a_list_from_elsewhere_is_not_replaced_from_within(tree, tmp_path):
    mine = tmp_path / "mine.yaml"
    shutil.copy(tree / "jurisdictions" / "policy" / "people.yaml", mine)
    assert gate(tree, "--people", str(mine)).code == 0
    roles = {STRANGER: ["approver", "policy-owner"], AUTHOR: ["author"]}
    write_people(tree / "jurisdictions", *roles, roles=roles)
    change(tree, OWNER, STRANGER, "policy/waivers.yaml", times=8)
    sign_policy(tree / "jurisdictions", STRANGER)
    for path in (tree / "jurisdictions").glob("*.certificate.json"):
        path.unlink()
    assert accept_as(tree, STRANGER, "--author", AUTHOR).code == 0
    assert gate(tree).code == 0, "without a base nobody can tell"
    assert gate(tree, "--people", str(mine)).code == 1


def test_a_key_that_is_not_listed_is_named_to_be_added(tree):
    done = accept_as(tree, STRANGER, "--author", AUTHOR)
    assert done.code == 2
    assert read_key(STRANGER).public in done.err
    assert str(make_key(STRANGER)) not in done.out
