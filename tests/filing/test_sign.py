"""Signing leaves a filing as it is, and whatever happens to a signed one is seen and named."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pikepdf
import pytest
from click.testing import CliRunner

from certify.base.errors import CertifyError
from certify.cli import filings as sign_command
from certify.cli.filings import run_sign as command
from certify.filing.printing import Enclosure, print_pdf
from certify.filing.verification import signature
from certify.filing.verification import signature as signing
from certify.filing.verification.manifest import Manifest, enclose_manifest
from certify.filing.verification.outcome import Result
from certify.filing.verification.pdf_reader import Unreadable
from certify.filing.verification.signature import holds_signed, load_key, seal_pdf, sign_pdf
from certify.filing.verification.verify import Wish, verify_content
from tests.filing import forgery, tamperings
from tests.filing.small_filing import QUICK, find
from tests.filing.test_archive import judge

pytest.importorskip("pyhanko")

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sample</title>
<meta name="dcterms.created" content="2030-01-31"><meta name="dcterms.modified" content="2030-01-31">
</head><body><h1 id="top">Sample</h1><p>Some text, and a <a href="#top">link</a>.</p></body></html>"""


@pytest.fixture(scope="module")
def content():
    """A sealed PDF of one page with a manifest: all that signing looks at."""
    enclosures = (
        Enclosure("sample.yaml", "application/yaml", "Sample", b"id: sample\n", "Source"),
    )
    made = enclose_manifest(enclosures, Manifest("sample", ("sample",), "2030-01-31"))
    return seal_pdf(print_pdf(PAGE, "2030-01-31", made).content)


def sign(content, path, now=None):
    key = load_key(path, forgery.PASSPHRASE.encode(), now)
    return sign_pdf(content, forgery.attest(content), key)


@pytest.fixture(scope="module")
def signed(content, people):
    return sign(content, people["signer"])


def verify(content, trust=None):
    return verify_content(content, "filing.pdf", Wish(True, trust or signature.Trust()))


def test_a_signed_filing_holds_and_names_signer_and_trust(signed, trust):
    verification = verify(signed, trust)
    assert verification.exit_code == 0
    told = find(verification, "signature").told
    assert "Example Signer" in told
    assert "trusted because it leads to Common Name: Example Root" in told


def test_of_several_that_are_believed_the_one_it_leads_to_is_named(signed, people):
    told = find(
        verify(signed, signature.load_trust([people["other root"], people["root"]])), "signature"
    ).told
    assert "trusted because it leads to Common Name: Example Root;" in told
    assert "Other Root" not in told


def test_who_asks_for_a_signature_is_not_content_without_one(content, signed, trust):
    """A signature that was taken away: what is left is a whole filing, and not what was asked for."""
    assert signed[: len(content)] == content
    verification = verify(content, trust)
    assert verification.exit_code == 1
    assert "is not signed; --trust asks for a signature" in find(verification, "signature").told
    assert verify(content).exit_code == 0


def test_signing_adds_and_changes_nothing(content, signed):
    assert signed.startswith(content)
    with pikepdf.open(io.BytesIO(content)) as before, pikepdf.open(io.BytesIO(signed)) as after:
        assert signature.list_changes(before, after) == []
        assert after.Root.Metadata.read_bytes() == before.Root.Metadata.read_bytes()
        (field,) = after.Root.AcroForm.Fields
        assert list(field.Rect) == [0, 0, 0, 0]
        assert field.V.SubFilter == "/ETSI.CAdES.detached"


def test_signing_keeps_the_verdict_of_verapdf(content, signed, tmp_path):
    """Archivable and accessible before, and no less after."""
    files = []
    for name, data in (("before", content), ("after", signed)):
        files.append(tmp_path / f"{name}.pdf")
        files[-1].write_bytes(data)
    verdict = judge(*files)
    for path in files:
        assert f"pass 3a {path}" in verdict, verdict
        assert f"pass ua1 {path}" in verdict, verdict


def test_without_trust_the_signature_is_whole_and_not_judged(signed):
    verification = verify(signed)
    assert verification.exit_code == 2
    assert find(verification, "signature").result is Result.UNDECIDED
    assert "--trust" in find(verification, "signature").told


def test_an_untrusted_certificate_is_named(content, people, trust):
    check = find(verify(sign(content, people["stranger"]), trust), "signature")
    assert check.result is Result.DIFFERS
    assert "Stranger" in check.told
    assert "does not lead to" in check.told


def test_an_expired_certificate_is_named_and_judged_as_of_a_day(content, people):
    past = datetime.now(UTC) - timedelta(days=15)
    signed = sign(content, people["expired"], past)
    roots = [people["root"]]
    check = find(verify(signed, signature.load_trust(roots)), "signature")
    assert check.result is Result.DIFFERS
    assert "expired on" in check.told
    assert (
        find(verify(signed, signature.load_trust(roots, past)), "signature").result is Result.HOLDS
    )


def test_a_certificate_is_not_valid_before_its_time(signed, people):
    early = datetime.now(UTC) - timedelta(days=30)
    check = find(verify(signed, signature.load_trust([people["root"]], early)), "signature")
    assert "is not valid before" in check.told


def add_update(signed, change):
    """An incremental update, as a program that fills in forms writes it."""
    incremental = pytest.importorskip("pyhanko.pdf_utils.incremental_writer")
    writer = incremental.IncrementalPdfFileWriter(io.BytesIO(signed))
    change(writer)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def retitle(writer):
    generic = pytest.importorskip("pyhanko.pdf_utils.generic")
    writer.root["/Lang"] = generic.pdf_string("fr")
    writer.update_root()


def test_an_update_after_signing_is_found(signed, trust):
    verification = verify(add_update(signed, retitle), trust)
    assert verification.exit_code == 1
    assert "after it was signed" in find(verification, "whole signed file").told
    assert find(verification, "signature").result is Result.DIFFERS
    assert "changes the filing" in find(verification, "what the signature added").told


def exchange(writer):
    """Another file in place of an enclosed one, by a second list of objects at the end."""
    generic = pytest.importorskip("pyhanko.pdf_utils.generic")
    name = generic.pdf_name
    other = generic.StreamObject({name("/Type"): name("/EmbeddedFile")}, stream_data=b"id: other\n")
    specification = writer.root["/Names"]["/EmbeddedFiles"]["/Names"][-1]
    specification["/EF"][name("/F")] = writer.add_object(other)
    writer.mark_update(specification.container_ref)


@pytest.mark.parametrize("which", ["content", "signed"])
def test_an_enclosure_exchanged_by_an_update_is_found(which, trust, request):
    found = verify(add_update(request.getfixturevalue(which), exchange), trust)
    assert found.exit_code == 1
    assert "changes the filing: catalogue, /Names" in find(found, "what the signature added").told
    told = find(found, "whole signed file").told
    assert ("after it was signed" if which == "signed" else "is not a signature of certify") in told


def test_a_signature_moved_to_another_filing_is_found(content, signed, trust):
    """The same person signed another filing; its signature is put behind this one."""
    enclosures = (Enclosure("other.yaml", "application/yaml", "Other", b"id: other\n", "Source"),)
    made = enclose_manifest(enclosures, Manifest("other", ("other",), "2030-01-31"))
    other = seal_pdf(print_pdf(PAGE.replace("Some", "Other"), "2030-01-31", made).content)
    assert verify(other + signed[len(content) :], trust).exit_code == 1


def test_a_signature_over_a_changed_filing_is_found(content, people, trust, monkeypatch):
    """A signer who changes the filing first: the signature is whole, what it signs is not the filing."""
    changed = add_update(content, retitle)
    key = load_key(people["signer"], forgery.PASSPHRASE.encode())
    with pytest.raises(CertifyError, match="already signed or extended"):
        sign_pdf(changed, forgery.attest(changed), key)
    real = signing.read_seal(changed)
    monkeypatch.setattr(signing, "read_seal", lambda _content: replace(real, end=len(changed)))
    verification = verify(sign_pdf(changed, forgery.attest(changed), key), trust)
    assert find(verification, "signature").result is Result.HOLDS
    assert "changes the filing" in find(verification, "what the signature added").told
    assert verification.exit_code == 1


def test_a_changed_list_within_the_filing_is_a_change(content):
    """Objects that are no dictionaries are compared too, by what they hold and not by their number."""

    def shorten(pdf):
        pdf.Root.Names.EmbeddedFiles = pdf.make_indirect(pdf.Root.Names.EmbeddedFiles)
        pdf.Root.AF = pdf.make_indirect(pdf.Root.AF)

    base = forgery.rewrite(content, shorten)
    with pikepdf.open(io.BytesIO(base)) as before, pikepdf.open(io.BytesIO(base)) as after:
        unchanged = signature.list_changes(before, after)
        del after.Root.AF[0]
        changed = signature.list_changes(before, after)
    new = set(changed) - set(unchanged)
    assert "catalogue, /AF" in new
    assert all(item.startswith("catalogue, /AF") for item in new)


def test_a_signed_filing_is_not_signed_again(signed, people):
    with pytest.raises(CertifyError, match="already signed"):
        sign(signed, people["signer"])


def test_a_changed_filing_is_not_signed(content, people):
    with pytest.raises(CertifyError, match="its seal is broken"):
        sign(forgery.flip(content, 400), people["signer"])


def test_a_file_without_seal_is_not_signed(people):
    with pytest.raises(CertifyError, match="no seal"):
        sign(b"%PDF-1.7\n%%EOF\n", people["signer"])


def test_an_expired_key_does_not_sign(content, people):
    with pytest.raises(CertifyError, match="expired on"):
        sign(content, people["expired"])


def test_a_key_for_other_uses_does_not_sign(content, people):
    with pytest.raises(CertifyError, match="is not for signatures"):
        sign(content, people["cipher"])


def check_flips(signed, trust, places):
    unseen = []
    for place, bits in places:
        try:
            code = verify(forgery.flip(signed, place, bits), trust).exit_code
        except Unreadable:
            code = 2
        if code == 0:
            unseen.append(place)
    assert unseen == []


def choose_places(signed, start, count, seed):
    chance = random.Random(seed)
    return [(chance.randrange(start, len(signed)), 1 << chance.randrange(8)) for _ in range(count)]


def test_a_flipped_byte_of_a_signed_filing_is_seen(content, signed, trust):
    """In what was signed, and more often in the signature: padding and certificates are in it."""
    check_flips(signed, trust, choose_places(signed, 0, 10, seed=1))
    check_flips(signed, trust, choose_places(signed, len(content), 40, seed=2))


@pytest.mark.slow
def test_six_hundred_flipped_bytes_of_a_signed_filing_are_seen(content, signed, trust):
    check_flips(signed, trust, choose_places(signed, 0, 300, seed=3))
    check_flips(signed, trust, choose_places(signed, len(content), 300, seed=4))


def test_the_digest_in_the_signature_is_that_of_the_whole_file(signed):
    assert holds_signed(signed) is True
    assert holds_signed(signed + b"\n") is False
    assert holds_signed(b"nothing") is None


def test_without_the_library_a_signature_is_not_judged(signed, trust, monkeypatch):
    def refuse(_name):
        raise CertifyError("signatures cannot be handled here; run: pip install 'certify[sign]'")

    monkeypatch.setattr(signature, "load_pyhanko", refuse)
    verification = verify(signed, trust)
    assert verification.exit_code == 2
    assert "certify[sign]" in find(verification, "signature").told


# the command


@pytest.fixture
def filing(tmp_path, made, request):
    """A filing that can be verified, with its computing done once."""
    request.getfixturevalue("verify")
    path = tmp_path / "sample.pdf"
    path.write_bytes(made.read_bytes())
    return path


def test_the_passphrase_comes_from_a_variable_a_descriptor_or_a_prompt(
    filing, people, tmp_path, monkeypatch
):
    monkeypatch.setattr(sign_command, "_has_terminal", lambda: True)
    run = CliRunner().invoke
    key = ["--key", str(people["signer"]), str(filing)]
    read, write = os.pipe()
    os.write(write, forgery.PASSPHRASE.encode() + b"\n")
    os.close(write)
    ways = [
        (["--passphrase-env", "PHRASE"], {"env": {"PHRASE": forgery.PASSPHRASE}}),
        (["--passphrase-fd", str(read)], {}),
        ([], {"input": forgery.PASSPHRASE + "\n"}),
    ]
    for number, (options, given) in enumerate(ways):
        folder = tmp_path / str(number)
        done = run(command, [*key, *options, "-o", str(folder)], **given)
        assert done.exit_code == 0, done.output
        assert forgery.PASSPHRASE not in done.output
        signed = verify_content((folder / "sample.pdf").read_bytes(), "sample.pdf", QUICK)
        assert find(signed, "signature").result is Result.UNDECIDED  # nobody is believed
    os.close(read)


def test_without_a_terminal_the_other_ways_are_named(filing, people, made):
    """As in a pipeline: nobody waits, nothing is read from where a passphrase might be seen."""
    words = [sys.executable, "-m", "certify", "sign", "--key", str(people["signer"]), str(filing)]
    done = subprocess.run(
        words, input=b"", capture_output=True, check=False, start_new_session=True
    )
    assert done.returncode == 2
    told = done.stderr.decode()
    assert told.startswith("no terminal for the passphrase prompt")
    assert "--passphrase-fd" in told
    assert "Warning" not in told
    assert filing.read_bytes() == made.read_bytes()


def test_a_filing_that_is_not_verified_is_not_signed_by_the_command(filing, people):
    tampered = forgery.rewrite(filing.read_bytes(), tamperings.prick_pinholes)
    filing.write_bytes(tampered)
    done = CliRunner().invoke(
        command,
        ["--key", str(people["signer"]), "--passphrase-env", "P", str(filing)],
        env={"P": forgery.PASSPHRASE},
    )
    assert isinstance(done.exception, CertifyError)
    assert filing.read_bytes() == tampered


def test_a_wrong_passphrase_signs_nothing(filing, people, made):
    done = CliRunner().invoke(
        command,
        ["--key", str(people["signer"]), "--passphrase-env", "PHRASE", str(filing)],
        env={"PHRASE": "wrong"},
    )
    assert isinstance(done.exception, CertifyError)
    assert "wrong passphrase" in str(done.exception)
    assert filing.read_bytes() == made.read_bytes()


def test_there_is_no_way_to_give_the_passphrase_on_the_command_line():
    names = [name for item in command.params for name in item.opts]
    assert not {"--passphrase", "--password", "-p"} & set(names)


def test_signing_writes_a_list_of_checksums_that_holds(filing, people):
    sums = filing.parent / "SHA256SUMS"
    done = CliRunner().invoke(
        command,
        ["--key", str(people["signer"]), "--passphrase-env", "P", "--sums", str(sums), str(filing)],
        env={"P": forgery.PASSPHRASE},
    )
    assert done.exit_code == 0, done.output
    assert sums.read_text().endswith("  sample.pdf\n")
