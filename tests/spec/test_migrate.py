"""Specifications of format 1 become format 2 with the same model, all of a folder or none."""

import json
import re
from pathlib import Path

import pytest

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_bytes, load_file
from certify.spec.expand import expand
from certify.spec.migrate import migrate
from certify.spec.validate import read_jurisdiction
from tests.cli.calls import call
from tests.spec.plain_model import list_plain

FOLDER = Path(__file__).parent / "format_1"
OLD = (FOLDER / "every-feature.yaml").read_text(encoding="utf-8")
MODEL = json.loads((FOLDER / "every-feature.json").read_text(encoding="utf-8"))
"""The model as 0.2.0 built it, which reads format 1."""
HOUSE_WAY = """\
tie_break: {silent: true, assumed: best-high, because: dealers do so}
rules:
  - rule: any hand  # the only one
    low: second-and-third-highest
    at: {clause: "1, top", lines: 5-6}
"""


def read(text):
    return read_jurisdiction(load_bytes(text.encode(), "every-feature.yaml"))


def write_new(text=OLD):
    return migrate(text.encode(), "every-feature.yaml").decode()


def name_documents(data):
    """The same plain model with the first document named wherever none is."""
    if isinstance(data, list):
        return [name_documents(item) for item in data]
    if not isinstance(data, dict):
        return data
    found = {key: name_documents(item) for key, item in data.items()}
    return {"document": "rules", **found} if {"first", "last"} <= set(data) else found


def test_the_model_is_the_same():
    new = list_plain(read(write_new()))
    assert name_documents(new) == name_documents(MODEL)
    # only a clause that begins like the id of a document has to name its document
    assert sum(a != b for a, b in zip(*map(list_citations, (new, MODEL)), strict=True)) == 1


def list_citations(data):
    if isinstance(data, dict):
        own = [data] if {"first", "last"} <= set(data) else []
        return own + [found for item in data.values() for found in list_citations(item)]
    return (
        [found for item in data for found in list_citations(item)] if isinstance(data, list) else []
    )


def test_nothing_of_format_1_is_left_and_every_comment_is():
    new = write_new()
    assert "clause:" not in new
    comments = re.findall(r"(?m)(?:^| )# .*$", OLD)
    assert len(comments) == 7
    assert all(comment.strip() in new for comment in comments)
    data = load_bytes(new.encode(), "new").data
    assert data["schema"] == 2
    # standings that repeat their section, values that repeat each other, rows that repeat each other
    assert data["play"]["bonus_wager_placed"] == {
        "at": "(3) L9",
        "assumed": "with-standard-wager",
        "because": "others have it so",
    }
    assert "standard_wager_required" not in data["play"]
    assert data["identity"]["version"]["stated"][0] == {
        "value": "1.1",
        "at": ["Title, page 1 L2", "# foot L90"],
    }
    assert data["wagers"][0]["envy"]["minimum_stake"] == {
        "value": "5 USD",
        "at": ["(3) L9", "(4) L11"],
    }
    matrix = data["wagers"][0]["paytables"][0]
    assert [table["id"] for table in matrix["tables"]] == ["1", "2"]
    assert matrix["rows"][0]["pays"] == [100, 200]
    assert {
        "hand": "three-pair",
        "printed": "Three Pair",
        "pays": ["pushes", "none"],
        "at": "L41",
    } in (matrix["rows"])


def test_the_only_document_is_not_named():
    start = OLD.index("  - id: act")
    alone = OLD[:start] + OLD[OLD.index("\nidentity:") :]
    alone = re.sub(r"document: (act|controls), ", "", alone).replace(
        "      document: controls\n", ""
    )
    new = write_new(alone)
    assert "jokers: {value: 1, at: (1) L5}" in new
    assert "at: rules of play L5-6" in new


def test_migrating_twice_is_refused():
    with pytest.raises(CertifyError, match="not in format 1"):
        write_new(write_new())


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("lines: 27-43}", "lines: 43-27}", "lines: 27-43}"),
        ("{value: 53,", "{value: many,", "{value: 53,"),
        ("lines: 90, kind: rules", "lines: 89, kind: rules", "# foot"),
        ("at: {clause: A, lines: 53}", "at: {clause: A}", "at: {clause: A, lines: 53}"),
    ],
)
def test_a_fault_of_the_old_file_is_at_its_line_there(old, new, place):
    with pytest.raises(InvalidSpec) as caught:
        write_new(OLD.replace(old, new, 1))
    assert caught.value.faults[0].line == OLD[: OLD.index(place)].count("\n") + 1


def test_a_file_written_as_json():
    data = load_bytes(OLD.encode(), "old").data
    new = read(write_new(json.dumps(data)))
    assert name_documents(list_plain(new)) == name_documents(MODEL)


def test_a_house_way_alone():
    new = migrate(HOUSE_WAY.encode(), "way.yaml")
    assert b'at: "1, top L5-6"' in new
    assert b"# the only one" in new
    assert expand(load_bytes(new, "way")).data == load_bytes(HOUSE_WAY.encode(), "way").data


def test_a_folder_is_migrated_whole_or_not_at_all(tmp_path):
    (tmp_path / "one.yaml").write_text(OLD, encoding="utf-8")
    (tmp_path / "way.yaml").write_text(HOUSE_WAY, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(
        OLD.replace("{value: 53,", "{value: many,"), encoding="utf-8"
    )
    done = call("migrate", str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert "bad.yaml:35:18:" in done.err
    assert (tmp_path / "one.yaml").read_text(encoding="utf-8") == OLD
    (tmp_path / "bad.yaml").unlink()
    done = call("migrate", str(tmp_path), "--json")
    assert [Path(item["path"]).name for item in json.loads(done.out)] == ["one.yaml", "way.yaml"]
    assert (tmp_path / "one.yaml").read_text(encoding="utf-8") == write_new()
    assert call("migrate", str(tmp_path)).code == 2


def test_the_command_writes_to_a_file_or_to_standard_output(tmp_path):
    old, new = FOLDER / "every-feature.yaml", tmp_path / "new.yaml"
    assert call("migrate", str(old), "-o", str(new)).code == 0
    assert load_file(new).data["schema"] == 2
    assert call("migrate", str(old)).out == new.read_text(encoding="utf-8")
    told = call("validate", str(old))
    assert told.code == 1
    assert f"certify migrate {old} -o NEW.yaml" in told.all


def test_the_command_schema_writes_every_schema(tmp_path):
    assert call("schema", "-o", str(tmp_path / "schemas")).code == 0
    written = {path.name: path.read_bytes() for path in (tmp_path / "schemas").iterdir()}
    folder = Path(__file__).parents[2] / "schemas"
    assert written == {path.name: path.read_bytes() for path in folder.iterdir()}
    assert call("schema").out.encode() == written["jurisdiction.schema.json"]
