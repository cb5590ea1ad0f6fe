"""A specification of format 1 keeps its model."""

import json
from pathlib import Path

from certify.spec.validate import load_jurisdiction
from tests.spec.plain_model import list_plain

FOLDER = Path(__file__).parent / "format_1"
MODEL = json.loads((FOLDER / "every-feature.json").read_text(encoding="utf-8"))
"""The model as 0.2.0 built it, which reads format 1."""


def test_the_model_of_format_1():
    assert list_plain(load_jurisdiction(FOLDER / "every-feature.yaml")) == MODEL
