"""Two editions compared as a whole: issues, statuses, moves, and what each change alone is worth."""

from __future__ import annotations

import copy
import dataclasses
from fractions import Fraction
from types import SimpleNamespace

import pytest

from certify.base.errors import CertifyError
from certify.compare import effects
from certify.compare.differences import Difference, Sort
from certify.compare.effects import Pricer
from certify.compare.figures import Figure, FigureKey
from certify.compare.revisions import IssueChange, StatusChange
from certify.findings.policy import load_policy
from certify.gate import difference
from certify.gate.difference import (
    Examined,
    Side,
    compare_certificates,
    compare_editions,
    compare_sides,
    examine,
    find_policy,
    find_side,
    find_sides,
)
from certify.render.changes import describe_certificate_differences
from certify.spec.values import Money
from tests.compare.changes import name_changes
from tests.compare.test_change_kinds import INSURANCE, OLD, ROYAL, read
from tests.conftest import ROOT
from tests.edits import edit, put
from tests.gate.accepted_folder import build_spec, plant
from tests.gate.certificate_content import CONTENT

ONE = build_spec("one")
OLD_WITHOUT_INSURANCE = OLD.replace(INSURANCE, "")
FIVE, MOST = (Money(Fraction(amount), "USD") for amount in (5, 100))


def find_issue(fingerprint, severity="error", code="INT001"):
    return SimpleNamespace(
        fingerprint=fingerprint,
        severity=SimpleNamespace(word=severity),
        head=SimpleNamespace(code=code, path="one.yaml", line=7),
        findings=[],
    )


def find_odds(wager, status="certified", paytable=None):
    return SimpleNamespace(wager=wager, paytable=paytable, status=status)


def look(text=ONE, issues=(), odds=(), verdict="certified", name="one.yaml"):
    titles = {item.fingerprint: f"title of {item.fingerprint}" for item in issues}
    return Examined(read(text, name), tuple(odds), tuple(issues), verdict, titles)


@pytest.fixture(scope="module")
def policy():
    return load_policy()


def test_issues_that_are_new_gone_and_of_another_weight(policy):
    old = look(
        issues=[find_issue("f1"), find_issue("f2", "note"), find_issue("f3", "warning")],
        verdict="good",
    )
    new = look(
        issues=[
            find_issue("f2", "error"),
            find_issue("f3", "warning"),
            find_issue("f4", "note", "GAP002"),
        ],
        name="new.yaml",
        verdict="bad",
    )
    found = compare_editions(old, new, policy)
    assert found.jurisdiction == "one"
    assert found.before == "one.yaml (revision 1 of 2030-01-31)"
    assert found.after == "new.yaml (revision 1 of 2030-01-31)"
    assert (found.verdict_before, found.verdict_after) == ("good", "bad")
    assert found.new == (IssueChange("note", "GAP002", "title of f4", "f4", "one.yaml:7"),)
    assert found.gone == (IssueChange("error", "INT001", "title of f1", "f1", "one.yaml:7"),)
    assert found.changed == (
        IssueChange("error", "INT001", "title of f2", "f2", "one.yaml:7", "note"),
    )
    assert (found.moves, found.changes, found.statuses, found.unmoved) == ((), (), (), 0)


def test_an_edition_that_comes_or_goes(policy):
    edition = look(
        issues=[find_issue("f1")], odds=[find_odds("standard"), find_odds("b", "x", "1")]
    )
    come, gone = compare_editions(None, edition, policy), compare_editions(edition, None, policy)
    name = "one.yaml (revision 1 of 2030-01-31)"
    assert (come.jurisdiction, gone.jurisdiction) == ("one", "one")
    assert (come.before, come.after) == ("(absent)", name)
    assert (gone.before, gone.after) == (name, "(absent)")
    assert (come.verdict_before, come.verdict_after) == ("(absent)", "certified")
    assert (gone.verdict_before, gone.verdict_after) == ("certified", "(absent)")
    assert [item.fingerprint for item in come.new] == ["f1"]
    assert [item.fingerprint for item in gone.gone] == ["f1"]
    assert come.gone == gone.new == come.changed == ()
    assert come.statuses == (
        StatusChange("standard", "(absent)", "certified"),
        StatusChange("b paytable 1", "(absent)", "x"),
    )
    assert gone.statuses[1] == StatusChange("b paytable 1", "x", "(absent)")
    assert come.changes == gone.changes == ()
    with pytest.raises(AssertionError, match="one of the two revisions"):
        compare_editions(None, None, policy)


def test_statuses_that_are_others(policy):
    old = look(odds=[find_odds("a"), find_odds("b", "exact", "1"), find_odds("c")])
    new = look(odds=[find_odds("a"), find_odds("b", "deferred", "1"), find_odds("d")])
    assert compare_editions(old, new, policy).statuses == (
        StatusChange("b paytable 1", "exact", "deferred"),
        StatusChange("c", "certified", "(absent)"),
        StatusChange("d", "(absent)", "certified"),
    )


def test_words_alone_count_nothing(policy, monkeypatch):
    monkeypatch.setattr(Pricer, "measure", None)
    new = look(ONE.replace("name: Example\n", "name: Another\n"))
    found = compare_editions(look(), new, policy)
    assert [(name_changes(found), item.effects) for item in found.changes] == [(["name"], ())]
    assert (found.moves, found.unmoved) == ((), 0)


def test_two_pays_are_priced_alone_and_together(policy):
    """Each is as many points as its hands are of all deals: the royal flush, counted on its own."""
    other = ONE.replace(ROYAL, ROYAL.replace("pays: 100", "pays: 90")).replace(
        "highest: Q, pays: 50", "highest: Q, pays: 40"
    )
    found = compare_editions(look(), look(other, name="new.yaml"), policy)
    assert {move.key.name for move in found.moves} == {"fortune-bonus paytable main", "insurance"}
    assert found.unmoved == 1
    royal, insured = found.changes
    assert name_changes(found)[0] == "fortune-bonus paytable main: royal-flush: pays"
    assert {item.key.wager for item in royal.effects} == {"fortune-bonus"}
    assert {item.key.wager for item in insured.effects} == {"insurance"}
    assert royal.sort is Sort.MONEY
    for move in found.moves:
        (alone,) = [
            item for priced in found.changes for item in priced.effects if item.key == move.key
        ]
        assert alone.edge == move.edge > 0
    (line,) = [item for item in royal.effects if item.key.stake == FIVE]
    first, second = (compute(text, "fortune-bonus", "main") for text in (ONE, other))
    assert line.edge == second - first


def test_two_changes_of_one_wager_are_each_counted_on_the_old_file(policy):
    """Pays add up: what each is worth alone sums to what both are worth, and neither is all of it."""
    royal = ONE.replace(ROYAL, ROYAL.replace("pays: 100", "pays: 90"))
    four = "hand: four-of-a-kind, printed: 4 of a Kind, pays: 20"
    assert royal.count(four) == 1
    both = royal.replace(four, four.replace("20", "15"))
    found = compare_editions(look(), look(both, name="new.yaml"), policy, FIVE)
    (move,) = found.moves
    alone = {item.address[5]: item.effects[0].edge for item in found.changes}
    old, middle, new = (compute(text, "fortune-bonus", "main") for text in (ONE, royal, both))
    assert alone == {"royal-flush": middle - old, "four-of-a-kind": new - middle}
    assert move.edge == new - old


def compute(text, wager, paytable):
    """The edge by outcomes: what each pays times how often it comes."""
    from certify.odds.compute import Request, compute_odds

    (odds,) = compute_odds(read(text, "one.yaml"), Request((wager,), paytable))
    return -sum(Fraction(odds.net(item)) * item.deals for item in odds.outcomes) / odds.deals


def test_places_are_at_the_least_and_the_highest_stakes_of_both_files(policy):
    old = read(ONE, "old.yaml")
    least, most = policy.least_stake("fortune-bonus"), policy.most_stake("fortune-bonus")
    pricer = Pricer(old, old, policy)
    assert pricer.keys[0] == FigureKey("standard", "", Money(policy.least_stake("standard"), "USD"))
    stakes = [place.stake for place in pricer.keys if place.wager == "fortune-bonus"]
    assert stakes == sorted(stakes)
    assert Money(most, "USD") in stakes
    assert FIVE in stakes  # from which envy is paid
    assert least == 5 or Money(least, "USD") not in stakes
    asked = Pricer(old, old, policy, MOST)
    assert {place.stake for place in asked.keys} == {MOST}
    assert {place.name for place in asked.keys} == {
        "standard",
        "fortune-bonus paytable main",
        "insurance",
    }
    with pytest.raises(CertifyError) as caught:
        Pricer(old, old, policy, Money(Fraction(5), "EUR"))
    assert str(caught.value) == "the wager amount 5 EUR is not in USD"
    euros = read(ONE.replace("USD", "EUR"), "new.yaml")
    mixed = Pricer(old, euros, policy)
    assert mixed.keys[0].stake is None
    assert {place.stake.currency for place in mixed.keys[1:]} == {"USD", "EUR"}


def accept(name):
    text = (ROOT / "tests" / "specs" / "accept" / f"{name}.yaml").read_text(encoding="utf-8")
    return read(text, f"{name}.yaml")


def say(value):
    return {"value": value, "at": {"clause": "test", "lines": 1}}


def test_the_least_stake_is_that_from_which_a_paytable_pays_envy(policy):
    tables = accept("two-paytables")
    bare = read(OLD_WITHOUT_INSURANCE, "old.yaml")
    assert (policy.least_stake("bonus"), policy.most_stake("bonus")) == (1, 100)

    def list_stakes(old, new, wager, paytable=""):
        return [
            int(place.stake.amount)
            for place in Pricer(old, new, policy).keys
            if (place.wager, place.paytable) == (wager, paytable)
        ]

    assert list_stakes(tables, tables, "bonus", "A") == [5, 100]
    assert list_stakes(tables, tables, "bonus", "B") == [5, 100]
    assert list_stakes(bare, read(OLD, "new.yaml"), "insurance") == [1, 100]
    assert list_stakes(read(OLD, "new.yaml"), bare, "insurance") == [1, 100]
    assert list_stakes(bare, bare, "insurance") == []
    own = edit(tables, put("wagers", 0, "paytables", 1, "minimum_stake", value=say("25 USD")))
    assert list_stakes(own, own, "bonus", "A") == [5, 100]
    assert list_stakes(own, own, "bonus", "B") == [25, 100]
    unnamed = accept("shared-envy")
    assert list_stakes(unnamed, unnamed, "bonus") == [10, 100]


def test_a_move_at_the_highest_stake_stands_where_no_lower_one_shows_it(policy):
    old = read(ONE, "old.yaml")
    pricer = Pricer(old, old, policy)
    low, high = FigureKey("fortune-bonus", "main", FIVE), FigureKey("fortune-bonus", "main", MOST)
    first, second = Figure(Fraction(1, 20)), Figure(Fraction(1, 10))

    def list_places(before, after, given=pricer):
        both = [dict(zip((low, high), figures, strict=True)) for figures in (before, after)]
        return [item.key for item in given.list_changes([low, high], *both)]

    assert list_places((first, first), (second, second)) == [low]
    assert list_places((first, first), (first, second)) == [high]
    assert list_places((first, first), (second, first)) == [low]
    assert list_places((first, first), (first, first)) == []
    asked = Pricer(old, old, policy, MOST)
    assert list_places((first, first), (second, second), asked) == [low, high]


def test_a_change_is_counted_alone_wherever_it_can_move_money(policy, monkeypatch):
    old = read(ONE, "old.yaml")
    pricer = Pricer(old, old, policy, FIVE)
    bonus, insured, standard = (
        FigureKey("fortune-bonus", "main", FIVE),
        FigureKey("insurance", "", FIVE),
        FigureKey("standard", "", FIVE),
    )
    assert set(pricer.keys) == {bonus, insured, standard}
    edge, other, lost = Figure(Fraction(1, 20)), Figure(Fraction(1, 10)), Figure(why_not="no stake")
    before = {bonus: edge, insured: edge, standard: lost}
    counted = []

    monkeypatch.setattr(effects, "make", lambda item, _difference, _new: ("changed", item))

    def price(sort, wagers, after):
        def measure(item, places):
            assert item == ("changed", old)
            counted.append(set(places))
            return {place: after.get(place, before[place]) for place in places}

        counted.clear()
        monkeypatch.setattr(pricer, "measure", measure)
        difference = Difference(
            address=("name",), old="a", new="b", file="f", line=1, sort=sort, wagers=wagers
        )
        found = pricer.price(difference, before)
        return [item.key for item in found.effects], found.not_calculated, found.uncounted

    nothing = ([], "", ())
    assert price(Sort.WORDS, None, {bonus: other}) == nothing
    assert price(Sort.MONEY, ("lucky",), {bonus: other}) == nothing
    assert counted == []
    assert price(Sort.MONEY, ("fortune-bonus",), {bonus: other}) == ([bonus], "", ())
    assert counted == [{bonus}]
    assert price(Sort.MONEY, None, {bonus: other}) == ([bonus], "", ("standard",))
    assert counted == [{bonus, insured, standard}]
    assert price(Sort.ROUND, None, {bonus: other}) == ([bonus], "", ())
    assert counted == [{bonus, insured}]
    failed = price(Sort.MONEY, None, {bonus: lost, insured: lost, standard: edge})
    assert failed == ([standard, bonus, insured], "no stake", ())
    gained = price(Sort.MONEY, ("standard",), {standard: Figure(why_not="another reason")})
    assert gained == ([standard], "", ("standard",))


def test_what_cannot_be_counted_says_why(policy):
    old = read(ONE, "old.yaml")
    pricer = Pricer(old, old, policy)
    euro = Money(Fraction(5), "EUR")
    nothing, foreign, nowhere = (
        FigureKey("lucky"),
        FigureKey("fortune-bonus", "main", euro),
        FigureKey("fortune-bonus", "other", FIVE),
    )
    found = pricer.measure(old, [nothing, foreign, nowhere])
    assert found[nothing] == Figure(why_not="no such wager")
    assert found[foreign] == Figure(why_not="5 EUR is not in USD")
    assert found[nowhere].edge is None
    assert "other" in found[nowhere].why_not
    assert pricer.measure(old, [FigureKey("standard")])[FigureKey("standard")].edge is None


def test_the_standard_wager_is_counted_at_its_stake_as_the_odds_count_it(policy, monkeypatch):
    asked = []

    def count(rulebook, stake, progress):
        asked.append((rulebook.jurisdiction, stake, progress))
        return SimpleNamespace(house_edge=Fraction(1, 40))

    monkeypatch.setattr(effects, "count_standard", count)
    old = read(ONE, "old.yaml")
    place = FigureKey("standard", "", FIVE)
    found = Pricer(old, old, policy, progress="progress").measure(old, [place])
    assert found == {place: Figure(Fraction(1, 40))}
    assert asked == [("one", FIVE, "progress")]


def test_examined_on_its_own_or_with_odds_that_are_known(policy):
    item = read(ONE, "one.yaml")
    found = examine(item, policy)
    assert found.jurisdiction is item
    assert {odds.wager for odds in found.odds} == {"standard", "fortune-bonus", "insurance"}
    assert found.issues
    again = examine(item, policy, odds=found.odds)
    assert again.odds is found.odds
    assert (again.issues, again.verdict) == (found.issues, found.verdict)


# --- certificates


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({}, []),
        ({"readings": {"wheel": "high"}}, ["1 reading "]),
        ({"readings": {"wheel": "high", "joker": "bug"}, "issues": []}, ["2 readings, 2 issues "]),
        ({"wagers": CONTENT["wagers"][:2]}, ["1 wager "]),
        ({"form": 3, "wagers": CONTENT["wagers"][:2]}, ["format", "1 wager "]),
    ],
)
def test_differences_that_are_listed_already_are_only_counted(changed, named):
    new = {**copy.deepcopy(CONTENT), **changed}
    found = list(describe_certificate_differences(CONTENT, new, listed=True))
    assert len(found) == len(named)
    assert all(name in line for name, line in zip(named, found, strict=True))


def test_two_certificates(policy):
    def certify(**changed):
        approvals = [{"by": "a", "date": "2030-01-01"}, {"by": "b", "date": "2030-01-02"}]
        return {**copy.deepcopy(CONTENT), "approvals": approvals, **changed}

    wagers = [
        {"wager": "standard", "status": "deferred"},
        {
            "wager": "bonus",
            "paytable": "1",
            "status": "incomplete",
            "house_edge": "1/10",
            "envy_stake": "5 USD",
            "stake": "1 USD",
            "envy": [[1, "1"], [2, "1", "1/8"]],
        },
        {"wager": "new", "status": "exact", "house_edge": "1/4", "stake": "2 USD", "envy": []},
    ]
    issues = [
        {"code": "INT001", "fingerprint": "f1", "severity": "note"},
        {"code": "GAP009", "fingerprint": "f9", "severity": "error", "text": "told"},
    ]
    edition = {"number": 4, "date": "2030-02-02"}
    found = compare_certificates(
        certify(approvals=[]), certify(wagers=wagers, issues=issues, edition=edition), ("a", "b")
    )
    assert (found.jurisdiction, found.before, found.after) == (
        "one",
        "a (revision 3 of 2030-01-01)",
        "b (revision 4 of 2030-02-02)",
    )
    assert found.verdict_before == "not approved"
    assert found.verdict_after == "approved by b on 2030-01-02"
    moves = {(item.key.name, str(item.key.stake)): item for item in found.moves}
    assert set(moves) == {
        ("bonus paytable 1", "None"),
        ("bonus paytable 1", "5 USD"),
        ("bonus paytable 2", "None"),
        ("new", "2 USD"),
    }
    with_envy = moves["bonus paytable 1", "5 USD"]
    assert with_envy.before == Figure()
    assert with_envy.after == Figure(Fraction(1, 10), (None, Fraction(1, 8)))
    assert moves["new", "2 USD"].after == Figure(Fraction(1, 4))
    assert found.unmoved == 1
    assert found.statuses == (
        StatusChange("bonus paytable 1", "exact", "incomplete"),
        StatusChange("bonus paytable 2", "exact", "(absent)"),
        StatusChange("new", "(absent)", "exact"),
    )
    assert found.new == (IssueChange("error", "GAP009", "told", "f9"),)
    assert found.gone == (IssueChange("warning", "GAP002", "", "f2"),)
    assert found.changed == (IssueChange("note", "INT001", "", "f1", "", "error"),)
    assert len(found.remarks) == 1
    deferred = compare_certificates(
        certify(), certify(wagers=[{"wager": "standard", "status": "x"}]), ("a", "b")
    )
    assert Figure(why_not="x") in [item.after for item in deferred.moves]


# --- sides


def never(_path):
    raise AssertionError("no filing is read")


def test_sides_are_files_folders_and_ids(tmp_path, monkeypatch):
    tree = plant(tmp_path)
    folder = tree / "jurisdictions"
    monkeypatch.chdir(tree)
    one = find_side("jurisdictions/one.yaml", never)
    assert (one.name, set(one.jurisdictions), one.is_single) == (
        "jurisdictions/one.yaml",
        {"one"},
        True,
    )
    everything = find_side("jurisdictions", never)
    assert (set(everything.jurisdictions), everything.is_single) == ({"one", "two"}, False)
    assert find_side("two", never).name == "jurisdictions/two.yaml"
    certificate = find_side("jurisdictions/one.certificate.json", never)
    assert (set(certificate.certificates), certificate.is_single) == ({"one"}, True)
    (folder / "three.yaml").write_text("id: three\n", encoding="utf-8")
    left_out = find_side("jurisdictions", never)
    (remark,) = left_out.remarks
    assert remark.startswith("jurisdictions/three.yaml: ")
    assert set(left_out.jurisdictions) == {"one", "two"}  # one before it, one after it
    copies = tree / "copies"
    copies.mkdir()
    for name in ("a", "b"):
        (copies / f"{name}.yaml").write_bytes((folder / "one.yaml").read_bytes())
    with pytest.raises(CertifyError) as caught:
        find_side("copies", never)
    assert str(caught.value).startswith("copies/b.yaml: id one is also used by copies/a.yaml")
    (folder / "three.yaml").unlink()
    for text in ("missing.yaml", "missing.yml", "missing.json", "missing.pdf"):
        with pytest.raises(CertifyError) as caught:
            find_side(text, never)
        assert str(caught.value) == f"{text}: file not found; check the path"
    empty = tree / "empty"
    empty.mkdir()
    with pytest.raises(CertifyError, match="empty: no specification"):
        find_side("empty", never)
    monkeypatch.chdir(empty)
    with pytest.raises(CertifyError, match="'HEAD' is not a file"):
        find_side("HEAD", never)
    (empty / "x.PDF").write_bytes(b"")
    assert find_side("x.PDF", lambda _path: {"one": 1}).jurisdictions == {"one": 1}
    old, new = find_sides("../jurisdictions", "two", never)
    assert (old.name, new.name) == ("../jurisdictions", "../jurisdictions/two.yaml")
    old, new = find_sides("../jurisdictions/one.yaml", "two", never)
    assert new.name == "../jurisdictions/two.yaml"
    old, new = find_sides("two", "../jurisdictions/one.yaml", never)
    assert old.name == "../jurisdictions/two.yaml"


def test_the_policy_beside_the_new_files_goes_first(tmp_path, monkeypatch):
    for name, amount in (("a", 7), ("b", 8)):
        plant(tmp_path / name)
        path = tmp_path / name / "jurisdictions" / "policy" / "limits.yaml"
        text = path.read_text(encoding="utf-8")
        assert text.count('standard: "5"') == 1
        path.write_text(text.replace('standard: "5"', f'standard: "{amount}"'), encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def find(old, new):
        return find_policy(old, new).least_stake("standard")

    assert find("a/jurisdictions", "b/jurisdictions") == 8
    assert find("b/jurisdictions", "a/jurisdictions/one.yaml") == 7
    assert find("a/jurisdictions/one.yaml", "HEAD") == 7
    assert find("a/jurisdictions/one.yaml", "b/jurisdictions/missing.yaml") == 7
    assert find("HEAD~1", "HEAD") == 5


def test_pairs_of_jurisdictions(policy):
    one, two = read(ONE, "one.yaml"), read(build_spec("two"), "two.yaml")
    renamed = dataclasses.replace(one, id="three")

    def pair(old, new):
        sides = (
            Side("o", {item.id: item for item in old}),
            Side("n", {item.id: item for item in new}),
        )
        found = compare_sides(*sides, policy, lambda _currency: None)
        return [(item.jurisdiction, item.before, item.after) for item in found]

    same = "one.yaml (revision 1 of 2030-01-31)"
    assert pair([one], [one]) == [("one", same, same)]
    assert pair([one], [renamed]) == [("three", same, same)]
    assert pair([one, two], [one]) == [("one", same, same)]
    assert pair([one], [one, two]) == [("one", same, same)]
    other = "two.yaml (revision 1 of 2030-01-31)"
    assert pair([one, two], [two]) == [("two", other, other)]
    assert pair([two], [one, two]) == [("two", other, other)]
    assert [item[0] for item in pair([two, one], [one, two])] == ["one", "two"]


def test_the_stake_is_in_the_money_of_the_new_file(policy, monkeypatch):
    old, new = read(ONE, "old.yaml"), read(ONE.replace("USD", "EUR"), "new.yaml")
    monkeypatch.setattr(difference, "examine", lambda item, _policy, progress: item.source.name)
    monkeypatch.setattr(difference, "compare_editions", lambda *given: given)
    (found,) = compare_sides(
        Side("o", {"one": old}), Side("n", {"one": new}), policy, str.lower, "progress"
    )
    assert found == ("old.yaml", "new.yaml", policy, "eur", "progress")


def test_a_certificate_is_compared_with_one_other(policy):
    content = {**copy.deepcopy(CONTENT), "approvals": []}
    one = Side("a", certificates={"one": content})
    two = Side("b", certificates={"two": {**content, "jurisdiction": "two"}})
    both = Side("c", certificates={"one": content, "two": content})
    (found,) = compare_sides(one, one, policy, lambda _currency: None)
    assert found.jurisdiction == "one"
    with pytest.raises(CertifyError) as caught:
        compare_sides(one, two, policy, lambda _currency: None)
    assert str(caught.value).startswith("a is for one, b for two")
    with pytest.raises(CertifyError, match="one certificate or one specification"):
        compare_sides(one, both, policy, lambda _currency: None)
    (found,) = compare_sides(
        one, Side("one.yaml", {"one": read(ONE, "one.yaml")}), policy, lambda _currency: None
    )
    assert found.after == "one.yaml (revision 1 of 2030-01-31)"
    assert found.new
    assert all(item.text for item in found.new)
