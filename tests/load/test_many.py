"""Much at once: nothing is kept that is not needed any more, and nothing is mixed up."""

from __future__ import annotations

import gc
import itertools
import random
import sys

import pytest

from certify.engine.admission import compile_for_round
from certify.engine.round import parse_round
from certify.engine.settle import settle_round
from certify.engine.settlement import format_settlement
from certify.filing.report import Identity, build_report
from certify.game import holdings, views
from certify.game.house_way import shapes
from certify.spec.validate import load_jurisdiction
from tests.conftest import load
from tests.filing.conftest import examine_lightly
from tests.fuzz.kinds import deal_round
from tests.gate.accepted_folder import build_spec

BOUNDED = (views._look, holdings._list_classes)
_FIRST = 40
"""Rounds until everything that is made once has been made."""
_GROWTH = 1500
"""Blocks that may be more after any number of rounds: five a round in the short form."""


def settle_many(name, number, seed):
    """Settle rounds by chance, most of them with wagers and cards of their own; how many were settled."""
    item, dice, settled = load(name), random.Random(seed), 0
    while settled < number:
        data = deal_round(item, dice) | {"events": []}
        for player in data["players"]:
            player.pop("low", None)
        data["bank"] = {"cards": data["bank"]["cards"]}
        data["paytable"] = item.wagers[0].paytables[0].id
        round_ = parse_round(data)
        assert format_settlement(settle_round(compile_for_round(item, round_), round_))["seats"]
        settled += 1


def measure():
    """Blocks of memory that this process holds, without what its bounded stores hold."""
    for store in BOUNDED:
        assert store.cache_info().maxsize, "a store without a bound grows with every round"
        assert store.cache_info().currsize <= store.cache_info().maxsize
        store.cache_clear()
    shapes._holds_straight.cache_clear()  # bounded by the sets of ranks that there are
    gc.collect()
    return sys.getallocatedblocks()


def check_growth(number):
    """What is held beyond the views of the last hands, which are kept up to a number and no more."""
    settle_many("mbs", _FIRST, 1)
    before = measure()
    settle_many("mbs", number, 2)
    after = measure()
    assert after - before < _GROWTH, f"{after - before:,} blocks more after {number:,} rounds"


@pytest.mark.slow
def test_rounds_leave_nothing_behind():
    check_growth(2_000)  # a block kept of each would be noticed


def plant_copies(folder, number):
    """Files that differ in their names and in one pay each: a mix-up would show."""
    paths = []
    for place in range(number):
        name = f"copy-{place}"
        text = build_spec(name)
        old = "pays: 100, envy: 25 USD"
        assert text.count(old) == 1
        path = folder / f"{name}.yaml"
        path.write_text(text.replace(old, f"pays: {100 + place}, envy: 25 USD"), encoding="utf-8")
        paths.append(path)
    return [load_jurisdiction(path) for path in paths]


def find_edge(examination):
    (edge,) = [
        sheet.odds.house_edge for sheet in examination.sheets if sheet.odds.wager == "fortune-bonus"
    ]
    return edge


def test_reports_of_five_files_keep_apart(tmp_path):
    everyone = tuple(plant_copies(tmp_path, 5))
    edges = []
    for item in everyone:
        examination = examine_lightly(item, everyone)
        identity = Identity(item.name, "edition 1", item.date, item.source.sha256, "", "")
        report = build_report(examination, identity)
        assert report.examination.jurisdiction.id == item.id
        edges.append(find_edge(examination))
    steps = {before - after for before, after in itertools.pairwise(edges)}
    assert len(steps) == 1, "each pays one more on the same line"
    assert steps.pop() > 0


@pytest.mark.slow
def test_filings_of_sixteen_files_at_once(tmp_path):
    from certify.filing.build import FilingOrder, file_all
    from certify.filing.verification.verify import Wish, verify_file

    everyone = tuple(plant_copies(tmp_path, 16))
    filed = file_all(everyone, everyone, FilingOrder(tmp_path / "filings"))
    assert len(filed) == 17
    assert sorted(path.name for path in (tmp_path / "filings").iterdir()) == sorted(
        item.path.name for item in filed
    )
    for item in filed:
        assert verify_file(item.path, Wish(quick=True)).exit_code == 0
