"""No filing that shows something else than its inputs give is verified, whatever it claims."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pikepdf
import pytest

from certify.base.errors import CertifyError
from certify.filing.verification import rebuild
from certify.filing.verification import verify as verifying
from certify.filing.verification.manifest import NAME as MANIFEST
from certify.filing.verification.outcome import Check, Result
from certify.filing.verification.signature import MARK, load_key, seal_pdf, sign_pdf
from tests.filing import forgery, tamperings
from tests.filing.small_filing import find, print_once, rebuild_once

pytest.importorskip("pyhanko")

FAST = {
    tamperings.permute_by_kerning,
    tamperings.change_odds,
}


@pytest.fixture(scope="module")
def claimed(again):
    """The filing as a machine with other libraries and fonts would say that it printed it."""
    enclosures = dict(again[0])
    manifest = json.loads(enclosures[MANIFEST])
    manifest["environment"] = {"sha256": "0" * 64, "libraries": {"pango": "9.9.9"}}
    enclosures[MANIFEST] = (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()
    sheaf = rebuild_once(tuple(sorted(enclosures.items()))).sheaf
    return seal_pdf(print_once(sheaf.html, sheaf.date, sheaf.enclosures).content)


@pytest.fixture(scope="module")
def key(people):
    return load_key(people["signer"], forgery.PASSPHRASE.encode())


@pytest.mark.parametrize(
    "tampering",
    [
        pytest.param(item, id=item.__name__, marks=() if item in FAST else pytest.mark.slow)
        for item in tamperings.ALL
    ],
)
def test_no_tampering_is_verified(tampering, content, claimed, key, trust, verify):
    """As it is, with a claim that it was printed elsewhere, and signed with a believed key all the same."""
    forged = forgery.rewrite(content, tampering)
    found = verify(forged)
    assert found.exit_code in {1, 2}
    with pytest.raises(CertifyError, match="is not verified and is not signed"):
        sign_pdf(forged, found, key)
    elsewhere = forgery.rewrite(claimed, tampering)
    assert verify(elsewhere).exit_code == found.exit_code
    signed = sign_pdf(elsewhere, forgery.attest(elsewhere), key)
    assert verify(signed, trust).exit_code in {1, 2}


def test_a_tampering_after_signing_does_not_hold(content, key, trust, verify):
    signed = sign_pdf(content, verify(content), key)
    assert verify(signed, trust).exit_code == 0
    for place in range(2000, len(signed), len(signed) // 5):
        assert verify(forgery.flip(signed, place), trust).exit_code == 1


@pytest.mark.parametrize("which", ["content", "claimed"])
def test_an_untouched_filing_is_verified_by_its_bytes_or_by_its_pictures(which, verify, request):
    """Packed by another program it is other bytes, and looks the same."""
    content = request.getfixturevalue(which)
    assert verify(content).exit_code == 0
    mode = pikepdf.ObjectStreamMode.disable
    packed = forgery.rewrite(content, lambda _pdf: None, object_stream_mode=mode)
    assert packed != content
    assert verify(packed).exit_code == 0


def test_pages_beyond_the_number_stated_are_looked_at(content, verify):
    """Programs that believe the number show fewer pages; others show what stands on the rest."""
    mode = pikepdf.ObjectStreamMode.disable
    with pikepdf.open(io.BytesIO(content)) as pdf:
        stated = f"/Count {len(pdf.pages)}".encode()
    for change in (lambda _pdf: None, tamperings.swap_positions):
        packed = forgery.rewrite(content, change, object_stream_mode=mode)
        start = packed.index(MARK)
        plain = packed[:start] + packed[packed.index(b"\n", start) + 1 :]
        head, *rest = plain.split(stated)
        kept = [part for part in rest if part[:1] not in b"0123456789"]
        assert len(rest) == len(kept) == 1
        found = verify(seal_pdf(head + b"/Count 1".ljust(len(stated), b" ") + rest[0]))
        assert found.exit_code == 2
        assert "page 1, /Count" in [item.where for item in find(found, "pages").differences]


def test_another_edition_of_the_printing_library_is_no_difference(content, verify):
    def change(pdf):
        pdf.docinfo["/Producer"] = "WeasyPrint 71.3"

    assert verify(forgery.rewrite(content, change)).exit_code == 0


def shift(pdf):
    """Every page drawn a hair to the right, as another layout engine might."""
    for page in pdf.pages:
        steps = [list(step) for step in pikepdf.parse_content_stream(page)]
        matrix = next(operands for operands, operator in steps if str(operator) == "cm")
        matrix[4] = 0.2
        page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(steps))


def test_what_another_layout_engine_prints_is_not_proved_unless_it_was_verified_there(
    content, key, trust, verify, monkeypatch
):
    """A filing from elsewhere: its pictures differ here, and a signer who could compare them vouches."""
    elsewhere = forgery.rewrite(content, shift)
    found = verify(elsewhere)
    assert found.result == Result.NOT_PROVED
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert find(found, "pages").pages == tuple(range(1, len(pdf.pages) + 1))
    monkeypatch.setattr("certify.filing.verification.signature.hash_setup", lambda: "1" * 64)
    signed = sign_pdf(elsewhere, forgery.attest(elsewhere), key)
    assert verify(signed, trust).exit_code == 0
    assert verify(signed).exit_code == 2  # nobody is believed
    odds = forgery.rewrite(elsewhere, tamperings.change_odds)
    assert verify(sign_pdf(odds, forgery.attest(odds), key), trust).exit_code == 1


def test_the_areas_that_differ_are_written_as_pictures(content, verify, tmp_path):
    image = pytest.importorskip("PIL.Image")
    forged = forgery.rewrite(content, tamperings.permute_by_kerning)
    pages = find(verify(forged, pictures=tmp_path / "new"), "pages")
    assert pages.pages == (1,)
    (path,) = pages.pictures
    with image.open(path) as picture:
        wide, high = picture.size
        left = picture.crop((0, 0, (wide - 4) // 2, high))
        right = picture.crop(((wide - 4) // 2 + 4, 0, wide, high))
    assert left.size == right.size
    assert left.tobytes() != right.tobytes()
    assert wide < 400  # a cell of the cover, not the page
    assert high < 100
    (tmp_path / "link").symlink_to(tmp_path / "new")
    with pytest.raises(CertifyError, match="symbolic link"):
        verify(forged, pictures=tmp_path / "link")


def test_without_a_printer_pages_are_not_proved(content, verify, monkeypatch):
    def refuse(*_given):
        raise CertifyError("PDF files cannot be made here")

    monkeypatch.setattr(rebuild, "print_pdf", refuse)
    monkeypatch.setattr(verifying, "hash_setup", refuse)
    found = verify(content)
    assert found.exit_code == 2
    assert found.describe()["result"] == "not proved"
    described = found.describe()["checks"][-1]
    assert (described["check"], described["pages"], described["pictures"]) == ("pages", [], [])


def test_a_second_revision_in_the_file_is_not_proved(content, verify):
    """The last revision is the filing; a reader that takes the first might see something else."""
    incremental = pytest.importorskip("pyhanko.pdf_utils.incremental_writer")
    start = content.index(MARK)
    plain = content[:start] + content[content.index(b"\n", start) + 1 :]
    writer = incremental.IncrementalPdfFileWriter(io.BytesIO(plain))
    writer._update_meta = lambda: None
    writer.update_root()
    written = io.BytesIO()
    writer.write(written)
    found = verify(seal_pdf(written.getvalue()))
    assert found.exit_code == 2
    assert [item.where for item in find(found, "pages").differences] == ["number of revisions"]


def test_only_a_full_verification_of_these_bytes_allows_to_sign(content, key, verify):
    found = verify(content)
    quick = replace(found, checks=found.checks[:4])
    other = replace(found, sha256="0" * 64)
    open_point = replace(found, checks=(*found.checks, Check("x", Result.UNDECIDED, "")))
    for verification in (quick, other, open_point):
        with pytest.raises(CertifyError, match="is not verified"):
            sign_pdf(content, verification, key)
