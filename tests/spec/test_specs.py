"""Accept and reject specs: one fault each, found at its place, with its cure, and no traceback."""

import subprocess
import sys
from fractions import Fraction

import pytest

from certify.base.errors import InvalidSpec
from certify.base.load import load_bytes
from certify.cli.options import load_specs
from certify.spec.catalogue import GAME, Kind
from certify.spec.model import Standing
from certify.spec.validate import find_specs, load_jurisdiction, load_valid, read_jurisdiction
from certify.spec.values import LOSES, PUSHES, Other, Pay
from tests.specs.faults import BROKEN, FOLDER, build_all, build_minimal


def test_generated_specs_are_current():
    for name, content in build_all().items():
        assert (FOLDER / name).read_bytes() == content, f"{name}: run python -m tests.specs.faults"


def test_no_stray_specs():
    found = {f"reject/{path.name}" for path in FOLDER.glob("reject/*.yaml")}
    assert found == {name for name in build_all() if name.startswith("reject/")}


def test_minimal_is_accepted():
    jurisdiction = load_jurisdiction(FOLDER / "accept" / "minimal.yaml")
    by_key = jurisdiction.by_key
    assert by_key["fortune-bonus.envy.minimum_stake"].standing is Standing.STATED
    assert by_key["deck.wheel"].standing is Standing.SILENT
    assert by_key["play.shuffle"].standing is Standing.DEFERRED
    assert by_key["play.shuffle"].deferred_to == "house procedures"
    assert by_key["table.limits"].standing is Standing.NOT_OFFERED
    assert by_key["insurance.main.bank-high-card-Q-high.pays"].value == Pay(Fraction(50))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("accept/*.yaml")), ids=lambda path: path.stem)
def test_accepted(path):
    assert load_jurisdiction(path).id == path.stem


@pytest.mark.parametrize("broken", BROKEN, ids=lambda item: item.name)
def test_rejected_with_its_message(broken):
    path = FOLDER / "reject" / f"{broken.name}.yaml"
    with pytest.raises(InvalidSpec) as caught:
        load_jurisdiction(path)
    told = [str(fault) for fault in caught.value.faults]
    assert len(told) == broken.faults, told
    assert broken.message in told[0]
    assert told[0].startswith(f"{path}:")
    assert "; " in told[0], "a fault must say how to cure it"


def test_every_reject_spec_exits_1_without_traceback():
    command = [
        sys.executable,
        "-m",
        "certify",
        "validate",
        *sorted(str(path) for path in (FOLDER / "reject").glob("*.yaml")),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr + done.stdout
    for broken in BROKEN:
        assert f"reject/{broken.name}.yaml:" in done.stdout


def test_a_file_among_the_jurisdictions_bears_its_id(tmp_path):
    folder = tmp_path / "jurisdictions"
    folder.mkdir()
    content = (FOLDER / "accept" / "minimal.yaml").read_bytes()
    (folder / "other.yaml").write_bytes(content)
    with pytest.raises(InvalidSpec, match=r"id is minimal and the file is other\.yaml"):
        load_jurisdiction(folder / "other.yaml")
    (tmp_path / "copy.yaml").write_bytes(content)
    assert load_jurisdiction(tmp_path / "copy.yaml").id == "minimal"


def test_a_draft_does_not_block_the_files_beside_it(tmp_path):
    (tmp_path / "draft.yaml").write_bytes((FOLDER / "reject" / "bad-hash.yaml").read_bytes())
    (tmp_path / "minimal.yaml").write_bytes((FOLDER / "accept" / "minimal.yaml").read_bytes())
    loaded, faults = load_valid(find_specs([str(tmp_path)]))
    assert [item.id for item in loaded] == ["minimal"]
    assert [fault.file for fault in faults] == [str(tmp_path / "draft.yaml")]


def test_commands_leave_a_draft_out_unless_it_is_named(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "jurisdictions"
    folder.mkdir()
    (folder / "draft.yaml").write_bytes((FOLDER / "reject" / "bad-hash.yaml").read_bytes())
    (folder / "minimal.yaml").write_bytes((FOLDER / "accept" / "minimal.yaml").read_bytes())
    monkeypatch.chdir(tmp_path)
    for specs in ((), ("jurisdictions",)):
        assert [item.id for item in load_specs(specs)] == ["minimal"]
        assert "draft.yaml is left out" in capsys.readouterr().err
    assert [item.id for item in load_specs(("minimal",))] == ["minimal"]
    for specs in (("draft",), ("minimal", "jurisdictions/draft.yaml")):
        with pytest.raises(InvalidSpec, match="sha256 is"):
            load_specs(specs)


def change(old, new):
    """The small accepted file with one thing changed; it must stay valid."""
    text = build_minimal("minimal")
    assert text.count(old) == 1
    return read_jurisdiction(load_bytes(text.replace(old, new).encode(), "minimal.yaml"))


def test_a_file_without_a_paytable_is_accepted():
    table = build_minimal("minimal")
    table = table[table.index("    paytables:") : table.index("  - id: insurance")]
    jurisdiction = change(table, "")
    assert jurisdiction.wager("fortune-bonus").paytables == ()


def test_a_file_without_wagers_is_accepted():
    wagers = build_minimal("minimal")
    wagers = wagers[wagers.index("wagers:\n") : wagers.index("\nhouse_way:")]
    assert change(wagers, "wagers: []\n").wagers == ()


def test_envy_on_one_of_two_paytables_is_accepted():
    more = (
        "      - {id: plain, at: {lines: 27}, lines: [{hand: flush, pays: 4, at: {lines: 28}}]}\n"
    )
    wager = change("  - id: insurance", f"{more}  - id: insurance").wager("fortune-bonus")
    assert [any(line.envy for line in table.lines) for table in wager.paytables] == [True, False]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("20", Pay(Fraction(20))),
        ("{to: 20}", Pay(Fraction(20))),
        ("{for: 21}", Pay(Fraction(20))),
        ("3/2", Pay(Fraction(3, 2))),
        ("loses", LOSES),
        ("pushes", PUSHES),
        ("{money: 75 USD}", Pay(money=Fraction(75))),
        ("{money: 75 USD, stake: lost}", Pay(Fraction(-1), Fraction(75))),
        ("{meter: 1/10}", Pay(meter=Fraction(1, 10))),
        ("{other: the shoe}", Other("the shoe")),
        ("{value: 20, at: {clause: (8), lines: 36}}", Pay(Fraction(20))),
        ("{value: {other: the shoe}, at: {clause: (8), lines: 36}}", Other("the shoe")),
    ],
)
def test_what_a_line_pays(written, value):
    wager = change("pays: 20,", f"pays: {written},").wager("fortune-bonus")
    line = wager.paytable("main").line("four-of-a-kind")
    assert line.pays.value == value
    assert line.pays.citations[0].lines == "36"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("25 USD", Pay(money=Fraction(25))),
        ("{times: 5}", Pay(Fraction(5))),
        ("{stated: [{value: 25 USD, at: {lines: 34}}]}", Pay(money=Fraction(25))),
    ],
)
def test_what_a_line_gives_as_envy(written, value):
    wager = change("envy: 25 USD", f"envy: {written}").wager("fortune-bonus")
    assert wager.paytable("main").line("royal-flush").envy.value == value


def test_every_parameter_takes_the_documents_own_words():
    """`{other: …}` is a value of every parameter that is no text."""
    given = "{value: {other: in a way of its own}, at: {clause: (1), lines: 5}}"
    text = build_minimal("minimal")
    for parameter in GAME:
        if parameter.kind is Kind.TEXT or parameter.key == "setting.house_way":
            continue
        lines = text.split("\n")
        start = lines.index(f"{parameter.section}:")
        kept = [
            line
            for number, line in enumerate(lines)
            if not (line.startswith(f"  {parameter.name}:") and start < number < start + 16)
        ]
        kept.insert(start + 1, f"  {parameter.name}: {given}")
        jurisdiction = read_jurisdiction(load_bytes("\n".join(kept).encode(), "minimal.yaml"))
        assert jurisdiction.statements[parameter.key].value == Other("in a way of its own")


def test_a_key_of_the_documents_own_and_an_alternative_with_its_words():
    written = (
        "{silent: true, reading: card-backs, assumed: alike, because: all decks are, "
        "alternatives: [{value: any, because: it says cards, at: {clause: (1), lines: 5}}]}"
    )
    jurisdiction = change("card_backs: {silent: true}", f"card_backs: {written}")
    statement = jurisdiction.readings["card-backs"][0]
    assert statement.key == "deck.card_backs"
    assert statement.alternatives[0].because == "it says cards"
    assert statement.alternatives[0].citation.first == 5


def test_statements_of_several_documents_are_in_conflict_where_they_differ():
    second = f"  - {{id: statute, name: Act, sha256: {'b' * 64}, lines: 9, kind: statute}}\n"
    text = build_minimal("minimal").replace("\nidentity:", f"{second}\nidentity:")
    text = text.replace(
        "jokers: {value: 1, at: {clause: (1), lines: 5}}",
        "jokers: {stated: [{value: 1, at: {clause: (1), lines: 5}}, "
        "{value: 2, at: {document: statute, clause: s. 1, lines: 9}}], adopted: 1, because: rules}",
    )
    statement = read_jurisdiction(load_bytes(text.encode(), "m")).statements["deck.jokers"]
    assert statement.standing is Standing.CONFLICTING
    assert [citation.document for citation in statement.citations] == ["", "statute"]
    assert statement.other_values == (2,)
