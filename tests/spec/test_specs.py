"""Accept and reject specs: one fault each, found at its place, with its cure, and no traceback."""

import subprocess
import sys
from fractions import Fraction

import pytest

from certify.base.errors import InvalidSpec
from certify.base.load import load_bytes
from certify.cli.options import load_specs
from certify.spec.catalogue import GAME, ValueKind
from certify.spec.model import Names, Standing
from certify.spec.validate import find_specs, load_jurisdiction, load_valid, read_jurisdiction
from certify.spec.values import LOSES, PUSHES, Other, Pay
from tests.specs.faults import BROKEN, FOLDER, PAYTABLES, build_all, build_minimal


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


def test_names_are_the_documents_and_otherwise_the_general_terms():
    named = load_jurisdiction(FOLDER / "accept" / "every-rule.yaml")
    assert named.names == Names("player/dealer", "Pai Gow wager", "Envy Bonus")
    assert load_jurisdiction(FOLDER / "accept" / "minimal.yaml").names == Names()


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
        assert "draft.yaml: skipped" in capsys.readouterr().err
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
    more = "      - {id: plain, at: L27, lines: [{hand: flush, pays: 4, at: L28}]}\n"
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
        ("{value: 20, at: (8) L36}", Pay(Fraction(20))),
        ("{value: {other: the shoe}, at: (8) L36}", Other("the shoe")),
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
        ("{stated: [{value: 25 USD, at: L34}]}", Pay(money=Fraction(25))),
    ],
)
def test_what_a_line_gives_as_envy(written, value):
    wager = change("envy: 25 USD", f"envy: {written}").wager("fortune-bonus")
    assert wager.paytable("main").line("royal-flush").envy.value == value


def test_every_parameter_takes_the_documents_own_words():
    """`{other: …}` is a value of every parameter that is no text."""
    given = "{value: {other: in a way of its own}, at: (1) L5}"
    text = build_minimal("minimal")
    for parameter in GAME:
        if parameter.kind is ValueKind.TEXT or parameter.key == "setting.house_way":
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
        "alternatives: [{value: any, because: it says cards, at: (1) L5}]}"
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
        "jokers: {value: 1, at: (1) L5}",
        "jokers: {stated: [{value: 1, at: (1) L5}, "
        "{value: 2, at: statute s. 1 L9}], adopted: 1, because: rules}",
    )
    statement = read_jurisdiction(load_bytes(text.encode(), "m")).statements["deck.jokers"]
    assert statement.standing is Standing.CONFLICTING
    assert [citation.document for citation in statement.citations] == ["", "statute"]
    assert statement.other_values == (2,)


MATRIX = """\
    paytables:
      tables: ["1", {id: "2", at: (8) Paytable 2 L27-43}]
      rows:
        - {hand: royal-flush, printed: [Royal, Royal Flush], pays: [100, 200], envy: [25 USD, 50 USD],
           at: L34}
        - hand: four-of-a-kind
          pays:
            - 20
            - {stated: [{value: 25, at: (8) L36}, {value: 30, at: [(9) L40, "(9), end L41"]}],
               adopted: 25, because: the paytable has it}
          at: [L35, L36]
        - {hand: three-pair, pays: [pushes, none], at: L41}
"""


def test_a_matrix_is_a_paytable_for_each_column():
    first, second = change(PAYTABLES, MATRIX).wager("fortune-bonus").paytables
    assert (first.id, str(first.citation)) == ("1", "lines 34-41")
    assert (second.id, str(second.citation)) == ("2", "(8) Paytable 2, lines 27-43")
    assert [line.id for line in first.lines] == ["royal-flush", "four-of-a-kind", "three-pair"]
    assert [line.id for line in second.lines] == ["royal-flush", "four-of-a-kind"]
    assert [table.lines[0].printed for table in (first, second)] == ["Royal", "Royal Flush"]
    assert [table.lines[0].pays.value.times for table in (first, second)] == [100, 200]
    assert [table.lines[0].envy.value.money for table in (first, second)] == [25, 50]
    assert first.lines[1].envy is None
    assert [str(table.lines[1].citation) for table in (first, second)] == [
        "line 35",
        "(8) Paytable 2, line 36",
    ]
    assert [said.citation.lines for said in second.lines[1].pays.said] == ["36", "40", "41"]
    assert second.lines[1].pays.standing is Standing.CONFLICTING


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((1, "id"), '"2", at'),
        ((0, "lines", 0, "pays"), "100, 200"),
        ((1, "lines", 0, "pays"), "200]"),
        ((1, "lines", 0, "envy"), "50 USD"),
        ((1, "lines", 0, "printed"), "Royal Flush]"),
        ((1, "lines", 0, "at", "lines"), "L34}"),
        ((1, "lines", 1, "at", "lines"), "L36]\n"),
        ((1, "lines", 1, "pays", "stated", 0, "value"), "25, at"),
        ((1, "lines", 1, "pays", "stated", 1, "at", "lines"), "L40"),
        ((1, "lines", 1, "pays", "stated", 2, "at", "lines"), 'L41"'),
        ((1, "lines", 1, "pays", "stated", 2, "value"), "30, at"),
        ((0, "lines", 2), "{hand: three-pair"),
    ],
)
def test_a_path_of_a_matrix_has_the_position_of_its_cell(path, text):
    jurisdiction = change(PAYTABLES, MATRIX)
    written = build_minimal("minimal").replace(PAYTABLES, MATRIX)
    start = written.index(text, written.index(MATRIX))
    before = written[:start]
    found = jurisdiction.source.values["wagers", 0, "paytables", *path]
    assert found == (before.count("\n") + 1, start - before.rfind("\n"))


def test_a_statement_inherits_the_standing_of_its_section():
    jurisdiction = change(
        "  cards_dealt: {value: 7, at: (2) L7}",
        "  cards_dealt: {assumed: 7, because: others deal seven}",
    )
    statement = jurisdiction.statements["play.cards_dealt"]
    assert (statement.standing, statement.value) == (Standing.DEFERRED, 7)
    assert statement.deferred_to == "house procedures"
    assert str(statement.citations[0]) == "(2), line 7"
    values = jurisdiction.source.values
    assert (
        values["play", "cards_dealt", "deferred", "at"] == values["play", "all", "deferred", "at"]
    )


@pytest.mark.parametrize(
    ("documents", "written", "document", "clause"),
    [
        (1, "rules (1) L5", "", "rules (1)"),
        (2, "rules (1) L5", "rules", "(1)"),
        (2, "(1) rules L5", "", "(1) rules"),
        (2, "statute L5", "statute", ""),
        (2, "Statute 5 L5", "", "Statute 5"),
        (2, "L5 L5", "", "L5"),
    ],
)
def test_a_citation_names_a_document_where_there_are_several(documents, written, document, clause):
    second = f"  - {{id: statute, name: Act, sha256: {'b' * 64}, lines: 9, kind: statute}}\n"
    text = build_minimal("minimal").replace(
        "jokers: {value: 1, at: (1) L5}", f"jokers: {{value: 1, at: {written}}}"
    )
    if documents > 1:
        text = text.replace("\nidentity:", f"{second}\nidentity:")
    (found,) = read_jurisdiction(load_bytes(text.encode(), "m")).statements["deck.jokers"].citations
    assert (found.document, found.clause, found.lines) == (document, clause, "5")
