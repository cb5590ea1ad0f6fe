"""What a certificate keeps of a wager: every figure exactly, words of our own by their digest."""

from __future__ import annotations

import contextlib
import hashlib
from fractions import Fraction
from types import SimpleNamespace

from certify.base import cache
from certify.base.cache import Origin, Used
from certify.gate import judgement
from certify.gate.certificates import Known
from certify.gate.figures import describe_figures, list_adopted, name_readings, name_value
from certify.spec.values import Money, Other
from tests.gate.test_told_changes import INSURANCE, OLD, read, replace

FIVE = Money(Fraction(5), "USD")


def digest(text):
    return f"other:{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def rest(parameter, standing, value):
    return SimpleNamespace(parameter=parameter, standing=standing, value=value)


def envy(others, worth, edge=None, highest=None, stake=None):
    return SimpleNamespace(
        other_players=others,
        per_other_player=Fraction(worth),
        house_edge=edge and Fraction(edge),
        highest_edge=highest and Fraction(highest),
        stake=stake,
    )


def make_odds(**changed):
    given = {
        "wager": "bonus",
        "status": "certified",
        "missing": ("a", "b"),
        "rests_on": (
            rest("deck.joker", "stated", "bug"),
            rest("bonus.foul", "silent", "other: in our words"),
        ),
        "readings": {"wheel": "lowest", "joker": Other("as it likes")},
        "paytable": "1",
        "has_figures": True,
        "stake": FIVE,
        "deals": 100,
        "outcomes": (
            SimpleNamespace(name="flush", deals=3, pays=Fraction(4)),
            SimpleNamespace(name="lost", deals=97, pays=Fraction(-1)),
        ),
        "net": lambda item: item.pays,
        "house_edge": Fraction(85, 100),
        "hit_rate": Fraction(3, 100),
        "variance": Fraction(7, 3),
        "envy": (envy(1, "1/7", "1/20", "1/10", FIVE), envy(2, "2/7", "1/25")),
        "alternatives": (
            SimpleNamespace(
                readings={"wheel": "high"}, house_edge=Fraction(1, 2), envy=(envy(1, 0),)
            ),
            SimpleNamespace(readings={"joker": Other("x")}, house_edge=None, envy=()),
        ),
        "published": (
            SimpleNamespace(
                published=SimpleNamespace(label="no-envy", percent="8.00"), agrees=True
            ),
            SimpleNamespace(published=SimpleNamespace(label="envy", percent="7.00"), agrees=False),
        ),
        "cap": SimpleNamespace(cap=Money(Fraction(500), "USD")),
        "progressive": SimpleNamespace(break_even=Fraction(1234)),
    }
    return SimpleNamespace(**{**given, **changed})


def test_every_figure_is_kept_exactly():
    assert describe_figures(make_odds()) == {
        "wager": "bonus",
        "status": "certified",
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
        "variance": "7/3",
        "envy": [[1, "1/7", "1/20", "1/10"], [2, "2/7", "1/25"]],
        "alternatives": [
            {"readings": {"wheel": "high"}, "house_edge": "1/2", "envy": [[1, "0"]]},
            {"readings": {"joker": digest("x")}},
        ],
        "published": [["no-envy", "8.00", "agrees"], ["envy", "7.00", "differs"]],
        "envy_stake": "5 USD",
        "cap": "500 USD",
        "break_even_meter": "1234",
    }


def test_what_there_is_not_is_not_kept():
    bare = describe_figures(make_odds(has_figures=False, paytable=None))
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
    """Odds first, the matters from them; anew from no certificate and no cache where that is asked."""
    seen = []
    item, matter = (
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
        return SimpleNamespace(matters=(matter,))

    def build(*given):
        return given

    def deal(given, odds, progress):
        assert (given, odds, progress) == (item, ("odds of one",), "progress")
        seen.append("dealt")
        cache.used["e"] = Used("simulation", "e", [5], Origin.CERTIFICATE)
        return SimpleNamespace(describe=lambda: "rounds")

    kept = dict(cache.used)
    monkeypatch.setattr(judgement, "compute_odds", compute)
    monkeypatch.setattr(judgement, "examine", examine)
    monkeypatch.setattr(judgement, "build_content", build)
    monkeypatch.setattr(judgement, "deal_every_paytable", deal)
    monkeypatch.setattr(cache, "compute_anew", anew)
    try:
        found = judgement.compute_content(item, "policy", "digest", anew=False, progress="progress")
        assert seen == ["odds", "examined", "dealt"]
        bare = judgement.compute_content(
            item, "policy", "digest", anew=True, deal=False, progress="progress"
        )
    finally:
        cache.used.clear()
        cache.used.update(kept)
    assert seen == ["odds", "examined", "dealt", "anew", "odds", "examined"]
    known = [Known("f1", "error", "INT001")]
    given = (item, ("odds of one",), known, "digest", tuple(used.values()))
    assert found.content == (*given, "rounds")
    assert (found.trusted, found.stored) == (("choices", "settings"), {Origin.CACHE: 1})
    assert (bare.content, bare.dealt) == ((*given, None), None)
    assert found.dealt is Origin.CERTIFICATE


def test_a_waiver_can_name_a_matter_or_a_finding_in_it():
    matters = [
        SimpleNamespace(
            fingerprint=name,
            title=f"title of {name}",
            question="",
            findings=[SimpleNamespace(fingerprint=f"{name}-{n}") for n in (1, 2)],
        )
        for name in ("a", "b")
    ]
    found = judgement.Computed(SimpleNamespace(matters=matters), {}, (), 0)
    assert found.fingerprints == {"a", "a-1", "a-2", "b", "b-1", "b-2"}
    assert found.titles == {"a": "title of a", "b": "title of b"}
