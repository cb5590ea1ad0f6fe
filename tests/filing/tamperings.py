"""Sixty-four ways to make a filing say something else than its inputs give; each changes one PDF."""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass
from decimal import Decimal

import pikepdf
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name, String

from certify.filing.verification.manifest import NAME as MANIFEST
from tests.filing import forgery

ID = "no-pair-bonus"
FIGURE, OTHER = "4.1714%", "20.00%"
"""Two cells of the cover."""


@dataclass
class Page:
    """The drawing of a page as steps, with the place of a text in it."""

    pdf: pikepdf.Pdf
    number: int = 0

    def __post_init__(self):
        self.page = self.pdf.pages[self.number]
        self.steps = [list(step) for step in pikepdf.parse_content_stream(self.page)]

    def find(self, text):
        """The place of the step that draws a text, and the codes of the letters of its font."""
        table = {}
        for place, (operands, operator) in enumerate(self.steps):
            if str(operator) == "Tf":
                table = forgery.read_characters(self.page.Resources.Font[str(operands[0])])
            if str(operator) == "TJ" and forgery.decode(operands[0], table).strip() == text:
                return place, {letter: code for code, letter in table.items()}
        raise AssertionError(f"nothing reads {text!r}")

    def find_before(self, place, operator):
        return next(at for at in range(place, -1, -1) if str(self.steps[at][1]) == operator)

    def position(self, text=FIGURE):
        """Left end of the baseline of a text, and its size, where its drawing stands."""
        place, _ = self.find(text)
        matrix = [float(item) for item in self.steps[self.find_before(place, "Tm")][0]]
        size = float(self.steps[self.find_before(place, "Tf")][0][1]) * matrix[0]
        return matrix[4], matrix[5], size

    def insert(self, place, drawing):
        self.steps[place:place] = [list(item) for item in parse(self.pdf, drawing)]

    def draw_after(self, drawing, text=FIGURE):
        place, _ = self.find(text)
        self.insert(place + 2, drawing)

    def write(self):
        steps = [(operands, operator) for operands, operator in self.steps]
        self.page.Contents = self.pdf.make_stream(pikepdf.unparse_content_stream(steps))


def parse(pdf, drawing):
    return pikepdf.parse_content_stream(pdf.make_stream(drawing.encode()))


def change_step(pdf, operator, change, text=FIGURE):
    """Change the operands of the last step of a kind before a text."""
    page = Page(pdf)
    step = page.steps[page.find_before(page.find(text)[0], operator)]
    step[0] = [Decimal(str(item)) for item in change([float(item) for item in step[0]])]
    page.write()


# what a reader sees


def permute_by_kerning(pdf):
    """The figures 4.1714% drawn as 1.4714%: the codes stay in order, their places do not."""
    page = Page(pdf)
    place, back = page.find(FIGURE)
    four, dot, one, *rest = (back[letter].to_bytes(2) for letter in FIGURE)
    page.steps[place][0] = [
        Array(
            [-1300, String(four), 2500, String(one), 0, String(dot), -800, String(b"".join(rest))]
        )
    ]
    page.write()


def exchange_codes(pdf):
    """Another digit drawn, and the table of the font changed so that copied text is the true one."""
    page = Page(pdf)
    place, back = page.find(FIGURE)
    font = page.page.Resources.Font[str(page.steps[page.find_before(place, "Tf")][0][0])]
    one, other = (f"{back[letter]:04x}".encode() for letter in "47")
    table = font.ToUnicode.read_bytes()
    for old, new in (
        (b"<%s>" % one, b"<xxxx>"),
        (b"<%s>" % other, b"<%s>" % one),
        (b"<xxxx>", b"<%s>" % other),
    ):
        table = table.replace(old + b" <", new + b" <")
    font.ToUnicode.write(table)
    codes = b"".join(
        back[letter.translate(str.maketrans("47", "74"))].to_bytes(2) for letter in FIGURE
    )
    page.steps[place][0] = [Array([String(codes)])]
    page.write()


def swap_positions(pdf):
    """Two cells change places on paper, not in the order of reading."""
    page = Page(pdf)
    matrices = [page.steps[page.find_before(page.find(text)[0], "Tm")] for text in (FIGURE, OTHER)]
    matrices[0][0], matrices[1][0] = matrices[1][0], matrices[0][0]
    page.write()


def stroke_in_white(pdf):
    page = Page(pdf)
    x, y, size = page.position()
    page.draw_after(f"q 1 1 1 RG 1.5 w {x} {y - size / 3} m {x + 3} {y - size / 3} l S Q")
    page.write()


def prick_pinholes(pdf):
    page = Page(pdf)
    x, y, size = page.position()
    holes = " ".join(f"{x + 1 + 2 * n} {y - size / 3} 0.4 0.4 re" for n in range(8))
    page.draw_after(f"q 1 1 1 rg {holes} f Q")
    page.write()


def clip(pdf):
    page = Page(pdf)
    x, y, size = page.position()
    place, _ = page.find(FIGURE)
    page.insert(place + 2, "Q")
    start = page.find_before(place, "BT")
    page.insert(start, f"q {x} {y - size} 12 {2 * size} re W n")
    page.write()


def squeeze(pdf):
    change_step(pdf, "Tm", lambda m: [m[0] * 0.01, *m[1:]])


def move_verdict_off(pdf):
    change_step(pdf, "Tm", lambda m: [*m[:4], 5000, m[5]], OTHER)


def trim(pdf):
    pdf.pages[0].obj.TrimBox = Array([0, 0, 300, 842])
    pdf.pages[0].obj.CropBox = Array([0, 0, 300, 842])


def stamp_in_lines(pdf):
    page = Page(pdf)
    page.draw_after("q 0.7 0 0 RG 3 w 120 700 m 150 740 l 180 700 l 130 718 m 170 718 l S Q")
    page.write()


def print_another_figure(pdf):
    page = Page(pdf)
    place, back = page.find(FIGURE)
    codes = b"".join(back[letter].to_bytes(2) for letter in "1.7414%")
    page.steps[place][0] = [Array([String(codes)])]
    page.write()


def print_faintly(pdf):
    change_step(pdf, "rg", lambda _: [0.98, 0.98, 0.98])


def print_invisibly(pdf):
    page = Page(pdf)
    page.insert(page.find(FIGURE)[0], "3 Tr")
    page.write()


def print_tiny(pdf):
    change_step(pdf, "Tm", lambda m: [m[0] / 20, m[1], m[2], m[3] / 20, m[4], m[5]])


def see_through(pdf):
    page = Page(pdf)
    page.page.Resources.ExtGState.faint = Dictionary(ca=0.1)
    page.insert(page.find_before(page.find(FIGURE)[0], "BT"), "/faint gs")
    page.write()


def cover(pdf):
    page = Page(pdf)
    x, y, size = page.position()
    page.draw_after(f"q 1 1 1 rg {x - 1} {y - size} 60 {1.3 * size} re f Q")
    page.write()


def darken(pdf):
    """A ground in the colour of the letters."""
    page = Page(pdf)
    x, y, size = page.position()
    start = page.find_before(page.find(FIGURE)[0], "BT")
    page.insert(start, f"q 0.1 0.1 0.1 rg {x - 1} {y - size} 60 {1.3 * size} re f Q")
    page.write()


def put_picture(pdf):
    page = Page(pdf)
    picture = pdf.make_stream(b"\xff", Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1)
    picture.ColorSpace, picture.BitsPerComponent = Name.DeviceGray, 8
    page.page.Resources.XObject.picture = picture
    x, y, size = page.position()
    page.draw_after(f"q 60 0 0 {size} {x} {y - size} cm /picture Do Q")
    page.write()


def put_inline_picture(pdf):
    page = pdf.pages[0]
    page.contents_add(
        pdf.make_stream(b"\nq 200 0 0 90 60 500 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xff EI Q")
    )


def put_form(pdf):
    page = pdf.pages[0]
    part = pdf.make_stream(b"1 1 1 rg 0 0 1 1 re f", Type=Name.XObject, Subtype=Name.Form)
    part.BBox = Array([0, 0, 1, 1])
    part.Matrix = Array([200, 0, 0, 90, 60, 500])
    page.Resources.XObject.part = part
    page.contents_add(pdf.make_stream(b"\n/part Do"))


def exchange_letters(pdf):
    """The drawings of two digits exchanged in every font: the text still says what it said."""
    for font in {id(item): item for item in pdf.objects if is_font(item)}.values():
        codes = {text: code for code, text in forgery.read_characters(font).items()}
        program = font.DescendantFonts[0].FontDescriptor.get("/FontFile3")
        if program is None or not {"4", "7"} <= codes.keys():
            continue
        loaded = TTFont(io.BytesIO(program.read_bytes()))
        drawings = loaded["CFF "].cff.topDictIndex[0].CharStrings
        one, other = (drawings[loaded.getGlyphOrder()[codes[digit]]] for digit in "47")
        one.decompile()
        other.decompile()
        one.program, other.program = other.program, one.program
        written = io.BytesIO()
        loaded.save(written)
        program.write(written.getvalue())


def is_font(item):
    return isinstance(item, Dictionary) and item.get("/Subtype") == "/Type0"


def exchange_fonts(pdf):
    """Two fonts of the page under each other's name."""
    fonts = pdf.pages[0].Resources.Font
    one, other = sorted(fonts.keys())[:2]
    fonts[one], fonts[other] = fonts[other], fonts[one]


def map_letters(pdf):
    for item in pdf.objects:
        if isinstance(item, Dictionary) and "/CIDToGIDMap" in item:
            item.CIDToGIDMap = pdf.make_stream(bytes(1 << 12))


# what pdfium shows as it should, and another program might not


def write_number_too_long(pdf):
    """pdfium reads a zero; a program with longer numbers draws the figure off the page."""
    page = Page(pdf)
    step = page.steps[page.find_before(page.find(FIGURE)[0], "Tm")]
    assert step[0][1] == 0
    step[0][1] = 99999999999
    page.write()


def repeat_font_table(pdf):
    """The directory of each font names its outlines twice; programs take the first or the last."""
    for font in {id(item): item for item in pdf.objects if is_font(item)}.values():
        program = font.DescendantFonts[0].FontDescriptor.get("/FontFile3")
        if program is None:
            continue
        content = program.read_bytes()
        number = int.from_bytes(content[4:6])
        rows = [content[start : start + 16] for start in range(12, 12 + 16 * number, 16)]
        moved = [
            row[:8] + (int.from_bytes(row[8:12]) + 16).to_bytes(4) + row[12:]
            for row in (*rows, next(row for row in rows if row.startswith(b"CFF ")))
        ]
        head = content[:4] + (number + 1).to_bytes(2) + content[6:12]
        program.write(head + b"".join(sorted(moved)) + content[12 + 16 * number :])


def map_letter_twice(pdf):
    """A digit is two letters; programs take the first or the last."""
    page = Page(pdf)
    place, back = page.find(FIGURE)
    font = page.page.Resources.Font[str(page.steps[page.find_before(place, "Tf")][0][0])]
    code = f"<{back['4']:04x}>".encode()
    start, end = font.ToUnicode.read_bytes().split(b"endcmap", 1)
    more = b"1 beginbfrange\n" + code + b" " + code + b" <0037>\nendbfrange\nendcmap"
    font.ToUnicode.write(start + more + end)


# what other programs read


def change_copied_text(pdf):
    """The page looks as it should; whoever copies the figure gets another."""
    page = Page(pdf)
    place, back = page.find(FIGURE)
    font = page.page.Resources.Font[str(page.steps[page.find_before(place, "Tf")][0][0])]
    table = font.ToUnicode.read_bytes()
    code = f"<{back['7']:04x}> <".encode()
    assert code + b"0037>" in table
    font.ToUnicode.write(table.replace(code + b"0037>", code + b"0030>"))


def hide_text(pdf):
    """A sentence in white for programs that read."""
    page = Page(pdf)
    place, _ = page.find(FIGURE)
    name = page.steps[page.find_before(place, "Tf")][0][0]
    shown = page.steps[place][0][0].unparse().decode()
    page.draw_after(f"BT 1 1 1 rg {name} 9 Tf 1 0 0 -1 90 900 Tm {shown} TJ ET")
    page.write()


def reword_for_readers(pdf):
    element = next(
        item for item in pdf.objects if isinstance(item, Dictionary) and item.get("/S") == "/TD"
    )
    element.ActualText = String("1.0000%")


def reword_mark(pdf):
    page = Page(pdf)
    step = page.steps[page.find_before(page.find(FIGURE)[0], "BDC")]
    step[0] = [step[0][0], Dictionary(MCID=step[0][1].MCID, ActualText=String("1.0000%"))]
    page.write()


def drop_structure(pdf):
    del pdf.Root.StructTreeRoot
    del pdf.Root.MarkInfo


# what is laid over, and what acts


def lay(pdf, **given):
    page = pdf.pages[0].obj
    note = pdf.make_indirect(
        Dictionary(Type=Name.Annot, Rect=Array([60, 500, 400, 700]), F=4, **given)
    )
    page.Annots = Array([*page.get("/Annots", ()), note])
    return note


def lay_text(pdf):
    lay(pdf, Subtype=Name.FreeText, Contents=String("Approved"), DA=String("/Helv 20 Tf 0 g"))


def lay_stamp(pdf):
    lay(pdf, Subtype=Name.Stamp, Name=Name.Approved)


def lay_square(pdf):
    form = pdf.make_stream(b"1 1 1 rg 0 0 340 200 re f", Type=Name.XObject, Subtype=Name.Form)
    form.BBox = Array([0, 0, 340, 200])
    lay(pdf, Subtype=Name.Square, AP=Dictionary(N=form))


def lay_printed_only(pdf):
    """A note that a screen hides and a printer prints."""
    lay(pdf, Subtype=Name.FreeText, Contents=String("Approved")).F = 4 | 32


def find_link(pdf):
    """A link within the filing."""
    return next(
        note
        for page in pdf.pages
        for note in page.obj.get("/Annots", ())
        if note.Subtype == "/Link" and "/Dest" in note
    )


def dress_link(pdf):
    form = pdf.make_stream(b"0 g 0 0 40 9 re f", Type=Name.XObject, Subtype=Name.Form)
    form.BBox = Array([0, 0, 40, 9])
    find_link(pdf).AP = Dictionary(N=form)


def lead_link_astray(pdf):
    find_link(pdf).Dest = String("terms")


def link_outside(pdf):
    lay(pdf, Subtype=Name.Link, A=Dictionary(S=Name.URI, URI=String("https://example.com/")))


def add_field(pdf):
    note = lay(pdf, Subtype=Name.Widget, FT=Name.Tx, T=String("edge"), V=String("1%"))
    pdf.Root.AcroForm = Dictionary(Fields=Array([note]), NeedAppearances=True)


def add_layer(pdf):
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("figures")))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
    page = Page(pdf)
    page.page.Resources.Properties = Dictionary(layer=layer)
    place, _ = page.find(FIGURE)
    page.insert(place + 2, "EMC")
    page.insert(page.find_before(place, "BT"), "/OC /layer BDC")
    page.write()


def add_layer_for_print(pdf):
    """A layer that a screen shows and a printer leaves out."""
    add_layer(pdf)
    view = Dictionary(
        Event=Name.Print, OCGs=pdf.Root.OCProperties.OCGs, Category=Array([Name.Print])
    )
    pdf.Root.OCProperties.D = Dictionary(AS=Array([view]))
    pdf.Root.OCProperties.OCGs[0].Usage = Dictionary(Print=Dictionary(PrintState=Name.OFF))


def act_on_opening(pdf):
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))


def act_on_page(pdf):
    pdf.pages[0].obj.AA = Dictionary(O=Dictionary(S=Name.JavaScript, JS=String("app.alert(1)")))


def add_script(pdf):
    script = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))
    pdf.Root.Names.JavaScript = Dictionary(Names=Array([String("a"), script]))


# pages


def exchange_pages(pdf):
    page = pdf.pages[1]
    del pdf.pages[1]
    pdf.pages.insert(3, page)


def remove_page(pdf):
    del pdf.pages[2]


def repeat_page(pdf):
    pdf.pages.append(pdf.pages[1])


def turn_page(pdf):
    pdf.pages[2].obj.Rotate = 180


def cut_all_pages(pdf):
    pdf.Root.Pages.CropBox = Array([0, 90, 595, 842])


def enlarge_page(pdf):
    pdf.pages[0].obj.UserUnit = 3


def relabel_pages(pdf):
    pdf.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.r)]))


# what stands beside the pages


def change_metadata(pdf):
    stream = pdf.Root.Metadata
    content = stream.read_bytes()
    assert b"No Pair Bonus" in content
    stream.write(content.replace(b"No Pair Bonus", b"Approved"))


def retitle(pdf):
    pdf.docinfo["/Title"] = "Approved"


def claim_producer(pdf):
    pdf.docinfo["/Producer"] = "Approved by the regulator"


def claim_producer_in_metadata(pdf):
    stream = pdf.Root.Metadata
    content = stream.read_bytes()
    assert b'Producer="WeasyPrint' in content
    stream.write(content.replace(b'Producer="WeasyPrint', b'Producer="Approved'))


def rename_bookmark(pdf):
    pdf.Root.Outlines.First.Title = String("Approved")


def change_language(pdf):
    pdf.Root.Lang = String("fr")


def claim_conformity(pdf):
    pdf.Root.DSS = Dictionary(Certs=Array([]))


# enclosures


def replace_enclosure(pdf, name, content):
    """Another file, with its digest in the manifest."""
    manifest = json.loads(forgery.list_enclosures(pdf)[MANIFEST])
    manifest["enclosures"][name] = hashlib.sha256(content).hexdigest()
    forgery.replace_enclosure(pdf, name, content)
    forgery.replace_enclosure(pdf, MANIFEST, json.dumps(manifest, indent=1).encode() + b"\n")


def change_odds(pdf):
    name = f"{ID}.odds.json"
    odds = json.loads(forgery.list_enclosures(pdf)[name])
    wager = next(item for item in odds["wagers"] if "house_edge" in item)
    wager["house_edge"]["fraction"] = "1/12345"
    replace_enclosure(pdf, name, json.dumps(odds, indent=2, ensure_ascii=False).encode() + b"\n")


def change_specification(pdf):
    name = f"{ID}.yaml"
    content = forgery.list_enclosures(pdf)[name]
    assert b"pays: 100" in content
    replace_enclosure(pdf, name, content.replace(b"pays: 100", b"pays: 101", 1))


def change_policy(pdf):
    content = forgery.list_enclosures(pdf)["limits.yaml"]
    changed = content.replace(b"0.1", b"9.1")
    assert changed != content
    replace_enclosure(pdf, "limits.yaml", changed)


def remove_enclosure(pdf):
    del pikepdf.NameTree(pdf.Root.Names.EmbeddedFiles)[f"{ID}.findings.json"]


def add_enclosure(pdf):
    pdf.attachments["letter.txt"] = b"approved"


def describe_enclosure_otherwise(pdf):
    pikepdf.NameTree(pdf.Root.Names.EmbeddedFiles)[f"{ID}.odds.json"].Desc = String("Approved odds")


REVIEWED = (
    permute_by_kerning, exchange_codes, swap_positions, stroke_in_white, prick_pinholes, clip, squeeze,
    move_verdict_off, trim, stamp_in_lines,
)  # fmt: skip
"""Those that a reviewer found to pass."""
OTHERS = (
    write_number_too_long, repeat_font_table, map_letter_twice, claim_producer,
    claim_producer_in_metadata, print_another_figure, print_faintly, print_invisibly, print_tiny,
    see_through, cover, darken,
    put_picture, put_inline_picture, put_form, exchange_letters, exchange_fonts, map_letters,
    change_copied_text, hide_text, reword_for_readers, reword_mark, drop_structure, lay_text, lay_stamp,
    lay_square, lay_printed_only, dress_link, lead_link_astray, link_outside, add_field, add_layer,
    add_layer_for_print, act_on_opening, act_on_page, add_script, exchange_pages, remove_page,
    repeat_page, turn_page, cut_all_pages, enlarge_page, relabel_pages, change_metadata, retitle,
    rename_bookmark, change_language, claim_conformity, change_odds, change_specification,
    change_policy, remove_enclosure, add_enclosure, describe_enclosure_otherwise,
)  # fmt: skip
ALL = REVIEWED + OTHERS
