"""What this machine has and lacks: told with a cure, and exit 1 only where something needed is missing."""

import json
from importlib import metadata

import pytest
from click.testing import CliRunner

from certify.cli import doctor
from certify.cli.doctor import State, list_requirements, look_at_libraries, read_pins
from certify.cli.doctor import run_doctor as command


def run(*arguments):
    return CliRunner().invoke(command, arguments)


def look(**environment):
    found = CliRunner().invoke(command, ["--json"], env=environment)
    data = json.loads(found.stdout)
    return found.exit_code, {(item["kind"], item["name"]): item for item in data["findings"]}


def test_a_machine_that_runs_the_tests_is_fine():
    code, found = look()
    assert code == 0
    assert found["python", "Python"]["state"] == "fine"
    assert all(item["cure"] for item in found.values() if item["state"] != "fine")
    told = run()
    assert told.exit_code == 0
    assert "all required components are installed" in told.stdout


def test_every_library_asked_for_is_looked_at():
    names = {item.name for item in list_requirements()}
    assert {"click", "pyyaml", "jsonschema", "numba", "weasyprint", "pyHanko"} <= names
    assert "pytest" not in names
    assert {item.name for item in look_at_libraries()} == names
    assert read_pins()["click"] == metadata.version("click")


def test_a_library_that_is_missing_is_told_with_its_cure(monkeypatch):
    real = metadata.version

    def version(name):
        if name == "pyyaml":
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(metadata, "version", version)
    code, found = look()
    assert code == 1
    assert found["library", "pyyaml"]["state"] == "missing"
    assert found["library", "pyyaml"]["cure"].startswith("pip install")
    told = run()
    assert told.exit_code == 1
    assert "MISSING  library pyyaml" in told.stdout


@pytest.mark.parametrize(
    ("version", "state"),
    [("0.1", State.MISSING), ("99.0", State.LACKING)],
    ids=["older than asked for", "another than pinned"],
)
def test_a_library_of_another_version(monkeypatch, version, state):
    real = metadata.version
    monkeypatch.setattr(
        metadata, "version", lambda name: version if name == "click" else real(name)
    )
    found = {item.name: item for item in look_at_libraries()}
    assert found["click"].state is state
    assert found["click"].cure


def test_a_library_of_an_extra_is_never_needed(monkeypatch):
    def version(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", version)
    found = {item.name: item for item in look_at_libraries()}
    assert found["pyHanko"].state is State.LACKING
    assert found["pyHanko"].cure == "pip install 'certify[sign]'"


def test_without_pango_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(doctor, "_can_load", lambda _name: False)
    found = {item.name: item for item in doctor.look_at_system_libraries(needed=True)}
    assert all(item.state is State.MISSING for item in found.values())
    assert "install" in found["Pango"].cure


@pytest.mark.parametrize("listed", ["", None])
def test_without_fonts_or_the_means_to_look(monkeypatch, listed):
    monkeypatch.setattr(doctor, "_list_fonts", lambda: listed)
    states = {item.state for item in doctor.look_at_fonts(needed=True)}
    assert states == {State.MISSING if listed == "" else State.LACKING}


def test_the_cache_is_weighed(tmp_path):
    (tmp_path / "one.json").write_bytes(b"x" * 2_500_000)
    _, found = look(CERTIFY_CACHE=str(tmp_path))
    assert "1 result, 2 MB" in found["cache", "results"]["told"]
    _, found = look(CERTIFY_CACHE="off")
    assert "switched off" in found["cache", "results"]["told"]


def test_a_cache_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    _, found = look(CERTIFY_CACHE=str(tmp_path / "file" / "inside"))
    assert found["cache", "results"]["state"] == "lacking"
    assert "CERTIFY_CACHE" in found["cache", "results"]["cure"]
