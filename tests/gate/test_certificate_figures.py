"""What a certificate keeps of a wager: every figure exactly, words of our own by their digest."""

from __future__ import annotations

import contextlib
import hashlib
from fractions import Fraction
from types import SimpleNamespace

from certify.base import cache
from certify.base.cache import Origin, Used
from certify.gate import judgement
from certify.gate.certificates import (
    Known,
    describe_figures,
    list_adopted,
    name_readings,
    name_value,
)
from certify.odds.result import (
    AlternativeOdds,
    CapOdds,
    CountedOutcome,
    EnvyOdds,
    MeterOdds,
    PrintedFigure,
    Resting,
    Status,
    WagerOdds,
)
from certify.spec.model import Citation, Published
from certify.spec.values import Money, Other, Pay
from tests.compare.test_change_kinds import INSURANCE, OLD, read, replace

FIVE = Money(Fraction(5), "USD")
PLACE = Citation("(9)", 31, 31)


def digest(text):
    return f"other:{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def envy(others, worth, edge=None, highest=None, stake=None):
    edges = (None if item is None else Fraction(item) for item in (edge, highest))
    return EnvyOdds(others, stake, Fraction(worth), *edges)


def make_odds(**changed):
    printed = {label: Published(label, "8.00", 0, PLACE, ()) for label in ("no-envy", "envy")}
    given = {
        "wager": "bonus",
        "status": Status.EXACT,
        "missing": ("a", "b"),
        "rests_on": (
            Resting("deck.joker", "stated", "bug", "(1)"),
            Resting("bonus.foul", "silent", "other: in our words", "not said"),
        ),
        "readings": {"wheel": "lowest", "joker": Other("as it likes")},
        "paytable": "1",
        "deals": 100,
        "outcomes": (
            CountedOutcome("flush", 3, Pay(Fraction(4))),
            CountedOutcome("lost", 97, Pay(Fraction(-1))),
        ),
        "envy": (envy(1, "1/7", "1/20", "1/10", FIVE), envy(2, "2/7", "1/25", stake=FIVE)),
        "alternatives": (
            AlternativeOdds({"wheel": "high"}, Fraction(1, 2), (envy(1, 0),)),
            AlternativeOdds({"joker": Other("x")}, None),
        ),
        "published": (
            PrintedFigure(printed["no-envy"], Fraction(2, 25), ("half-up",)),
            PrintedFigure(printed["envy"], Fraction(1, 2), ()),
        ),
        "stake": FIVE,
        "cap": CapOdds(Money(Fraction(500), "USD"), (), None, None),
        "progressive": MeterOdds(None, None, *map(Fraction, (1, 1, 1234)), None),
    }
    return WagerOdds(**{**given, **changed})


def test_every_figure_is_kept_exactly():
    assert describe_figures(make_odds()) == {
        "wager": "bonus",
        "status": "exact",
        "missing": 2,
        "rests_on": {
            "deck.joker": "stated: bug",
            "bonus.foul": f"silent: {digest('in our words')}",
        },
        "readings": {"joker": digest("as it likes"), "wheel": "lowest"},
        "paytable": "1",
        "stake": "5 USD",
        "deals": 100,
        "outcomes": [["flush", 3, "4"], ["lost", 97, "-1"]],
        "house_edge": "17/20",
        "hit_rate": "3/100",
        "variance": "291/400",
        "envy": [[1, "1/7", "1/20", "1/10"], [2, "2/7", "1/25"]],
        "alternatives": [
            {"readings": {"wheel": "high"}, "house_edge": "1/2", "envy": [[1, "0"]]},
            {"readings": {"joker": digest("x")}},
        ],
        "published": [["no-envy", "8.00", "agrees"], ["envy", "8.00", "differs"]],
        "envy_stake": "5 USD",
        "cap": "500 USD",
        "break_even_meter": "1234",
    }


def test_what_there_is_not_is_not_kept():
    bare = describe_figures(make_odds(deals=0, paytable=None))
    assert list(bare) == ["wager", "status", "missing", "rests_on", "readings"]
    plain = describe_figures(
        make_odds(stake=None, envy=(), alternatives=(), published=(), cap=None, progressive=None)
    )
    assert {"stake", "envy_stake", "cap", "break_even_meter"}.isdisjoint(plain)
    assert (plain["envy"], plain["alternatives"], plain["published"]) == ([], [], [])
    assert "envy_stake" not in describe_figures(make_odds(envy=(envy(1, "1/7"),)))


def test_values_by_name():
    assert name_value(Other("in our words")) == digest("in our words")
    assert name_value(FIVE) == "5 USD"
    assert name_readings({"b": FIVE, "a": Other("x")}) == {"a": digest("x"), "b": "5 USD"}
    assert list(name_readings({"b": FIVE, "a": FIVE})) == ["a", "b"]


def test_readings_adopted_stand_with_their_scope():
    """A paytable's own beside its name; a wager's where there are several wagers."""
    table = "      - id: main\n        at: (8) L27-43\n"
    own = read(replace((table, table + "        joker: {value: wild, at: L44}\n")), "x.yaml")
    adopted = list_adopted(own)
    assert (adopted["joker"], adopted["joker@main"]) == ("bug", "wild")
    assert adopted["wheel"] == "lowest"
    assert adopted["commission"] == "1/20"
    assert list(adopted) == sorted(adopted)
    plain = list_adopted(read(OLD, "x.yaml"))
    assert "joker@main" not in plain
    assert plain["bonus-precedence@fortune-bonus"] == "paytable-order"
    alone = list_adopted(read(replace((INSURANCE, "")), "x.yaml"))
    assert alone["bonus-precedence"] == "paytable-order"
    assert not [key for key in alone if "@" in key]
    silent = replace(
        (
            "precedence: {value: paytable-order, at: (1) L5}",
            "precedence: {silent: true}",
        ),
        (
            "    name: Insurance\n",
            "    name: Insurance\n    precedence: {value: paytable-order, at: L60}\n",
        ),
    )
    found = list_adopted(read(silent, "x.yaml"))
    assert found["bonus-precedence@insurance"] == "paytable-order"
    assert "bonus-precedence@fortune-bonus" not in found


def test_a_content_is_computed_with_every_alternative_and_tells_where_its_counts_came_from(
    monkeypatch,
):
    """Odds first, the issues from them; anew from no certificate and no cache where that is asked."""
    seen = []
    item, issue = (
        SimpleNamespace(id="one"),
        SimpleNamespace(
            fingerprint="f1",
            severity=SimpleNamespace(word="error"),
            head=SimpleNamespace(code="INT001"),
        ),
    )
    used = {
        "a": Used("settings", "a", [1], Origin.CERTIFICATE),
        "b": Used("choices", "b", [2], Origin.CERTIFICATE),
        "c": Used("pairs", "c", [3], Origin.CACHE),
        "d": Used("pairs", "d", [4], Origin.COMPUTED),
    }

    @contextlib.contextmanager
    def anew():
        seen.append("anew")
        yield

    def compute(given, request):
        assert given is item
        assert cache.used == {}
        assert (request.standard_alternatives, request.progress) == (True, "progress")
        seen.append("odds")
        cache.used.update(used)
        return iter(["odds of one"])

    def examine(given, policy, *, odds, progress):
        assert (given, policy, odds, progress) == (item, "policy", ("odds of one",), "progress")
        seen.append("examined")
        return SimpleNamespace(issues=(issue,))

    def build(*given):
        return given

    def settle(given):
        assert given is item
        seen.append("settled")
        cache.used["e"] = Used("settlements", "e", {}, Origin.CERTIFICATE)
        return SimpleNamespace(describe=lambda: {"rounds": 7})

    kept = dict(cache.used)
    monkeypatch.setattr(judgement, "compute_odds", compute)
    monkeypatch.setattr(judgement, "examine", examine)
    monkeypatch.setattr(judgement, "build_content", build)
    monkeypatch.setattr(judgement, "crosscheck", settle)
    monkeypatch.setattr(judgement, "describe_question", lambda _: {"code_sha256": "c"})
    monkeypatch.setattr(cache, "compute_anew", anew)
    try:
        found = judgement.compute_content(item, "policy", "digest", anew=False, progress="progress")
        assert seen == ["odds", "examined", "settled"]
        again = judgement.compute_content(item, "policy", "digest", anew=True, progress="progress")
    finally:
        cache.used.clear()
        cache.used.update(kept)
    assert seen == ["odds", "examined", "settled", "anew", "odds", "examined", "settled"]
    known = [Known("f1", "error", "INT001")]
    given = (item, ("odds of one",), known, "digest", tuple(used.values()))
    assert found.content == (*given, {"code_sha256": "c", "rounds": 7})
    assert (found.trusted, found.stored) == (("choices", "settings"), {Origin.CACHE: 1})
    assert again.content == found.content
    assert found.settled_from is Origin.CERTIFICATE


def test_a_waiver_can_name_a_issue_or_a_finding_in_it():
    issues = [
        SimpleNamespace(
            fingerprint=name,
            findings=[SimpleNamespace(fingerprint=f"{name}-{n}") for n in (1, 2)],
        )
        for name in ("a", "b")
    ]
    titles = {"a": "title of a", "b": "title of b"}
    found = judgement.Computed(SimpleNamespace(issues=issues, titles=titles), {}, (), 0, None)
    assert found.fingerprints == {"a", "a-1", "a-2", "b", "b-1", "b-2"}
    assert found.titles == titles
