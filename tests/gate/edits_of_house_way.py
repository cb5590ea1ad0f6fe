"""Single edits of a house way, and of the cache that keeps what was counted of it: what takes long.

The file is that of mbs with its certificate. Its figures are not counted again for each edit, only the
standard wager; what the gate says is told from digests (`--stale`), as it says it first in every run.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from certify.findings.policy import load_policy
from certify.gate.changes import list_changes
from certify.gate.prices import Priced, Pricer
from certify.spec.validate import load_jurisdiction
from tests.conftest import ROOT
from tests.gate.edits_of_rules import CHANGED, Edit, put

GROUP = "house-way rules"
RULES = ROOT / "jurisdictions"
KING = "when: {shape: two-pair, pairs: [2-6, 2-6], highest_single: K+}\n"
EXCEPTION = """\
    - rule: two low pairs, king or better to play low
      part: "2"
      exception_to: two low pairs
      when: {shape: two-pair, pairs: [2-6, 2-6], highest_single: K+}
      low: two-highest-singles
      at: {clause: Appendix A 2, lines: 730-748}
      examples:
        - cards: "4c 4h 2s 2h Kc Qd 7s"
          low: "Kc Qd"
          high: "4c 4h 2s 2h 7s"
          at: {clause: Appendix A 2, lines: 733-748}
"""
PLAIN = """\
    - rule: two low pairs
      part: "2"
      when: {shape: two-pair, pairs: [2-6, 2-6]}
      low: lower-pair
      at: {clause: Appendix A 2, lines: 730-748}
"""
HIGH = "when: {shape: two-pair, pairs: [J-A, J-A]}\n      low: lower-pair\n"
UNEXPRESSED = """\
house_way:
  unexpressed:
    - rule: three pairs with an ace and a king
      at: {clause: Appendix A 3, lines: 850}
      because: nothing here says it
"""


def _move(name: str, old: str, new: str, prices: str) -> Edit:
    return Edit(GROUP, name, put(old, new, name="mbs.yaml"), CHANGED, prices, moves=True)


def _word(name: str, old: str, new: str, prices: str) -> Edit:
    return Edit(GROUP, name, put(old, new, name="mbs.yaml"), CHANGED, prices)


HOUSE_WAY = (
    _word("a clause", PLAIN, PLAIN.replace("730-748", "730-749"), "no money"),
    _word(
        "a worked example",
        '          low: "Kc Qd"\n          high: "4c 4h 2s 2h 7s"\n',
        '          low: "Kc Qd"\n          high: "2s 2h 4c 4h 7s"\n',
        "no money",
    ),
    _word("part of the document", PLAIN, PLAIN.replace('"2"', '"3"'), "no money"),
    _move(
        "a rank moved",
        f"{KING}      low: two-h",
        f"{KING.replace('K+', 'A')}      low: two-h",
        "standard",
    ),
    _move("the low hand of a rule", HIGH, HIGH.replace("lower", "higher"), "standard"),
    _move("an exception taken out", EXCEPTION, "", "standard"),
    _move("an exception put behind", EXCEPTION + PLAIN, PLAIN + EXCEPTION, "standard"),
    _word(
        "a rule that is not expressed",
        "house_way:\n  # questions",
        f"{UNEXPRESSED}  # questions",
        "",
    ),
)


def plant_mbs(tree: Path) -> Path:
    """The file of mbs alone, with certificate and policy."""
    folder = tree / "jurisdictions"
    shutil.copytree(RULES / "policy", folder / "policy")
    for name in ("mbs.yaml", "mbs.certificate.json"):
        shutil.copy(RULES / name, folder)
    return tree


def price(tree: Path) -> list[Priced]:
    """What diff prices of the standard wager; each edit is one change."""
    old, new = (
        load_jurisdiction(folder / "mbs.yaml") for folder in (RULES, tree / "jurisdictions")
    )
    pricer = Pricer(old, new, load_policy(RULES / "policy" / "limits.yaml"))
    places = [place for place in pricer.places if place.wager == "standard"]
    pricer.places = tuple(places)
    before = pricer.measure(old, places)
    return [pricer.price(change, before) for change in list_changes(old, new)]
