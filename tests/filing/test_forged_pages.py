"""A filing that reads well and shows something else: text hidden, covered or replaced, here and elsewhere."""

from __future__ import annotations

import io
from dataclasses import replace

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Operator, String

from certify.base.resources import locate_folder
from certify.filing.build import Sheaf
from certify.filing.printing import Enclosure, print_pdf
from certify.filing.proof_of_filing import printed_again
from certify.filing.proof_of_filing.form import list_foreign
from certify.filing.proof_of_filing.manifest import NAME as MANIFEST
from certify.filing.proof_of_filing.manifest import Manifest, enclose_manifest, read_manifest
from certify.filing.proof_of_filing.outcome import Result
from certify.filing.proof_of_filing.printed import read_characters
from certify.filing.proof_of_filing.printed_again import check_bytes
from certify.filing.proof_of_filing.seal import seal_pdf
from certify.filing.proof_of_filing.sight import list_unseen
from certify.filing.proof_of_filing.verify import Wish, verify_content
from tests.filing import forgery

DATE = "2030-01-31"
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sample</title>
<meta name="author" content="certify"><meta name="dcterms.created" content="2030-01-31">
<meta name="dcterms.modified" content="2030-01-31"><style>{stylesheet}</style></head><body>
<h1 id="top">Sample</h1><p>See the <a href="#edges">edges</a>.</p>
<table><thead><tr><th>Wager</th><th class="figure">House edge</th></tr></thead>
<tbody><tr class="marked"><th scope="row">Bonus</th><td class="figure">7.8421%</td></tr></tbody></table>
<section class="part"><h1 id="edges">Edges</h1><p>The house keeps 7.8421% of each stake.</p>
<figure><svg width="200" height="40" viewBox="0 0 200 40" role="img"><title>The edge is 7.8421%</title>
<rect x="0" y="10" width="120" height="12"/><text x="4" y="36" font-size="12">7.84%</text></svg></figure>
</section></body></html>"""
BACK = (40, 70, 500, 150)
"""Where the text of the first page stands, from its top: left, high, width, height."""


@pytest.fixture(scope="module")
def sheaf():
    stylesheet = (locate_folder("reports") / "filing.css").read_text(encoding="utf-8")
    own = Enclosure("sample.yaml", "application/yaml", "Sample", b"id: sample\n", "Source")
    enclosures = enclose_manifest((own,), Manifest("sample", ("sample",), DATE))
    return Sheaf("sample", "", PAGE.replace("{stylesheet}", stylesheet), DATE, enclosures)


@pytest.fixture(scope="module")
def content(sheaf):
    return seal_pdf(print_pdf(sheaf.html, sheaf.date, sheaf.enclosures).content)


@pytest.fixture(scope="module")
def manifest(content):
    return read_manifest(forgery.read_enclosure(content, MANIFEST))


@pytest.fixture(scope="module")
def printed(content):
    """The print as it comes out again: printed once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        once = print_pdf
        kept = {}

        def print_once(html, date, enclosures=()):
            key = (html, date, tuple(enclosures))
            return kept[key] if key in kept else kept.setdefault(key, once(html, date, enclosures))

        patch.setattr(printed_again, "print_pdf", print_once)
        yield


def open_pdf(content):
    return pikepdf.open(io.BytesIO(content))


# what covers, hides and replaces


def add(pdf, steps):
    pdf.pages[0].contents_add(pdf.make_stream(b"\n" + steps))


def insert(pdf, before, operator, *operands, replacing=False):
    """Put a step before the first of a kind on the first page, or in its place."""
    page = pdf.pages[0]
    steps = list(pikepdf.parse_content_stream(page))
    place = next(at for at, step in enumerate(steps) if str(step.operator) == before)
    new = pikepdf.ContentStreamInstruction(list(operands), Operator(operator))
    steps[place : place + replacing] = [new]
    page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(steps))


def cover(pdf):
    add(pdf, b"q 1 1 1 rg %d %d %d %d re f Q" % BACK)


def cover_by_line(pdf):
    add(pdf, b"q 1 1 1 RG 30 w 40 100 m 500 100 l S Q")


def cover_by_curve(pdf):
    add(pdf, b"q 1 1 1 rg 40 70 m 40 400 540 400 540 70 c f Q")


def cover_by_part(pdf):
    """A drawing that is drawn as part of the page."""
    part = pdf.make_stream(b"1 1 1 rg 0 0 1 1 re f", Type=Name.XObject, Subtype=Name.Form)
    part.BBox = Array([0, 0, 1, 1])
    part.Matrix = Array([500, 0, 0, 150, 40, 70])
    pdf.pages[0].Resources.XObject.part = part
    add(pdf, b"/part Do")


def show_picture(pdf):
    picture = pdf.make_stream(b"\xff", Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1)
    picture.ColorSpace, picture.BitsPerComponent = Name.DeviceGray, 8
    pdf.pages[0].Resources.XObject.picture = picture
    add(pdf, b"q 500 0 0 150 40 70 cm /picture Do Q")


def show_inline_picture(pdf):
    add(pdf, b"q 500 0 0 150 40 70 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xff EI Q")


def shade(pdf):
    add(pdf, b"/none sh")


def see_through(pdf):
    pdf.pages[0].Resources.ExtGState.faint = Dictionary(ca=0)
    insert(pdf, "BT", "gs", Name.faint)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (cover, "painted over"),
        (cover_by_line, "so broad that it could cover text"),
        (cover_by_curve, "painted over"),
        (cover_by_part, "painted over"),
        (show_picture, "shows a picture"),
        (show_inline_picture, "which no filing uses"),
        (shade, "“sh”, which no filing uses"),
        (see_through, "sees through"),
        (lambda pdf: insert(pdf, "TJ", "Tr", 3), "not painted"),
        (lambda pdf: insert(pdf, "TJ", "rg", 1, 1, 1), "the colour of what it stands on"),
        (lambda pdf: insert(pdf, "Tm", "Tm", 1, 0, 0, -1, 900, 90, replacing=True), "outside"),
        (lambda pdf: insert(pdf, "Tm", "Tm", 0.1, 0, 0, -0.1, 90, 90, replacing=True), "too small"),
        (lambda pdf: add(pdf, b"/OC /layer BDC EMC"), "can be hidden"),
        (lambda pdf: add(pdf, b"/Span <</MCID 0 /ActualText (1%)>> BDC EMC"), "read otherwise"),
    ],
)
def test_text_that_cannot_be_seen_is_found_by_page(content, change, told):
    with open_pdf(content) as pdf:
        assert list_unseen(pdf) == []
        change(pdf)
        (fault, *_) = list_unseen(pdf)
    assert fault.startswith("page 1 ")
    assert told in fault


def test_what_is_painted_beside_text_or_below_it_hides_nothing(content):
    with open_pdf(content) as pdf:
        add(pdf, b"q 1 1 1 rg 10 10 30 30 re f Q")
        add(pdf, b"q 10 10 30 30 re W n 1 1 1 rg 0 0 595 842 re f Q")
        add(pdf, b"q 1 1 1 rg 0 0 595 842 re 1 1 593 840 re f* Q")
        assert list_unseen(pdf) == []


def lay(pdf, **given):
    """Lay a note over the first page."""
    page = pdf.pages[0].obj
    note = pdf.make_indirect(Dictionary(Type=Name.Annot, Rect=Array(list(BACK)), F=4, **given))
    page.Annots = Array([*page.get("/Annots", ()), note])


def reword(pdf):
    element = next(
        item
        for item in pdf.objects
        if isinstance(item, pikepdf.Dictionary) and item.get("/S") == "/TD"
    )
    element.ActualText = String("1.0000%")


def map_letters(pdf):
    font = next(
        item
        for item in pdf.objects
        if isinstance(item, pikepdf.Dictionary) and "/CIDToGIDMap" in item
    )
    font.CIDToGIDMap = pdf.make_stream(bytes(1 << 17))


def dress_link(pdf):
    pdf.pages[0].obj.Annots[0].AP = Dictionary(N=pdf.make_stream(b""))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda pdf: lay(pdf, Subtype=Name.Stamp), "page 1 has a note of the kind /Stamp laid over it"),
        (lambda pdf: lay(pdf, Subtype=Name.FreeText), "page 1 has a note of the kind /FreeText laid over it"),
        (lambda pdf: lay(pdf, Subtype=Name.Link, A=Dictionary(S=Name.Named)), "a link on page 1 has /A"),
        (dress_link, "a link on page 1 has /AP"),
        (reword, "an element of its structure has /ActualText"),
        (map_letters, "a font shows other letters than its text says"),
        (lambda pdf: setattr(pdf.pages[1].obj, "CropBox", Array([0, 0, 595, 90])), "page 2 has /CropBox"),
        (lambda pdf: setattr(pdf.pages[1].obj, "MediaBox", Array([0, 0, 595, 90])), "page 2 is not a sheet"),
        (lambda pdf: setattr(pdf.Root.Pages, "Rotate", 180), "page 1 has /Rotate; page 2 has /Rotate"),
        (lambda pdf: setattr(pdf.Root, "OCProperties", Dictionary()), "the file has /OCProperties"),
        (lambda pdf: setattr(pdf.Root, "AcroForm", Dictionary()), "the file has /AcroForm"),
        (lambda pdf: setattr(pdf.Root.Names, "JavaScript", Dictionary()), "list of names has /JavaScript"),
    ],
)  # fmt: skip
def test_what_no_filing_holds_is_found_by_its_place(content, change, told):
    with open_pdf(content) as pdf:
        assert list_foreign(pdf) == []
    forged = forgery.rewrite(content, change)
    verification = verify_content(forged, "filing.pdf", Wish(quick=True))
    (check,) = [item for item in verification.checks if item.name == "file"]
    assert check.result is Result.DIFFERS
    assert told in check.told
    assert verification.exit_code == 1


# the same printed again


def exchange_letters(pdf):
    """The drawings of 7 and 8 exchanged in every font: the text still says what it said."""
    ttf = pytest.importorskip("fontTools.ttLib")
    for item in pdf.objects:
        if not isinstance(item, pikepdf.Dictionary) or item.get("/Subtype") != "/Type0":
            continue
        codes = {text: code for code, text in read_characters(item.ToUnicode.read_bytes()).items()}
        program = item.DescendantFonts[0].FontDescriptor.get("/FontFile3")
        if program is None or not {"7", "8"} <= codes.keys():
            continue
        font = ttf.TTFont(io.BytesIO(program.read_bytes()))
        drawings = font["CFF "].cff.topDictIndex[0].CharStrings
        one, other = (drawings[font.getGlyphOrder()[codes[digit]]] for digit in "78")
        one.decompile()
        other.decompile()
        one.program, other.program = other.program, one.program
        written = io.BytesIO()
        font.save(written)
        program.write(written.getvalue())


def retitle(pdf):
    pdf.Root.Outlines.First.Title = String("Approved")


def rename(pdf):
    pdf.docinfo["/Title"] = "Approved"


def change_metadata(pdf):
    stream = pdf.Root.Metadata
    stream.write(stream.read_bytes().replace(b">Sample<", b">Approved<"))


def describe_otherwise(pdf):
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and "/Alt" in item:
            item.Alt = String("The edge is 1.0000%")


def lead_astray(pdf):
    pdf.pages[0].obj.Annots[0].Dest = String("top")


def scratch(pdf):
    """One thin line: a stroke before a figure makes a digit of it."""
    add(pdf, b"q 0 0 0 RG 1 w 440 700 m 440 708 l S Q")


CHANGES = [
    (change_metadata, "metadata"),
    (rename, "document information, Title"),
    (retitle, "bookmark 1"),
    (describe_otherwise, "alternative text of figure 1"),
    (lead_astray, "link 1"),
    (lambda pdf: setattr(pdf.Root, "Lang", String("fr")), "Lang"),
    (lambda pdf: pdf.Root.PageLabels.Nums.append(9), "PageLabels"),
    (exchange_letters, "letter '7'"),
    (scratch, "page 1, drawing"),
]


def judge(forged, sheaf, manifest):
    with open_pdf(forged) as pdf:
        return check_bytes(forged, pdf, sheaf, manifest)


@pytest.mark.usefixtures("printed")
def test_the_same_bytes_hold_wherever_they_were_made(content, sheaf, manifest):
    here = judge(content, sheaf, manifest)
    assert here.result is Result.HOLDS
    assert "in the environment that it was made in" in here.told
    assert judge(content, sheaf, replace(manifest, environment="0" * 64)).result is Result.HOLDS


@pytest.mark.usefixtures("printed")
@pytest.mark.parametrize(("change", "where"), CHANGES)
def test_a_part_that_was_changed_is_named(content, sheaf, manifest, change, where):
    check = judge(forgery.rewrite(content, change), sheaf, manifest)
    assert check.result is Result.DIFFERS
    assert [item for item in check.differences if where in item.where]
    assert not [
        item for item in check.differences if where not in item.where and "letter" not in where
    ]


@pytest.mark.usefixtures("printed")
@pytest.mark.parametrize(("change", "where"), CHANGES)
def test_to_say_that_it_was_made_elsewhere_hides_no_change(content, sheaf, manifest, change, where):
    """The manifest is the forger's too: what does not turn on the environment is compared all the same."""
    forged = forgery.rewrite(content, change)
    elsewhere = replace(manifest, environment="0" * 64, libraries={"pango": "9.9.9"})
    check = judge(forged, sheaf, elsewhere)
    assert "pango 9.9.9 there" in check.told
    assert [item for item in check.differences if where in item.where]
    is_layout = "drawing" in where
    assert check.result is (Result.UNDECIDED if is_layout else Result.DIFFERS)
    other = judge(forged, sheaf, replace(manifest, program="0" * 64))
    assert "another state of the program" in other.told
    assert other.result is (Result.DIFFERS if "letter" in where else Result.UNDECIDED)


@pytest.mark.usefixtures("printed")
def test_a_filing_that_is_laid_out_otherwise_elsewhere_is_not_compared(content, sheaf, manifest):
    """Every page drawn a little otherwise, as another renderer does: nothing is said against it."""

    def shift(pdf):
        for page in pdf.pages:
            page.contents_add(pdf.make_stream(b"q 1 0 0 1 0.01 0 cm "), prepend=True)
            page.contents_add(pdf.make_stream(b" Q"))

    check = judge(forgery.rewrite(content, shift), sheaf, replace(manifest, environment="0" * 64))
    assert check.result is Result.LEFT_OUT
    assert "layout of the pages was not compared" in check.told


@pytest.mark.usefixtures("printed")
def test_a_file_that_is_only_packed_otherwise_is_told_so(content, sheaf, manifest):
    packed = forgery.rewrite(
        content, lambda _pdf: None, object_stream_mode=pikepdf.ObjectStreamMode.disable
    )
    check = judge(packed, sheaf, manifest)
    assert check.result is Result.DIFFERS
    assert "packed or ordered otherwise" in check.told
