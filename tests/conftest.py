"""What the tests share: the jurisdictions, and the documents where they are at hand."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from certify.spec.model import Jurisdiction
from certify.spec.validate import load_jurisdiction

ROOT = Path(__file__).resolve().parent.parent
IDS = ("mbs", "south-dakota", "designated-player", "california-bgc", "pennsylvania")


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
