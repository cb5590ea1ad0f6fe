"""Wagers and rounds that are made up: what a file may say is settled, and every settlement sums to zero."""

from __future__ import annotations

import copy
from fractions import Fraction

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_bytes
from certify.engine.admission import compile_for_round
from certify.engine.round import parse_round
from certify.engine.settle import settle_round
from certify.engine.settlement import format_settlement
from certify.game.vocabulary import HAND_CLASSES
from certify.spec.validate import read_jurisdiction
from tests.fuzz.kinds import deal_round, list_corpus
from tests.fuzz.trees import write_yaml

BASE = "commission-free"
"""A small file by which every plain round can be settled."""
PAYS = st.one_of(st.integers(1, 10_000), st.sampled_from(["pushes", "1/2", "3/2"]))


@st.composite
def lines(draw):
    """Lines of a wager on the player's hand: classes, and bare hands by their highest card."""
    classes = draw(
        st.lists(st.sampled_from(sorted(HAND_CLASSES)), min_size=1, max_size=5, unique=True)
    )
    made = [{"hand": name, "pays": draw(PAYS), "at": "L20"} for name in classes]
    for line in made:
        if line["hand"] == "high-card":
            line["highest"] = draw(st.sampled_from([9, 10, "J", "Q", "K", "A"]))
    return made


@st.composite
def files(draw):
    """The small file with a wager beside it that is made up."""
    data = copy.deepcopy(load_bytes(list_corpus()[BASE], f"{BASE}.yaml").data)
    said = {
        "offer": "optional",
        "hand_considered": "best-of-seven",
        "not_qualifying": "loses",
        "bank_condition": "none",
        "lines_paid": "one-line",
        "precedence": "paytable-order",
        "foul": draw(st.sampled_from(["loses", "unaffected"])),
    }
    at = "(9) L20"
    data["wagers"] = [
        {
            "id": "made-up",
            "name": "Made up",
            "looks_at": "player",
            "at": at,
            "all": {"silent": True},
        }
        | {name: {"value": value, "at": at} for name, value in said.items()}
        | {"lines": draw(lines())}
    ]
    return write_yaml(data).encode()


def settle_or_refuse(item, dice):
    """A settlement as plain data; None where the document leaves the round open."""
    try:
        data = deal_round(item, dice) | {"events": []}
        data["bank"] = {"cards": data["bank"]["cards"]}
        round_ = parse_round(data)
        return format_settlement(settle_round(compile_for_round(item, round_), round_))
    except CertifyError:
        return None


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(content=files(), dice=st.randoms(use_true_random=False))
def test_made_up_wagers_settle_to_zero(content, dice):
    try:
        item = read_jurisdiction(load_bytes(content, f"{BASE}.yaml"))
    except InvalidSpec:
        assume(False)
    found = settle_or_refuse(item, dice)
    if found is None:
        return
    nets = [Fraction(seat["net"]) for seat in found["seats"]]
    for seat, net in zip(found["seats"], nets, strict=True):
        assert sum(Fraction(line["amount"]) for line in seat["lines"]) == net
    assert sum(nets) + Fraction(found["commission"]) + Fraction(found["bank"]["net"]) == 0


def test_made_up_wagers_are_valid_and_settled():
    """Else the property above would hold of nothing."""
    reached = []

    @settings(max_examples=15, deadline=None, database=None, derandomize=True)
    @given(content=files(), dice=st.randoms(use_true_random=False))
    def look(content, dice):
        try:
            item = read_jurisdiction(load_bytes(content, f"{BASE}.yaml"))
        except InvalidSpec:
            return
        found = settle_or_refuse(item, dice)
        reached.extend(
            line["wager"] for seat in (found or {"seats": ()})["seats"] for line in seat["lines"]
        )

    look()
    assert reached.count("made-up") >= 5
