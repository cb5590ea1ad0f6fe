"""The commands of the guides are run, and what the pages show of the answers comes out."""

import shutil

import pytest
import yaml

from certify.base.load import load_file
from tests.conftest import ROOT
from tests.tutorial.walk import DOCUMENT, Walker, build_file, list_blocks, list_commands

REVISED = "docs/guides/transcribe-a-revised-document.md"
QUICK = (
    "docs/rounds.md",
    "docs/quick-start.md",
    "docs/guides/answer-or-waive-an-issue.md",
    "docs/guides/design-a-paytable.md",
    "docs/guides/settle-a-dispute.md",
    REVISED,
    "README.md",
)
LONG = (
    REVISED,
    "docs/guides/change-a-paytable.md",
    "docs/guides/check-a-filing.md",
    "docs/guides/gate-in-ci.md",
)
NEEDS = {"docs/guides/check-a-filing.md": "pdfdetach", "docs/guides/gate-in-ci.md": "git"}


LONG_FROM = "<!-- from here on"


def follow(page, folder, *, long=True):
    walker = Walker(folder, shell=long)
    blocks = list(list_blocks(ROOT / page))
    if page == REVISED:  # which goes on where the tutorial ends
        (folder / "jurisdictions").mkdir()
        (folder / "jurisdictions" / "kelp-island.yaml").write_text(build_file(), "utf-8")
        shutil.copytree(DOCUMENT.parent, folder / "texts")
        for block in list_blocks():
            if block.title.startswith("jurisdictions/policy/"):
                walker.follow(block)
    else:
        shutil.copytree(ROOT / "jurisdictions", folder / "jurisdictions")
    if not long:
        first_long = (ROOT / page).read_text("utf-8").partition(LONG_FROM)[0].count("\n") + 1
        blocks = [block for block in blocks if block.line < first_long]
    for block in blocks:
        walker.follow(block)
    return sum(len(list(list_commands(item))) for item in blocks if item.language == "console")


@pytest.mark.parametrize("page", QUICK)
def test_a_page_is_followed(page, tmp_path):
    assert follow(page, tmp_path, long=False)


@pytest.mark.slow
@pytest.mark.parametrize("page", LONG)
def test_a_long_page_is_followed(page, tmp_path):
    tool = NEEDS.get(page)
    if tool and shutil.which(tool) is None:
        pytest.skip(f"{tool} is needed to follow the page")
    assert follow(page, tmp_path) > 2


def test_every_page_with_commands_is_followed():
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
        if any(block.language == "console" for block in list_blocks(path))
    }
    assert found == {*QUICK, *LONG, "docs/tutorial.md"}


def test_the_readme_quotes_a_file_as_it_is():
    block = next(item for item in list_blocks(ROOT / "README.md") if item.language == "yaml")
    assert len(block.text.splitlines()) == 12
    quoted = yaml.safe_load(block.text)
    data = load_file(ROOT / "jurisdictions" / "california-bgc.yaml").data
    wager, real = quoted["wagers"][0], data["wagers"][0]
    assert wager["id"] == real["id"]
    (quoted_matrix,), matrix = wager["paytables"], real["paytables"][0]
    assert [table["id"] for table in quoted_matrix["tables"]] == [
        table["id"] for table in matrix["tables"]
    ]
    minimum, stated = (item["envy"]["minimum_stake"] for item in (wager, real))
    assert minimum["stated"] == stated["stated"]
    assert minimum["adopted"] == stated["adopted"]
    assert stated["because"].startswith(minimum["because"].removesuffix(" …"))
    row = next(row for row in matrix["rows"] if row["hand"] == "five-aces")
    assert quoted_matrix["rows"][0] == {
        key: value for key, value in row.items() if key not in {"printed", "envy"}
    }


def test_the_readme_is_two_screens_and_its_picture_is_small():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 120
    picture = ROOT / "docs" / "filing.png"
    assert "docs/filing.png" in text
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size < 100_000
