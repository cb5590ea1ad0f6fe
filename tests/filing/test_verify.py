"""A filing that was changed does not hold, and verify says what was changed and where."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import re
import shutil
import tracemalloc
import zlib

import pikepdf
import pytest
from click.testing import CliRunner

from certify.base.errors import CertifyError
from certify.base.extras import locate_folder
from certify.cli.filings import run_verify as command
from certify.filing.verification import manifest as making
from certify.filing.verification import verify as verifying
from certify.filing.verification.contents import take_out
from certify.filing.verification.manifest import NAME as MANIFEST
from certify.filing.verification.manifest import read_manifest
from certify.filing.verification.outcome import Result, check_sums, read_sums, write_sums
from certify.filing.verification.pdf_reader import Unreadable, read_file
from certify.filing.verification.rebuild import rebuild
from certify.filing.verification.signature import MARK, seal_pdf
from certify.filing.verification.verify import Wish, verify_content
from certify.gate.certificates import locate_certificate
from tests.cli.calls import call
from tests.conftest import ROOT
from tests.filing import forgery
from tests.filing.small_filing import (
    CERTIFICATE,
    ID,
    QUICK,
    SPEC,
    certify_spec,
    find,
)
from tests.tutorial.walk import list_blocks, list_commands, match


def differing(verification):
    return [item.name for item in verification.checks if item.result is Result.DIFFERS]


# what holds


def test_a_filing_as_written_holds_in_every_respect(verify, content):
    verification = verify(content)
    results = {item.name: item.result for item in verification.checks}
    assert results == {
        "seal": Result.HOLDS,
        "signature": Result.LEFT_OUT,
        "file": Result.HOLDS,
        "enclosures": Result.HOLDS,
        "figures": Result.HOLDS,
        "certificate": Result.HOLDS,
        "pages": Result.HOLDS,
    }
    assert verification.exit_code == 0


def test_the_seal_stands_before_the_end_and_leaves_the_offsets_alone(content):
    assert content.endswith(b"%%EOF\n")
    with pikepdf.open(io.BytesIO(content), attempt_recovery=False) as pdf:
        assert pdf.check_pdf_syntax() == []


def test_the_seal_is_the_digest_of_all_bytes_with_its_own_digits_as_zeros(content):
    start = content.index(MARK) + len(MARK)
    zeroed = content[:start] + b"0" * 64 + content[start + 64 :]
    assert hashlib.sha256(zeroed).hexdigest().encode() == content[start : start + 64]


# one byte


def check_flips(content, places, wish=QUICK):
    """Every change is seen, and none ends in anything but a verdict or a refusal in words."""
    unseen = []
    for place, bits in places:
        try:
            code = verify_content(forgery.flip(content, place, bits), "filing.pdf", wish).exit_code
        except Unreadable:
            code = 2
        if code == 0:
            unseen.append((place, bits))
    assert unseen == []


def choose_places(content, count, seed):
    chance = random.Random(seed)
    return [(chance.randrange(len(content)), 1 << chance.randrange(8)) for _ in range(count)]


def test_a_flipped_byte_is_seen(content):
    check_flips(content, choose_places(content, 40, seed=18))


def test_a_flipped_byte_is_seen_at_the_ends_and_in_the_seal(content):
    seal = content.index(MARK)
    places = [*range(8), *range(seal, seal + 30, 5), *range(len(content) - 24, len(content))]
    check_flips(content, [(place, 1) for place in places])


def test_a_damaged_list_of_objects_is_told_in_words(content):
    place = content.rindex(b"startxref\n") + len(b"startxref\n")
    check = find(verify_content(forgery.flip(content, place), "filing.pdf", QUICK), "file")
    assert "cannot be read as a PDF" in check.told
    assert "BytesIO" not in check.told


def test_a_seal_in_capitals_is_no_seal(content):
    start = content.index(MARK) + len(MARK)
    capitals = content[start : start + 64].upper()
    verification = verify_content(content[:start] + capitals + content[start + 64 :], "f", QUICK)
    assert "seal" in differing(verification)


@pytest.mark.slow
def test_five_hundred_flipped_bytes_are_seen(content):
    check_flips(content, choose_places(content, 500, seed=2018))


def test_the_message_of_a_flipped_byte_names_the_seal(content):
    verification = verify_content(forgery.flip(content, len(content) // 2), "filing.pdf", QUICK)
    check = find(verification, "seal")
    assert check.result is Result.DIFFERS
    assert "at least one byte was changed" in check.told


def test_the_guide_shows_what_a_quick_verification_prints(made, again):
    """Line by line; how many files a filing encloses is that of the filing."""
    blocks = list_blocks(ROOT / "docs" / "guides" / "check-a-filing.md")
    commands = dict(item for block in blocks for item in list_commands(block))
    name = "received/south-dakota.pdf"
    shown = "\n".join(commands[f"certify verify {name} --quick"]).replace(name, str(made))
    done = call("verify", str(made), "--quick")
    assert done.code == 0
    match(re.sub(r"\d+ files", f"{len(again[0])} files", shown).splitlines(), done.out, done.all)


# what a forger who seals again does


def test_a_changed_enclosure_is_found_by_its_digest(content):
    odds = forgery.read_enclosure(content, f"{ID}.odds.json")
    forged = forgery.rewrite(
        content, lambda pdf: forgery.replace_enclosure(pdf, f"{ID}.odds.json", odds + b" ")
    )
    check = find(verify_content(forged, "filing.pdf", QUICK), "enclosures")
    assert [item.where for item in check.differences] == [f"enclosure {ID}.odds.json, SHA-256"]


def test_a_changed_enclosure_with_a_new_manifest_is_found_by_its_figure(content, again):
    """The forger changes a figure, its digest, and the seal; only computing shows it."""
    odds = json.loads(forgery.read_enclosure(content, f"{ID}.odds.json"))
    wager = next(item for item in odds["wagers"] if "house_edge" in item)
    wager["house_edge"]["fraction"] = "1/12345"
    data = (json.dumps(odds, indent=2, ensure_ascii=False) + "\n").encode()
    forged = enclose(content, odds=data)
    assert find(verify_content(forged, "filing.pdf", QUICK), "enclosures").result is Result.HOLDS
    with pikepdf.open(io.BytesIO(forged)) as pdf:
        check = verifying._compare_enclosures(take_out(pdf), again[1])
    told = [item.where for item in check.differences]
    assert any(
        f"{ID}.odds.json" in where and where.endswith("house_edge, fraction") for where in told
    )


def enclose(content, **files):
    """Other enclosures, with their digests in the manifest and a new seal."""
    manifest = json.loads(forgery.read_enclosure(content, MANIFEST))
    named = {f"{ID}.{name}.json": data for name, data in files.items()}
    manifest["enclosures"] |= {
        name: hashlib.sha256(data).hexdigest() for name, data in named.items()
    }

    def forge(pdf):
        for name, data in named.items():
            forgery.replace_enclosure(pdf, name, data)
        forgery.replace_enclosure(pdf, MANIFEST, json.dumps(manifest).encode())

    return forgery.rewrite(content, forge)


def judge_certificate(content):
    with pikepdf.open(io.BytesIO(content)) as pdf:
        enclosures = take_out(pdf)
    (check,) = rebuild(enclosures, read_manifest(enclosures[MANIFEST])).certificates
    return check


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"jurisdiction": "other"}, "is that of other"),
        ({"spec_sha256": "0" * 64}, "another text of the specification"),
        ({"policy_sha256": "0" * 64}, "under another policy"),
    ],
)
def test_a_swapped_certificate_is_found(tmp_path, content, changes, told):
    spec = tmp_path / SPEC.name
    spec.write_bytes(SPEC.read_bytes())
    certify_spec(spec, **changes)
    swapped = locate_certificate(spec).read_bytes()
    check = judge_certificate(enclose(content, certificate=swapped))
    assert check.result is Result.DIFFERS
    assert told in check.told


def test_a_certificate_with_another_figure_is_found_by_wager_and_value(tmp_path, content):
    spec = tmp_path / SPEC.name
    spec.write_bytes(SPEC.read_bytes())
    certify_spec(spec)
    data = json.loads(locate_certificate(spec).read_bytes())
    wagers = data["wagers"]
    next(item for item in wagers if "house_edge" in item)["house_edge"] = "1/12345"
    certify_spec(spec, wagers=wagers)
    swapped = locate_certificate(spec).read_bytes()
    check = judge_certificate(enclose(content, certificate=swapped))
    (difference,) = check.differences
    assert difference.where == "certificate, bonus, house_edge"
    assert difference.found == "1/12345"


def test_a_certificate_with_other_settled_rounds_is_found(tmp_path, content):
    spec = tmp_path / SPEC.name
    spec.write_bytes(SPEC.read_bytes())
    certify_spec(spec)
    settlements = json.loads(locate_certificate(spec).read_bytes())["settlements"]
    certify_spec(spec, settlements={**settlements, "payments": settlements["payments"] - 1})
    swapped = locate_certificate(spec).read_bytes()
    check = judge_certificate(enclose(content, certificate=swapped))
    assert check.result is Result.DIFFERS
    assert [item.where for item in check.differences] == ["certificate, settled rounds, payments"]


def test_a_certificate_changed_by_hand_is_found(content):
    data = forgery.read_enclosure(content, CERTIFICATE).replace(b"an examiner", b"a committee")
    check = judge_certificate(enclose(content, certificate=data))
    assert "edited by hand" in check.told


def test_a_filing_written_anew_by_another_program_bears_no_seal(content):
    with pikepdf.open(io.BytesIO(content)) as pdf:
        written = io.BytesIO()
        pdf.save(written)
    check = find(verify_content(written.getvalue(), "filing.pdf", QUICK), "seal")
    assert "has no seal" in check.told


def test_something_added_after_the_end_is_found(content):
    added = content + b"1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n"
    verification = verify_content(added, "filing.pdf", QUICK)
    assert verification.exit_code == 1


def test_two_seals_are_a_difference(content):
    """A second filing behind the first: whoever reads takes the last, whoever looks for a seal the first."""
    check = find(verify_content(content + content, "filing.pdf", QUICK), "seal")
    assert check.result is Result.DIFFERS
    assert "several seals" in check.told


def test_another_state_of_the_program_may_have_other_names_for_its_counts(again):
    """Nothing is said against a filing because the program that checks it asks for its counts otherwise."""
    enclosures = dict(again[0])
    data = json.loads(enclosures[MANIFEST])
    assert data["counts"]
    data["program"]["sha256"] = "0" * 64
    data["counts"] = sorted(hashlib.sha256(name.encode()).hexdigest() for name in data["counts"])
    enclosures[MANIFEST] = (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()
    rebuilt = rebuild(enclosures, read_manifest(enclosures[MANIFEST]))
    assert verifying._compare_enclosures(enclosures, rebuilt).result is Result.HOLDS


@pytest.mark.parametrize(("program", "code"), [(None, 1), ("0" * 64, 2)])
def test_files_that_this_program_does_not_take_are_judged_by_the_one_that_took_them(
    content, program, code
):
    """A later edition may ask for more than the enclosed files say; that is nothing against them."""
    data = json.loads(forgery.read_enclosure(content, MANIFEST))
    changed = forgery.read_enclosure(content, f"{ID}.yaml") + b"unheard_of: 1\n"
    data["enclosures"][f"{ID}.yaml"] = hashlib.sha256(changed).hexdigest()
    data["program"]["sha256"] = program or data["program"]["sha256"]

    def forge(pdf):
        forgery.replace_enclosure(pdf, f"{ID}.yaml", changed)
        forgery.replace_enclosure(pdf, MANIFEST, json.dumps(data).encode())

    verification = verify_content(forgery.rewrite(content, forge), "filing.pdf", Wish())
    assert "no filing can be made" in find(verification, "figures").told
    assert verification.exit_code == code


# what is refused


def test_a_pipe_is_refused_at_once(tmp_path):
    pipe = tmp_path / "filing.pdf"
    os.mkfifo(pipe)
    with pytest.raises(Unreadable, match="not a regular file"):
        read_file(pipe)


def test_a_file_that_is_no_pdf_is_refused():
    with pytest.raises(Unreadable, match="not a PDF"):
        verify_content(b"hello", "letter.txt", QUICK)


def test_a_pdf_that_is_not_ours_is_refused():
    pdf = pikepdf.new()
    pdf.add_blank_page()
    written = io.BytesIO()
    pdf.save(written)
    with pytest.raises(Unreadable, match="not a filing of certify"):
        verify_content(written.getvalue(), "other.pdf", QUICK)


def test_an_encrypted_filing_is_refused(content):
    with pikepdf.open(io.BytesIO(content)) as pdf:
        written = io.BytesIO()
        pdf.save(written, encryption=pikepdf.Encryption(owner="a", user=""))
        locked = io.BytesIO()
        pdf.save(locked, encryption=pikepdf.Encryption(owner="a", user="b"))
    for item in (written, locked):
        with pytest.raises(Unreadable, match="is encrypted"):
            verify_content(item.getvalue(), "filing.pdf", QUICK)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_truncated_filing_is_refused(content, share):
    with pytest.raises(Unreadable, match="is cut off"):
        verify_content(content[: int(len(content) * share)], "filing.pdf", QUICK)


@pytest.mark.parametrize("lost", [2, 7, 20])
def test_a_filing_that_lost_its_last_bytes_does_not_hold(content, lost):
    """So little is missing that its seal still shows whose it is."""
    verification = verify_content(content[:-lost], "filing.pdf", QUICK)
    assert verification.exit_code == 1
    assert "is cut off" in find(verification, "file").told


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "/etc/passwd",
        "C:\\x.yaml",
        "a/b.yaml",
        ".bashrc",
        "x\u202egpj.yaml",
        "",
        "A.YAML",
    ],
)
def test_a_hostile_name_of_an_enclosure_is_refused(content, name):
    def rename(pdf):
        tree = pikepdf.NameTree(pdf.Root.Names.EmbeddedFiles)
        item = tree[f"{ID}.yaml"]
        item.UF = item.F = pikepdf.String(name)
        del tree[f"{ID}.yaml"]
        tree[name] = item

    check = find(
        verify_content(forgery.rewrite(content, rename), "filing.pdf", QUICK), "enclosures"
    )
    assert check.result is Result.DIFFERS
    assert "is not one that a filing uses" in check.told


def make_bomb(megabytes, window=zlib.MAX_WBITS):
    """A packed stream of zeros: one block that stands for itself, many times over."""
    packer = zlib.compressobj(9, zlib.DEFLATED, window)
    head = packer.compress(b"") + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(bytes(1 << 24)) + packer.flush(zlib.Z_FULL_FLUSH)
    return head + block * (megabytes >> 4)


def plant(pdf, packed, times=1):
    stream = pikepdf.NameTree(pdf.Root.Names.EmbeddedFiles)[f"{ID}.yaml"].EF.F
    stream.write(packed, filter=pikepdf.Array([pikepdf.Name.FlateDecode] * times))


@pytest.mark.parametrize("megabytes", [32, 4096])
def test_an_enclosure_that_unpacks_to_gigabytes_is_refused(content, megabytes):
    tracemalloc.start()
    forged = forgery.rewrite(
        content, lambda pdf: plant(pdf, make_bomb(megabytes)), compress_streams=False
    )
    verification = verify_content(forged, "filing.pdf", QUICK)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert verification.exit_code == 1
    assert any("unpacks to more than" in item.told for item in verification.checks)
    assert most < 800 << 20


@pytest.mark.parametrize("window", [9, 12])
def test_a_bomb_on_a_page_that_begins_otherwise_is_refused(content, window):
    """The packing has several first bytes; the library that reads pages unpacks all of them."""

    def plant_on_page(pdf):
        pdf.pages[1].Contents.write(make_bomb(1024, window), filter=pikepdf.Name.FlateDecode)

    forged = forgery.rewrite(content, plant_on_page, compress_streams=False)
    verification = verify_content(forged, "filing.pdf", QUICK)
    assert find(verification, "seal").result is Result.HOLDS
    assert "unpacks to more than" in find(verification, "file").told


@pytest.mark.parametrize(
    "packing",
    [
        b"/Filter /LZWDecode",
        b"/Filter /RunLengthDecode",
        b"/Fil#74er /FlateDecode",
        b"/Filter [/FlateDecode /LZW]",
        b"/Filter 9 0 R",
        b"/Filter /LZWDecode /Note (1 0 obj << /Length 9)",
    ],
)
def test_another_packing_is_refused_before_anything_is_unpacked(content, packing):
    place = content.index(b"/Filter /FlateDecode")
    changed = content[:place] + packing + content[place + len(b"/Filter /FlateDecode") :]
    check = find(verify_content(changed, "filing.pdf", QUICK), "file")
    assert "packed in a way that no filing uses" in check.told


def test_a_bomb_within_a_bomb_is_refused(content):
    bomb = zlib.compress(make_bomb(4096))
    forged = forgery.rewrite(content, lambda pdf: plant(pdf, bomb, 2), compress_streams=False)
    verification = verify_content(forged, "filing.pdf", QUICK)
    assert any("unpacks to more than" in item.told for item in verification.checks)


def test_an_action_in_the_file_is_found(content):
    def act(pdf):
        pdf.Root.OpenAction = pikepdf.Dictionary(
            S=pikepdf.Name.JavaScript, JS=pikepdf.String("app.alert(1)")
        )

    verification = verify_content(forgery.rewrite(content, act), "filing.pdf", QUICK)
    assert "/JavaScript" in find(verification, "file").told


# the page of text


@pytest.mark.parametrize(
    ("name", "moves"),
    [("page/page.css", False), ("filing.css", True), ("sections/rules.html.j2", True)],
)
def test_what_a_filing_was_made_with_is_what_decides_its_print(tmp_path, monkeypatch, name, moves):
    """A change to the page for the screen leaves every filing verifiable to the byte."""
    folders = {kind: tmp_path / kind for kind in ("reports", "schemas")}
    for kind, folder in folders.items():
        shutil.copytree(locate_folder(kind), folder)
    monkeypatch.setattr(making, "locate_folder", folders.__getitem__)
    before = making.hash_program.__wrapped__()
    (folders["reports"] / name).write_text("changed")
    assert (making.hash_program.__wrapped__() != before) is moves


# checksums


def test_a_list_of_checksums_finds_the_file_that_was_changed(tmp_path):
    for name in ("a.pdf", "b.pdf"):
        (tmp_path / name).write_bytes(name.encode())
    sums = tmp_path / "SHA256SUMS"
    write_sums(sums, [tmp_path / "b.pdf", tmp_path / "a.pdf"])
    assert sums.read_text() == "".join(
        f"{hashlib.sha256(name.encode()).hexdigest()}  {name}\n" for name in ("a.pdf", "b.pdf")
    )
    assert check_sums(sums).result is Result.HOLDS
    (tmp_path / "a.pdf").write_bytes(b"A.pdf")
    (tmp_path / "b.pdf").unlink()
    assert [item.where for item in check_sums(sums).differences] == [
        "a.pdf, SHA-256",
        "b.pdf, SHA-256",
    ]


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("0" * 64 + "  ../x\n", "is outside the folder"),
        ("0" * 63 + "  x\n", "not a checksum"),
        ("", "empty"),
        (("0" * 64 + "  x\n") * 2, "twice"),
    ],
)
def test_a_list_of_checksums_is_read_strictly(tmp_path, text, match):
    sums = tmp_path / "SHA256SUMS"
    sums.write_text(text)
    with pytest.raises(CertifyError, match=match):
        read_sums(sums)


# the command


def test_the_command_says_what_holds_and_leaves_with_its_code(tmp_path, content):
    good, bad, other = tmp_path / "good.pdf", tmp_path / "bad.pdf", tmp_path / "other.txt"
    good.write_bytes(content)
    bad.write_bytes(forgery.flip(content, 5000))
    other.write_bytes(b"no PDF")
    run = CliRunner().invoke
    assert run(command, ["--quick", str(good)]).exit_code == 0
    told = run(command, ["--quick", str(bad)])
    assert told.exit_code == 1
    assert "DIFFERS" in told.output
    assert run(command, ["--quick", str(other)]).exit_code == 2
    everything = run(command, ["--quick", "--json", str(good), str(bad)])
    assert everything.exit_code == 1
    assert [item["result"] for item in json.loads(everything.stdout)] == ["OK", "differs"]


def test_the_seal_refuses_a_pdf_whose_end_it_does_not_know():
    with pytest.raises(CertifyError, match="the form that the seal requires"):
        seal_pdf(b"%PDF-1.7\nno end")
