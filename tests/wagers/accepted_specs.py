"""The made-up files in `tests/specs/accept`, and their odds, loaded once for all tests."""

from functools import cache
from pathlib import Path

from certify.odds.compute import Request, compute_odds
from certify.spec.validate import load_jurisdiction

FOLDER = Path(__file__).resolve().parent.parent / "specs" / "accept"
FILES = (
    "no-pair-bonus",
    "dragon",
    "bankers-bonus",
    "commission-free",
    "ace-king-match",
    "progressive",
    "fifty-two-cards",
    "two-paytables",
    "ranks-and-colours",
    "as-set",
    "colours-and-results",
    "both-hands",
    "shared-envy",
    "any-envy",
    "limits",
    "three-documents",
)
LONG = frozenset(
    {
        ("ace-king-match", "match"),
        ("any-envy", "aces"),
        ("any-envy", "match"),
        ("any-envy", "red"),
        ("any-envy", "three"),
        ("as-set", "fronts"),
        ("as-set", "backs"),
        ("bankers-bonus", "together"),
        ("bankers-bonus", "beside"),
        ("both-hands", "nines"),
        ("both-hands", "jokers"),
        ("colours-and-results", "red"),
        ("colours-and-results", "natural"),
        ("colours-and-results", "five-cards"),
        ("colours-and-results", "results"),
        ("dragon", "dragon"),
        ("fifty-two-cards", "nothing"),
        ("limits", "bonus"),
        ("ranks-and-colours", "ranks"),
        ("ranks-and-colours", "colours"),
        ("ranks-and-colours", "three-cards"),
    }
)
"""Wagers whose first count takes long: pairs of hands, and what patterns do not tell."""


@cache
def load(name):
    """One of the files."""
    return load_jurisdiction(FOLDER / f"{name}.yaml")


@cache
def odds_of(name, wager, paytable=None):
    """The odds of one wager, as `certify odds` has them."""
    return compute_odds(load(name), Request(wagers=(wager,), paytable=paytable))[0]


def find_wager(name, wager):
    """A wager of the plain form."""
    return next(item for item in load(name).source.data["wagers"] if item["id"] == wager)


def list_wagers():
    """Every wager that is a list of lines, by file and id."""
    return [(name, wager.id) for name in FILES for wager in load(name).wagers]
