"""What the tests share: the jurisdictions, and the documents where they are at hand."""

from __future__ import annotations

import gc
import os
import pickle
from functools import cache, lru_cache
from pathlib import Path

import pytest

from certify.base import load as loading
from certify.base import progress, tables
from certify.spec.model import Jurisdiction
from certify.spec.validate import load_jurisdiction

ROOT = Path(__file__).resolve().parent.parent
os.environ.pop("COLUMNS", None)  # which pytest-xdist sets
progress.FIRST_BEAT = 3600  # tests compare standard error, and a slow machine adds no line to it
tables.WIDTH = 10_000  # lines are whole, but where a test says how wide the page is
IDS = ("mbs", "south-dakota", "designated-player", "california-bgc", "pennsylvania")
gc.set_threshold(
    100_000, 50, 50
)  # what is loaded stays: looking through it took a tenth of the time


def pytest_collection_finish() -> None:
    """From here on, nothing that the collection loaded is looked through again."""
    gc.collect()
    gc.freeze()


_read_yaml = loading._Reader.read


@lru_cache(maxsize=256)
def _parse(text: str, name: str) -> bytes:
    reader = loading._Reader(name)
    data = _read_yaml(reader, text)
    return pickle.dumps((data, reader.values, reader.keys, reader.ends), -1)


def _read_again(reader: loading._Reader, text: str) -> object:
    """A text that a thousand commands read is parsed once; each gets data of its own."""
    found = pickle.loads(_parse(text, reader.name))
    data, reader.values, reader.keys, reader.ends = found
    return data


loading._Reader.read = _read_again  # type: ignore[method-assign]


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
