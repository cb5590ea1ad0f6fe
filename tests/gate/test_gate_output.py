"""Differences from a certificate, approvals, waivers, effects: each is reported once."""

from __future__ import annotations

import copy
import datetime
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.errors import CertifyError
from certify.compare.certificates import has_new_figures, name_wager
from certify.compare.differences import Difference, Sort
from certify.compare.figures import Figure, FigureChange, FigureKey
from certify.compare.revisions import IssueChange, RevisionComparison, StatusChange
from certify.gate.approvals import Approval, check_word, list_faults
from certify.gate.certificates import list_adopted, name_value
from certify.gate.difference import compare_certificates
from certify.gate.waivers import LONGEST_DAYS, Waiver, list_faults_of_waivers
from certify.render.changes import describe_certificate_differences, describe_effects, list_rows
from certify.render.diff import count_moves, list_totals
from certify.spec.values import Money
from tests.conftest import load
from tests.gate.certificate_content import CONTENT


def change(*path, value):
    data = copy.deepcopy(CONTENT)
    place = data
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return data


def test_equal_contents_differ_in_nothing():
    assert list(describe_certificate_differences(CONTENT, copy.deepcopy(CONTENT))) == []


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("jurisdiction",), "two", ["one"]),
        (("spec_sha256",), "z", ["specification"]),
        (("form",), 3, ["format"]),
        (("edition", "number"), 4, ["revision"]),
        (("policy_sha256",), "z", ["policy"]),
        (("documents", "main"), "z", ["documents"]),
        (("extra",), 1, ["extra"]),
        (("program", "version"), "1.1", ["1.0", "1.1"]),
        (("readings", "wheel"), "high", ["wheel", "lowest", "high"]),
        (("readings", "wheel"), None, ["wheel", "lowest", "none"]),
        (("readings", "joker"), "bug", ["joker", "none", "bug"]),
        (
            ("wagers", 1, "house_edge"),
            "1/25",
            ["bonus paytable 1", "5.0000% (1/20)", "4.0000% (1/25)"],
        ),
        (("wagers", 0, "status"), "exact", ["standard", "deferred", "exact"]),
        (("wagers", 1, "envy"), [[1, "2"]], ["bonus paytable 1", "envy"]),
        (("wagers", 1, "status"), "incomplete", ["bonus paytable 1", "status"]),
        (("wagers", 2), None, ["bonus paytable 2"]),
        (("issues", 0), None, ["error INT001 [f1]"]),
        (("issues", 1, "severity"), "error", ["error GAP002 [f2]", "warning GAP002"]),
        (("counts", 0, "sha256"), "y", ["pairs"]),
        (("counts", 0), None, ["pairs"]),
        (("settlements", "rounds"), 11, ["rounds"]),
        (("settlements", "sha256"), "n", ["sha256"]),
    ],
)
def test_a_difference_is_reported_once_with_its_names_in_order(path, value, named):
    (found,) = describe_certificate_differences(CONTENT, change(*path, value=value))
    places = [found.index(name) for name in named]
    assert places == sorted(places), found


@pytest.mark.parametrize("key", ["code_sha256", "rules_sha256"])
def test_the_code_and_the_rules_behind_settled_rounds_are_no_difference(key):
    assert (
        list(describe_certificate_differences(CONTENT, change("settlements", key, value="f"))) == []
    )


def test_new_parts_are_reported_one_by_one():
    new = copy.deepcopy(CONTENT)
    new["issues"].append({"code": "MTH003", "fingerprint": "f3", "severity": "error"})
    new["wagers"].append({"wager": "lucky", "status": "exact", "house_edge": "1/4"})
    new["counts"].append({"kind": "best", "question": "q3", "result": {}})
    wager, issue, count = describe_certificate_differences(
        CONTENT, new, {"f3": "The player has the edge"}
    )
    assert wager.startswith("lucky: ")
    assert issue == "new error MTH003: The player has the edge [f3]"
    assert "best" in count


@pytest.mark.parametrize(("part", "place"), [("wagers", 1), ("issues", 0), ("counts", 0)])
def test_duplicates_in_a_certificate_are_reported(part, place):
    twice = copy.deepcopy(CONTENT)
    twice[part].append(twice[part][place])
    (found,) = describe_certificate_differences(twice, CONTENT)
    assert "twice" in found


def test_another_order_of_wagers_is_reported():
    other = copy.deepcopy(CONTENT)
    other["wagers"].reverse()
    assert len(list(describe_certificate_differences(CONTENT, other))) == 1


def test_a_certificate_without_settled_rounds_is_out_of_date():
    without = {key: value for key, value in CONTENT.items() if key != "settlements"}
    former = {**without, "simulation": {"deals": 10}}
    assert len(list(describe_certificate_differences(without, CONTENT))) == 1
    assert len(list(describe_certificate_differences(former, CONTENT))) == 1


def test_counts_of_another_program_are_not_compared():
    """Its questions may be others; the figures are compared all the same."""
    new = change("counts", 0, value=None)
    new["program"]["code_sha256"] = "another"
    assert list(describe_certificate_differences(CONTENT, new)) == []
    new["wagers"][1]["house_edge"] = "1/21"
    assert len(list(describe_certificate_differences(CONTENT, new))) == 1


def test_another_edition_is_due_for_readings_and_figures_and_nothing_else():
    assert not has_new_figures(CONTENT, change("issues", 0, value=None))
    assert not has_new_figures(CONTENT, change("documents", "main", value="z"))
    assert has_new_figures(CONTENT, change("readings", "wheel", value="high"))
    assert has_new_figures(CONTENT, change("wagers", 1, "house_edge", value="1/21"))


def test_a_wager_is_named_with_its_paytable():
    assert name_wager(CONTENT["wagers"][0]) == "standard"
    assert name_wager(CONTENT["wagers"][2]) == "bonus paytable 2"


# --- approvals and waivers


def check_both(by, reason):
    return check_word("by", by), check_word("reason", reason)


@pytest.mark.parametrize(
    ("by", "reason", "fault"),
    [
        ("ab", "ten letters", ""),
        ("a", "ten letters", "--accept needs --by"),
        (None, "ten letters", "--accept needs --by"),
        ("  ", "ten letters", "--accept needs --by"),
        ("ab", "nine char", "--accept needs --reason"),
        ("ab", "ten chars.", ""),
        ("a" * 120, "ten letters", ""),
        ("a" * 121, "ten letters", "--by is longer than 120"),
        ("ab", "r" * 480, ""),
        ("ab", "r" * 481, "--reason is longer than 480"),
        ("a\x07b", "ten letters", "--by contains characters"),
    ],
)
def test_who_approves_and_why_is_asked_at_its_limits(by, reason, fault):
    if fault:
        with pytest.raises(CertifyError, match=fault):
            check_both(by, reason)
        return
    assert check_both(by, reason) == (by, reason)


def test_words_of_an_approval_stand_on_one_line():
    assert check_both(" a\n b ", "because  it\tholds") == ("a b", "because it holds")


def approve(edition, date, content="digest"):
    return Approval(edition, date, "somebody", "a good reason", content)


def test_a_history_of_approvals_only_goes_forward():
    first, second = approve(1, "2030-01-01"), approve(2, "2030-01-02")
    assert list_faults([first, second], "digest", 2) == []
    assert list_faults([first, approve(1, "2030-01-01")], "digest", 1) == []
    assert len(list_faults([], "digest", 1)) == 1
    assert len(list_faults([second, approve(2, "2030-01-01")], "digest", 2)) == 1
    assert len(list_faults([second, approve(1, "2030-01-03")], "digest", 1)) == 1
    assert len(list_faults([first], "other", 1)) == 1
    assert len(list_faults([first], "digest", 2)) == 1


@pytest.mark.parametrize(
    ("expires", "told"),
    [
        ("2030-01-31", "expired on"),
        ("2030-02-01", None),
        ("2032-02-02", None),
        ("2032-02-03", "runs until"),
    ],
)
def test_a_waiver_holds_to_its_last_day_and_never_for_more_than_two_years(expires, told):
    today, last = datetime.date(2030, 2, 1), datetime.date.fromisoformat(expires)
    waiver = Waiver("f1", "a reason", "somebody", last, "waivers.yaml", 7)
    found = list(list_faults_of_waivers((waiver,), today))
    assert (datetime.date(2032, 2, 2) - today).days == LONGEST_DAYS
    assert bool(found) is (told is not None)
    if told:
        assert found[0].startswith("waivers.yaml:7: ")
        assert told in found[0]


# --- effects

STAKE = Money(Fraction(5), "USD")
PLACE = FigureKey("bonus", "1", STAKE)


def worth(before, after, **more):
    return FigureChange(more.pop("place", PLACE), before, after, **more)


def figure(edge=None, envy=(), **more):
    return Figure(
        None if edge is None else Fraction(edge), tuple(Fraction(item) for item in envy), **more
    )


def test_the_effect_of_a_change_in_figures_and_money():
    moved = worth(figure("1/20", ["1/25"] * 5), figure("3/50", ["3/50"] * 5))
    assert (moved.edge, moved.money) == (Fraction(1, 100), 50)
    assert moved.envy == (Fraction(1, 50),) * 5
    rows = list(list_rows(moved))
    assert rows[0] == ("bonus paytable 1", "5 USD", "0", "5.0000%", "6.0000%", "+1.0000 pp")
    assert [row[2:] for row in rows[1:]] == [
        (str(others), "4.0000%", "6.0000%", "+2.0000 pp") for others in range(1, 6)
    ]
    (row,) = list_rows(worth(figure("1/20"), figure(), place=FigureKey("bonus")))
    assert row == ("bonus", "any", "", "5.0000%", "-", "-")


@pytest.mark.parametrize(
    ("before", "after", "difference", "gains"),
    [
        ("1/20", "3/50", "+1.0000 pp", "banker"),
        ("3/50", "1/20", "\N{MINUS SIGN}1.0000 pp", "player"),
        ("1/20", "500001/10000000", "less than 0.0001 pp", "banker"),
    ],
)
def test_an_effect_has_its_figures_its_sign_and_who_gains(before, after, difference, gains):
    (line,) = describe_effects(priced(Sort.MONEY, worth(figure(before), figure(after))))
    assert line.startswith("bonus paytable 1 at 5 USD: ")
    assert f"({difference}, favours the {gains})" in line


def priced(sort, *moves, **more):
    return Difference(
        address=("name",), old="a", new="b", file="f", line=1, sort=sort, effects=moves, **more
    )


def test_a_change_without_effect_and_one_that_is_not_calculated_say_so():
    lines = {sort: describe_effects(priced(sort)) for sort in Sort}
    assert all(len(found) == 1 for found in lines.values())
    assert len({found[0] for found in lines.values()}) == 3
    (gone,) = describe_effects(priced(Sort.MONEY, worth(figure("1/20"), figure(why_not="no"))))
    assert "5.0000% → not calculated" in gone
    why, neither = describe_effects(
        priced(Sort.MONEY, not_calculated="no\nstake", uncounted=("lucky",))
    )
    assert why.endswith("no stake")
    assert neither.endswith("lucky")
    capped = worth(figure("1/20", capped=Fraction(1, 10)), figure("1/20"))
    (line,) = describe_effects(priced(Sort.MONEY, capped))
    assert "10.0000% → no maximum" in line


def build(**more):
    return RevisionComparison("one", "old", "new", "certified", "certified", **more)


def test_totals_are_given_if_several_changes_affect_one_wager():
    one, two = worth(figure("1/20"), figure("3/50")), worth(figure("1/20"), figure("7/100"))
    whole = worth(figure("1/20"), figure("9/100"))
    (line,) = list_totals(
        build(moves=(whole,), changes=(priced(Sort.MONEY, one), priced(Sort.MONEY, two)))
    )
    assert line.index("+4.0000 pp") < line.index("+3.0000 pp")
    assert not list(list_totals(build(moves=(whole,), changes=(priced(Sort.MONEY, one),))))
    elsewhere = worth(figure("1/20"), figure("7/100"), place=FigureKey("bonus", "2", STAKE))
    both = (priced(Sort.MONEY, one), priced(Sort.MONEY, elsewhere))
    assert not list(list_totals(build(moves=(whole, elsewhere), changes=both)))
    assert "2 of 5 wagers" in count_moves(build(moves=(whole, elsewhere), unmoved=3))


def test_r53_a_difference_is_empty_only_where_nothing_at_all_differs():
    """Of impact.py in the edition reviewed: each part of it could be left out unseen."""
    moved = worth(figure("1/20"), figure("3/50"))
    told = IssueChange("error", "INT001", "text", "f1")
    assert build().is_empty
    assert not replace(build(), verdict_after="other").is_empty
    for part in (
        {"moves": (moved,)},
        {"statuses": (StatusChange("bonus", "certified", "deferred"),)},
        {"changes": (priced(Sort.WORDS),)},
        {"new": (told,)},
        {"gone": (told,)},
    ):
        assert not build(**part).is_empty, part


def certify(**more):
    approval = {"by": "somebody", "date": "2030-01-01"}
    return {**copy.deepcopy(CONTENT), "approvals": [approval], **more}


def test_r53_two_certificates_are_compared_wager_by_wager():
    old, new = certify(), certify(approvals=[])
    new["edition"] = {"number": 4, "date": "2030-03-01"}
    new["wagers"][1] |= {"house_edge": "3/50", "envy_stake": "5 USD", "envy": [[1, "2", "1/25"]]}
    old["wagers"][1] |= {"envy_stake": "5 USD", "envy": [[1, "2", "1/50"]]}
    new["wagers"][0]["status"] = "exact"
    new["issues"] = [new["issues"][0], {"code": "X", "fingerprint": "f9", "severity": "note"}]
    found = compare_certificates(old, new, ("a", "b"))
    assert found.before == "a (revision 3 of 2030-01-01)"
    assert found.after == "b (revision 4 of 2030-03-01)"
    assert found.verdict_before != found.verdict_after
    (move,) = [item for item in found.moves if item.key.wager == "bonus"]
    assert move.key == PLACE
    assert move.edge == Fraction(1, 100)
    # beyond the players that the certificates tell of, the plain edge stands
    assert move.envy == (Fraction(1, 50), *[Fraction(1, 100)] * 4)
    assert found.statuses == (StatusChange("standard", "deferred", "exact"),)
    assert [item.fingerprint for item in found.new] == ["f9"]
    assert [item.fingerprint for item in found.gone] == ["f2"]
    same = compare_certificates(old, old, ("a", "a"))
    assert (same.moves, same.statuses, same.new, same.gone, same.unmoved) == ((), (), (), (), 3)


def test_the_readings_of_a_certificate_are_those_adopted():
    spec = load("south-dakota")
    found = list_adopted(spec)
    plain = {
        key: statements[0]
        for key, statements in spec.readings.items()
        if len(statements) == 1 and statements[0].paytable is None
    }
    assert plain
    for key, statement in plain.items():
        if statement.value is None:
            assert key not in found
        else:
            assert found[key] == name_value(statement.value)
    assert list(found) == sorted(found)
