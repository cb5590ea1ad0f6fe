"""Single edits of a house way, and of the cache that keeps what was counted of it: what takes long.

The file is that of mbs with its certificate. Its figures are not counted again for each edit, only the
standard wager; what the gate says is told from digests (`--stale`), as it says it first in every run.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from certify.compare.differences import Difference, list_differences
from certify.compare.effects import Pricer
from certify.findings.policy import load_policy
from certify.spec.validate import load_jurisdiction
from tests.conftest import ROOT
from tests.gate.edits_of_rules import CHANGED, REFUSED, Edit, put

GROUP = "house-way rules"
RULES = ROOT / "jurisdictions"
KING = "when: {shape: two-pair, pairs: [2-6, 2-6], highest_single: K+}\n"
EXCEPTION = """\
    - rule: full house with deuces, ace and king
      part: "6"
      exception_to: full house
      when: {shape: full-house, pair: "2", singles: [A, K]}
      low: two-highest-singles
      at: Appendix A 6 L1180-1193
      examples:
        - cards: "Qc Qh Qs 2h 2c Ad Ks"
          low: "Ad Ks"
          high: "Qc Qh Qs 2h 2c"
          at: Appendix A 6 L1185-1193
"""
KING_RULE = """\
    - rule: two low pairs, king or better to play low
      part: "2"
      exception_to: two low pairs
      when: {shape: two-pair, pairs: [2-6, 2-6], highest_single: K+}
      low: two-highest-singles
      at: Appendix A 2 L730-748
      examples:
        - cards: "4c 4h 2s 2h Kc Qd 7s"
          low: "Kc Qd"
          high: "4c 4h 2s 2h 7s"
          at: Appendix A 2 L733-748
"""
PLAIN = """\
    - rule: two low pairs
      part: "2"
      when: {shape: two-pair, pairs: [2-6, 2-6]}
      low: lower-pair
      at: Appendix A 2 L730-748
"""
HIGH = "when: {shape: two-pair, pairs: [J-A, J-A]}\n      low: lower-pair\n"
UNEXPRESSED = """\
house_way:
  unexpressed:
    - rule: three pairs with an ace and a king
      at: Appendix A 3 L850
      because: nothing here says it
"""


def _move(name: str, old: str, new: str, prices: str) -> Edit:
    return Edit(GROUP, name, put(old, new, name="mbs.yaml"), CHANGED, prices, moves=True)


def _word(name: str, old: str, new: str, prices: str) -> Edit:
    return Edit(GROUP, name, put(old, new, name="mbs.yaml"), CHANGED, prices)


def _refuse(name: str, old: str, new: str, says: str) -> Edit:
    return Edit(GROUP, name, put(old, new, name="mbs.yaml"), says, REFUSED)


HOUSE_WAY = (
    _word("a clause", PLAIN, PLAIN.replace("730-748", "730-749"), "no effect on money"),
    _word(
        "a worked example",
        '          low: "Kc Qd"\n          high: "4c 4h 2s 2h 7s"\n',
        '          low: "Kc Qd"\n          high: "2s 2h 4c 4h 7s"\n',
        "no effect on money",
    ),
    _word("part of the document", PLAIN, PLAIN.replace('"2"', '"3"'), "no effect on money"),
    _move(
        "a rank moved",
        f"{KING}      low: two-h",
        f"{KING.replace('K+', 'A')}      low: two-h",
        "standard",
    ),
    _move(
        "the low hand of a rule",
        HIGH,
        HIGH.replace("lower-pair", "two-highest-singles"),
        "standard",
    ),
    _move("an exception taken out", EXCEPTION, "", "standard"),
    _refuse(
        "an exception that another names taken out",
        KING_RULE,
        "",
        "unknown rule 'two low pairs, king or better to play low'",
    ),
    _refuse("an exception put behind", KING_RULE + PLAIN, PLAIN + KING_RULE, "never matches"),
    _refuse(
        "a low hand that is none", HIGH, HIGH.replace("lower", "higher"), "low is 'higher-pair'"
    ),
    _word(
        "a rule that is not expressed",
        "house_way:\n  # points",
        f"{UNEXPRESSED}  # points",
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


def price(tree: Path) -> list[Difference]:
    """What diff prices of the standard wager; each edit is one change."""
    old, new = (
        load_jurisdiction(folder / "mbs.yaml") for folder in (RULES, tree / "jurisdictions")
    )
    changes = list_differences(old, new)
    pricer = Pricer(old, new, load_policy(RULES / "policy" / "limits.yaml"))
    keys = [key for key in pricer.keys if key.wager == "standard"]
    pricer.keys = tuple(keys)
    before = pricer.measure(old, keys)
    return [pricer.price(change, before) for change in changes]
