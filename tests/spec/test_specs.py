"""Accept and reject specs: one fault each, found at its place, with its cure, and no traceback."""

import subprocess
import sys

import pytest

from certify.base.errors import InvalidSpec
from certify.spec.validate import load_jurisdiction
from tests.specs.faults import BROKEN, FOLDER, build_all


def test_generated_specs_are_current():
    for name, content in build_all().items():
        assert (FOLDER / name).read_bytes() == content, f"{name}: run python -m tests.specs.faults"


def test_no_stray_specs():
    found = {f"{path.parent.name}/{path.name}" for path in FOLDER.glob("*/*.yaml")}
    assert found == set(build_all())


def test_minimal_is_accepted():
    jurisdiction = load_jurisdiction(FOLDER / "accept" / "minimal.yaml")
    assert jurisdiction.statement("envy.minimum_stake").standing == "stated"
    assert jurisdiction.statement("deck.wheel").standing == "silent"


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
