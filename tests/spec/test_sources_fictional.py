"""Citations against a document of our own, on machines that have none of the regulators' texts.

What `test_sources` holds for the five files is held for the file of the tutorial: its document stands here.
"""

import re
from functools import cache
from hashlib import sha256
from random import Random

import pytest

from certify.base.load import load_bytes
from certify.spec.build import is_statement
from certify.spec.sources import CellPart, check_sources, show_statements
from certify.spec.texts import drop_number
from certify.spec.uncited import list_unread
from certify.spec.validate import read_jurisdiction
from tests.conftest import IDS, load
from tests.edits import edit, put
from tests.tutorial.walk import DOCUMENT, build_file

FOLDER = DOCUMENT.parent


@cache
def made_up():
    return read_jurisdiction(load_bytes(build_file().encode(), "kelp-island.yaml"))


def get(data, path):
    for step in path:
        data = data[step]
    return data


def list_cells():
    for wager, paytable in made_up().list_paytables():
        for line in paytable.lines:
            for key in ("pays", "envy"):
                raw = get(made_up().source.data, line.path).get(key)
                if raw is not None and not is_statement(raw):
                    yield wager.id, paytable.id, line, (*line.path, key), raw


CELLS = list(list_cells())


def flip(value):
    """One more of whatever is paid."""
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        amount, currency = value.split()
        return f"{int(amount) + 1} {currency}"
    if "meter" in value:
        return {"meter": "1/7"}
    return {key: flip(item) for key, item in value.items()}


@pytest.mark.parametrize("typed", ["50 USD", "5000 USD", "50000 USD"])
def test_a_malformed_sum_is_never_confirmed(tmp_path, typed):
    """`$50,00` can be fifty, five thousand or fifty thousand; only a misprint that is listed says which."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines, 1) if not line.strip())
    lines[place - 1] = "The total paid shall not exceed $50,00 at one table.\n"
    text = "".join(lines)
    (tmp_path / DOCUMENT.name).write_text(text, encoding="utf-8")
    at = {"clause": "Cap", "lines": place}
    changed = edit(
        made_up(),
        put("documents", 0, "sha256", value=sha256(text.encode()).hexdigest()),
        put("table", "aggregate", value={"value": typed, "at": at}),
    )
    told = [str(item) for item in check_sources(changed, tmp_path)[1]]
    assert any(f"{typed} is not in" in item for item in told)
    assert any("prints $50,00, which is not an amount of money" in item for item in told)
    amount = f"${int(typed.split()[0]):,}"
    mended = edit(
        changed,
        put("inventory", value={"misprints": [{"printed": "$50,00", "meant": amount, "at": at}]}),
    )
    assert not any("$50,00" in str(item) for item in check_sources(mended, tmp_path)[1])


def test_every_citation_holds():
    checked, faults = check_sources(made_up(), FOLDER)
    assert not faults
    assert checked > 140


@pytest.mark.parametrize(
    ("line", "path", "value"),
    [(line, path, value) for _, _, line, path, value in CELLS],
    ids=[f"{wager}-{table}-{line.id}-{path[-1]}" for wager, table, line, path, _ in CELLS],
)
def test_a_flipped_cell_is_caught_and_named(line, path, value):
    """To one, for one, money, a share of a meter, envy: each in a column of its own."""
    _, faults = check_sources(edit(made_up(), put(*path, value=flip(value))), FOLDER)
    assert len(faults) == 1
    assert line.id in faults[0].what
    assert "is not in line" in faults[0].what


@pytest.mark.parametrize(("text", "has_envy"), [("$400", False), ("$400 $20", True)])
def test_a_sum_that_a_row_pays_is_no_envy_amount(text, has_envy):
    line = next(item[2] for item in CELLS if isinstance(item[4], dict) and "money" in item[4])
    assert CellPart(text, 0, 1, 0, 1, "USD").has_envy(line) is has_envy


def test_a_figure_of_the_neighbouring_column_is_caught():
    rows = {}
    for wager, _, line, path, value in CELLS:
        rows.setdefault((wager, line.citation.lines, path[-1]), []).append((path, value))
    swaps = 0
    for row in rows.values():
        for path, value in row:
            for other in (item for _, item in row if item != value):
                assert len(check_sources(edit(made_up(), put(*path, value=other)), FOLDER)[1]) == 1
                swaps += 1
    assert swaps > 10


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("deck", "cards", "value"), 51),
        (("table", "players", "value"), 7),
        (("play", "cards_dealt", "value"), 6),
        (("standard", "commission", "value"), "1/25"),
        (("standard", "stake_minimum", "value"), "11 USD"),
        (("standard", "stake_maximum", "value"), "5000 USD"),
        (("identity", "effective_date", "value"), "2 March 2031"),
        (("wagers", 0, "cap", "value"), "2500 USD"),
        (("wagers", 0, "envy", "minimum_stake", "stated", 1, "value"), "6 USD"),
        (("wagers", 0, "envy", "lowest_hand", "value"), "royal-flush"),
        (("wagers", 0, "paytables", 1, "published", 0, "percent"), "6.48"),
        (("wagers", 0, "paytables", 0, "lines", 0, "printed"), "Eight card straight flush"),
        (("wagers", 1, "meter_seed", "value"), "500 USD"),
        (("wagers", 1, "meter_contribution", "value"), "1/4"),
        (("documents", 0, "lines"), 99),
        (("documents", 0, "sha256"), "b" * 64),
    ],
    ids=str,
)
def test_a_changed_figure_is_caught(path, value):
    _, faults = check_sources(edit(made_up(), put(*path, value=value)), FOLDER)
    assert faults


@pytest.mark.parametrize(
    "path",
    [
        ("deck", "cards", "at", "lines"),
        ("standard", "commission", "at", "lines"),
        ("wagers", 0, "cap", "at", "lines"),
        ("wagers", 2, "paytables", 0, "lines", 3, "at", "lines"),
    ],
    ids=str,
)
def test_a_citation_of_the_line_before_is_caught(path):
    line = get(made_up().source.data, path)
    _, faults = check_sources(edit(made_up(), put(*path, value=line - 1)), FOLDER)
    assert faults


def test_the_statements_are_shown_beside_their_lines():
    shown = "\n".join(show_statements(made_up(), FOLDER))
    assert "deck.joker: conflicting" in shown
    assert "adopted wild: the rule on the cards states it" in shown
    assert "| 1.2 The joker is wild" in shown


def test_lines_that_hold_nothing_are_told_as_such():
    blank = 1 + next(
        place
        for place, text in enumerate(DOCUMENT.read_text(encoding="utf-8").splitlines())
        if not text.strip()
    )
    moved = edit(made_up(), put("deck", "cards", "at", "lines", value=blank))
    _, faults = check_sources(moved, FOLDER)
    assert [fault.what.partition(" of ")[0] for fault in faults] == [
        f"deck.cards: no text in line {blank}"
    ]
    assert str(faults[0]).endswith("; cite the lines that state it")


def test_a_text_that_changed_is_named_with_its_hash(tmp_path):
    text = DOCUMENT.read_bytes() + b"one line more\n"
    (tmp_path / "new.txt").write_bytes(text)
    _, faults = check_sources(made_up(), tmp_path)
    assert f"new.txt has {sha256(text).hexdigest()}" in faults[0].cure
    for number in range(3):
        (tmp_path / f"{number}.txt").write_bytes(b"another\n")
    assert "new.txt" not in check_sources(made_up(), tmp_path)[1][0].cure


def put_text(made, text, folder):
    """The specification said to be written from another text of as many lines."""
    lines = text.splitlines()
    count = made.documents[0].lines
    text = "\n".join((lines + [""] * count)[:count]) + "\n"
    (folder / "text.txt").write_text(text, encoding="utf-8")
    digest = sha256(text.encode()).hexdigest()
    return edit(made, put("documents", 0, "sha256", value=digest))


SCRAPS = (
    "$5",
    "4 to 1",
    "10% of the meter",
    "push",
    "Straight",
    "A.4",
    "(b)",
    "4.91 %",
    "5♣",
    "$1,0001,000 to 1",
)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_the_text_there_are_faults_and_no_crash(seed, tmp_path):
    """Lines lost, exchanged, cut short or replaced: what V33 met, and worse."""
    chance = Random(seed)
    lines = DOCUMENT.read_text("utf-8").splitlines()
    count = chance.choice([1, 5, 40, 200])
    for _ in range(count):
        place = chance.randrange(len(lines))
        match chance.randrange(4):
            case 0:
                del lines[place:]
                lines += [""] * chance.randrange(3)
            case 1:
                lines.insert(place, chance.choice(SCRAPS))
            case 2:
                lines[place] = lines[place][: chance.randrange(len(lines[place]) + 1)]
            case 3:
                lines[place] = " ".join(chance.choices(SCRAPS, k=chance.randrange(4)))
        lines = lines or [""]
    _, faults = check_sources(put_text(made_up(), "\n".join(lines), tmp_path), tmp_path)
    assert faults or count < 40


@pytest.mark.parametrize(
    ("kind", "entry", "told"),
    [
        ("terms", {"term": "Undertow", "defined": 7, "used": []}, True),
        ("terms", {"term": "Undertow", "used": [74]}, False),
        ("terms", {"term": "Undertow", "used": [74, 5]}, True),
        ("clauses", {"number": "3.7", "at": {"lines": 33}}, True),
        ("clauses", {"number": "3.7", "at": {"lines": 34}}, False),
        (
            "references",
            {"to": "rule 9.4", "kind": "internal", "supplied": False, "at": {"lines": 86}},
            True,
        ),
        (
            "references",
            {"to": "rule 9.4", "kind": "internal", "supplied": False, "at": {"lines": 87}},
            False,
        ),
    ],
)
def test_lines_of_terms_clauses_and_references_are_checked(kind, entry, told):
    made = edit(made_up(), put("inventory", value={kind: [entry]}))
    assert bool(check_sources(made, FOLDER)[1]) == told


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("line", ["", "Straight", "Straight 4 to 1 5 to 1 $5", "push"])
def test_another_text_altogether_gives_faults_and_no_crash(name, line, tmp_path):
    """Lines that are not yet moved cite rows without their figures, as after a revision."""
    made = load(name)
    text = f"{line}\n" * made.documents[0].lines
    assert check_sources(put_text(made, text, tmp_path), tmp_path)[1]


NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def write_in_words(line):
    """The small numbers of a sentence in words; the number of a clause stays."""
    head, rest = line[: len(line) - len(drop_number(line))], drop_number(line)
    rest = re.sub(
        r"\$(\d|10)(?![\d,.]\d|\d)", lambda found: f"{NUMBERS[int(found[1])]} dollars", rest
    )
    return head + re.sub(
        r"(?<![\w.,$:/-])(\d|10)(?![\d,.:/-]\d|\d)", lambda found: NUMBERS[int(found[1])], rest
    )


def with_text(lines, folder):
    """The made-up file with another text under its document's name."""
    content = "".join(f"{line}\n" for line in lines).encode()
    (folder / DOCUMENT.name).write_bytes(content)
    hashed = put("documents", 0, "sha256", value=sha256(content).hexdigest())
    return edit(made_up(), hashed)


def test_numbers_in_words_are_no_faults(tmp_path):
    """The same document with its small numbers in words: nothing that was verified is a fault."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    rows = {
        number
        for _, paytable in made_up().list_paytables()
        for number in range(paytable.citation.first, paytable.citation.last + 1)
    }
    written = [
        line if number in rows else write_in_words(line) for number, line in enumerate(lines, 1)
    ]
    assert sum(one != other for one, other in zip(lines, written, strict=True)) > 5
    before = len(check_sources(made_up(), FOLDER)[1])
    assert len(check_sources(with_text(written, tmp_path), tmp_path)[1]) == before


@pytest.mark.parametrize("lines", [[], [""], ["5 to 0", "$$5,0,0", "(a)(b)(c) 1.1.1 ² to 1"]])
def test_a_text_of_whatever_kind_is_checked_to_the_end(lines, tmp_path):
    made = with_text(lines, tmp_path)
    checked, faults = check_sources(made, tmp_path)
    assert checked
    assert faults
    assert list(show_statements(made, tmp_path))
    assert len(list(list_unread(made, tmp_path))) == 1
