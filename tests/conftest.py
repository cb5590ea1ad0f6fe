"""What the tests share: the jurisdictions, and the documents where they are at hand."""

from __future__ import annotations

import gc
import os
from functools import cache
from pathlib import Path

import pytest

from certify.spec.model import Jurisdiction
from certify.spec.validate import load_jurisdiction

ROOT = Path(__file__).resolve().parent.parent
IDS = ("mbs", "south-dakota", "designated-player", "california-bgc", "pennsylvania")


HEAVIEST = (
    "filing/test_archive.py",
    "gate/test_edits.py",
    "filing/test_browser.py",
    "odds/test_count_settings.py",
    "wagers/test_same_game.py",
    "filing/test_verify.py",
    "wagers/test_review.py",
    "filing/test_printing.py",
    "filing/test_build.py",
    "filing/test_layout.py",
    "filing/test_model.py",
    "filing/test_page.py",
    "filing/test_comparison.py",
)
"""Files that take longest: begun first, so that no worker is left alone with one of them at the end."""


def pytest_collection_finish() -> None:
    """What is loaded stays: looking through it again for what could be freed took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first; within a file, and among the others, the order stays."""
    weights = {name: place for place, name in enumerate(HEAVIEST)}
    folder = Path(__file__).resolve().parent

    def weigh(item: pytest.Item) -> int:
        return weights.get(item.path.relative_to(folder).as_posix(), len(weights))

    items.sort(key=weigh)


@cache
def load(name: str) -> Jurisdiction:
    """A jurisdiction of the project, loaded once."""
    return load_jurisdiction(ROOT / "jurisdictions" / f"{name}.yaml")


def find_documents() -> Path | None:
    """The folder of the documents: `CERTIFY_SOURCES`, or beside the repository."""
    for folder in (os.environ.get("CERTIFY_SOURCES"), ROOT.parent / "shared" / "sources"):
        if folder and Path(folder).is_dir():
            return Path(folder)
    return None


@pytest.fixture(scope="session")
def documents() -> Path:
    folder = find_documents()
    if folder is None:
        pytest.skip("the rule documents are not at hand; set CERTIFY_SOURCES to their folder")
    return folder


@pytest.fixture(params=IDS)
def jurisdiction(request) -> Jurisdiction:
    return load(request.param)
