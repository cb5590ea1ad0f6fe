"""A real filing of a small specification that somebody approved, made once and verified often."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import pikepdf
import pytest

from certify.filing.build import FilingOrder, file_all
from certify.filing.printing import print_pdf
from certify.filing.verification import rebuild as rebuilding
from certify.filing.verification import verify as verifying
from certify.filing.verification.contents import take_out
from certify.filing.verification.manifest import NAME as MANIFEST
from certify.filing.verification.manifest import read_manifest
from certify.filing.verification.rebuild import rebuild
from certify.filing.verification.signature import Trust, load_trust
from certify.filing.verification.verify import Wish, verify_content
from certify.findings.policy import hash_policy, locate_policy
from certify.gate.approvals import Approval
from certify.gate.certificates import (
    build_content,
    hash_content,
    locate_certificate,
    seal,
    write_certificate,
)
from certify.odds.compute import Request, compute_odds
from certify.odds.crosscheck import crosscheck, describe_question
from certify.spec.validate import load_jurisdiction
from tests.filing import forgery

ID = "no-pair-bonus"
SPEC = Path(__file__).parent.parent / "specs" / "accept" / f"{ID}.yaml"
CERTIFICATE = f"{ID}.certificate.json"
QUICK = Wish(quick=True)


def certify_spec(path, **changes):
    """Put a certificate beside a specification, as the gate does when somebody approves it."""
    jurisdiction = load_jurisdiction(path)
    policy = hash_policy(locate_policy())
    odds = compute_odds(jurisdiction, Request(standard_alternatives=True))
    settled = {**describe_question(jurisdiction), **crosscheck(jurisdiction).describe()}
    data = {**build_content(jurisdiction, odds, [], policy, [], settled), **changes}
    approval = Approval(
        jurisdiction.edition,
        "2030-01-31",
        "an examiner",
        "the figures are right",
        hash_content(data),
    )
    write_certificate(locate_certificate(path), seal(data, [approval]))
    return jurisdiction


def make_filing(folder):
    """The path of the filing."""
    spec = folder / SPEC.name
    spec.write_bytes(SPEC.read_bytes())
    jurisdiction = certify_spec(spec)
    (filed,) = file_all([jurisdiction], [jurisdiction], FilingOrder(folder, processes=1))
    return filed.path


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    return make_filing(tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="session")
def content(made):
    return made.read_bytes()


@cache
def rebuild_once(enclosures):
    found = dict(enclosures)
    return rebuild(found, read_manifest(found[MANIFEST]))


print_once = cache(print_pdf)


@pytest.fixture(scope="session")
def again(content):
    """The enclosures of the filing, and the filing made again from them."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        enclosures = take_out(pdf)
    return enclosures, rebuild_once(tuple(sorted(enclosures.items())))


@pytest.fixture
def verify(monkeypatch):
    """A verification with everything in it; equal enclosures are computed and printed once."""

    def rebuild_known(enclosures, manifest, progress=None, documents=None):
        return rebuild_once(tuple(sorted(enclosures.items())))

    monkeypatch.setattr(verifying, "rebuild", rebuild_known)
    monkeypatch.setattr(rebuilding, "print_pdf", print_once)

    def verify(content, trust=None, pictures=None):
        wish = Wish(trust=trust or Trust(), pictures=pictures)
        return verify_content(content, "filing.pdf", wish)

    return verify


def find(verification, name):
    (check,) = [item for item in verification.checks if item.name == name]
    return check


@pytest.fixture(scope="session")
def people(tmp_path_factory):
    """A root with keys under it: in order, expired, not for signing; and a stranger."""
    folder = tmp_path_factory.mktemp("keys")
    root = forgery.make_identity("Example Root")
    stranger = forgery.make_identity("Other Root")
    made = {
        "signer": forgery.make_identity("Example Signer", root),
        "expired": forgery.make_identity("Expired Signer", root, begins=-20, ends=-10),
        "cipher": forgery.make_identity("Cipher Key", root, signs=False),
        "stranger": forgery.make_identity("Stranger", stranger),
    }
    found = {
        name: forgery.write_key(folder / f"{name}.p12", identity, [root[1]])
        for name, identity in made.items()
    }
    found["root"] = forgery.write_certificate(folder / "root.pem", root)
    found["other root"] = forgery.write_certificate(folder / "other.pem", stranger)
    return found


@pytest.fixture(scope="session")
def trust(people):
    return load_trust([people["root"]])
