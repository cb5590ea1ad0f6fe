"""Whether a file is certified as it stands, what a filing says of it, and which certificate is whole."""

from __future__ import annotations

import copy
import json

import pytest

from certify.base import cache
from certify.base.errors import CertifyError
from certify.gate.approvals import read_approvals
from certify.gate.certificates import (
    believe_certificate,
    believe_settlements,
    find_certification,
    format_certificate,
    read_certificate,
    seal,
)
from certify.odds.crosscheck import KIND
from certify.odds.identity import identify_settling
from certify.spec.validate import load_jurisdiction
from tests.gate.accepted_folder import plant

CURE = "restore it from version control, or remove it to start a new history of approvals"


@pytest.fixture
def folder(tmp_path):
    return plant(tmp_path) / "jurisdictions"


def read_kept(folder, name="one"):
    return json.loads((folder / f"{name}.certificate.json").read_bytes())


def write(folder, certificate, name="one"):
    """A certificate with a digest that fits, whatever it says."""
    content = {
        key: value for key, value in certificate.items() if key not in {"approvals", "sha256"}
    }
    sealed = seal(content, read_approvals(certificate["approvals"]))
    path = folder / f"{name}.certificate.json"
    path.write_text(format_certificate(sealed), encoding="utf-8")


def tell(folder):
    found = find_certification(load_jurisdiction(folder / "one.yaml"))
    assert found.is_draft is bool(found.why_not)
    assert found.is_draft is (found.approval is None)
    return found.why_not


def test_a_file_is_certified_by_the_last_who_approved_just_this_file(folder):
    assert tell(folder) == ""
    found = find_certification(load_jurisdiction(folder / "one.yaml"))
    assert found.approval == found.history[-1]
    assert (found.approval.by, found.approval.edition) == ("compliance officer", 1)


def test_what_stands_against_a_certificate_is_reported_the_gravest_first(folder):
    path = folder / "one.yaml"
    text = path.read_text(encoding="utf-8")
    write(folder, read_kept(folder, "two"))
    assert tell(folder) == "the certificate is for two"
    kept = read_kept(folder, "two")
    kept["readings"]["wheel"] = "second-highest"  # so that the last approval is of something else
    write(folder, kept)
    first, second = tell(folder).split("; ", 1)
    assert first == "the certificate is for two"
    kept["jurisdiction"] = "one"
    write(folder, kept)
    path.write_text(f"{text}# more\n", encoding="utf-8")
    assert tell(folder) == f"the specification has changed since it was approved; {second}"
    kept["spec_sha256"] = load_jurisdiction(path).source.sha256
    write(folder, kept)
    assert tell(folder) == second


def test_a_certificate_that_cannot_be_read_certifies_nothing_and_says_why(folder):
    path = folder / "one.certificate.json"
    path.write_bytes(path.read_bytes().replace(b'"edition": 1', b'"edition": 2', 1))
    assert tell(folder) == f"{path}: edited by hand; {CURE}"
    assert believe_certificate(load_jurisdiction(folder / "one.yaml")) == 0
    path.write_bytes(b"{")
    assert tell(folder).startswith(f"{path}:1:2: this is not JSON")


def test_what_is_no_certificate_is_refused_with_three_faults_at_most(folder):
    kept = read_kept(folder)

    def refuse(data):
        with pytest.raises(CertifyError) as caught:
            read_certificate(json.dumps(data).encode(), "c")
        return str(caught.value)

    old = refuse({**kept, "form": kept["form"] - 1})
    assert old == f"c: not a certificate of format {kept['form']}; {CURE}"
    assert refuse({}) == old
    broken = copy.deepcopy(kept)
    for key in ("wagers", "issues", "counts", "readings", "approvals"):
        broken[key] = 7
    told = refuse(broken).removeprefix("c: not a certificate (").removesuffix(f"); {CURE}")
    assert len(told.split("; ")) == 3


def test_settlements_are_believed_only_where_the_same_code_made_them(monkeypatch):
    taken = {}
    monkeypatch.setattr(cache, "trust_result", taken.__setitem__)
    question = {"rules_sha256": "r", "code_sha256": identify_settling()}
    settled = {**question, "rounds": 3}
    assert believe_settlements({"settlements": settled})
    asked = cache.hash_data([KIND, question])
    assert taken == {asked: {"rounds": 3, "differences": []}}
    assert not believe_settlements({"settlements": {**settled, "code_sha256": "another"}})
    assert not believe_settlements({"simulation": {"deals": 10}})
    assert len(taken) == 1
