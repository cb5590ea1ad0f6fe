"""Counts that come with the package: current, plausible, sufficient, and counted again by a slow test."""

import gzip
import json

import pytest

from certify.base import cache
from certify.findings.checked import check_document
from certify.odds import identity
from certify.odds.compute import Request, compute_odds
from tests.conftest import IDS, load
from tests.findings.cases import case_of, everyone
from tests.odds.ship import count_all


def test_the_shipped_counts_are_those_of_this_code():
    """If not, `make counts` counts again; until then a fresh machine waits for minutes."""
    assert identity.identify_counting() in identity.load_shipped()


def test_the_shipped_counts_stay_small():
    assert identity.SHIPPED.stat().st_size < 300_000


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "mbs")) for name in IDS]
)
def test_a_machine_without_stored_counts_computes_none(name, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", "off")
    cache.forget_trusted()
    with cache.note_used() as used:
        compute_odds(load(name), Request(envy_variance=True, standard_alternatives=True))
        check_document(case_of(load(name), *everyone()))
    assert {item.origin for item in used.values()} <= {cache.Origin.PACKAGE}


def test_shipped_counts_of_other_code_are_not_used(tmp_path, monkeypatch):
    data = json.loads(gzip.decompress(identity.SHIPPED.read_bytes()))
    other = tmp_path / "counts.json.gz"
    monkeypatch.setattr(identity, "SHIPPED", other)
    other.write_bytes(
        gzip.compress(json.dumps([item | {"code": "0" * 64} for item in data]).encode())
    )
    assert list(identity.load_shipped.__wrapped__()) == ["0" * 64]


@pytest.mark.slow
def test_counting_again_gives_what_is_shipped():
    assert identity.write_shipped(count_all()) == identity.SHIPPED.read_bytes()
