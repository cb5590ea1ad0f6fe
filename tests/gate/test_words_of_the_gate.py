"""What the gate says of two contents, two figures and an approval: every difference once, with its sign."""

from __future__ import annotations

import copy
import datetime
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.errors import CertifyError
from certify.gate.approvals import Approval, check_words, list_faults, make_approval
from certify.gate.change import Change, Sort
from certify.gate.comparison import (
    has_new_figures,
    list_differences,
    list_new_errors,
    name_wager,
)
from certify.gate.difference import Difference, StatusChange, Told, compare_certificates
from certify.gate.figures import list_adopted, name_value
from certify.gate.prices import Figure, Place, Priced, Worth
from certify.gate.tell import (
    build_row,
    split_changes,
    tell_edge,
    tell_money,
    tell_moves,
    tell_points,
    tell_together,
    tell_untouched,
    tell_verdict,
    tell_worth,
    tell_worth_in_money,
)
from certify.gate.waivers import LONGEST_DAYS, Waiver, list_faults_of_waivers
from certify.spec.values import Money
from tests.conftest import load

CONTENT = {
    "form": 2,
    "jurisdiction": "one",
    "edition": {"number": 3, "date": "2030-01-01"},
    "spec_sha256": "a",
    "policy_sha256": "b",
    "documents": {"main": "c"},
    "program": {"version": "1.0", "code_sha256": "d"},
    "readings": {"wheel": "lowest"},
    "wagers": [
        {"wager": "standard", "status": "deferred"},
        {
            "wager": "bonus",
            "paytable": "1",
            "status": "certified",
            "house_edge": "1/20",
            "envy": [],
        },
        {
            "wager": "bonus",
            "paytable": "2",
            "status": "certified",
            "house_edge": "1/10",
            "envy": [],
        },
    ],
    "matters": [
        {"code": "INT001", "fingerprint": "f1", "severity": "error"},
        {"code": "GAP002", "fingerprint": "f2", "severity": "warning"},
    ],
    "counts": [
        {"kind": "pairs", "question": "q1", "sha256": "x"},
        {"kind": "settings", "question": "q2", "result": [1]},
    ],
    "simulation": {"deals": 10, "code_sha256": "e", "money": [{"wager": "bonus", "rounds": [1]}]},
}


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
    assert list(list_differences(CONTENT, copy.deepcopy(CONTENT))) == []


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("jurisdiction",), "two", "this is the certificate of one"),
        (("spec_sha256",), "z", "the file has changed since it was certified"),
        (("form",), 3, "not as certified: its form"),
        (("edition", "number"), 4, "not as certified: the edition"),
        (("policy_sha256",), "z", "not as certified: the policy (criteria that findings are held"),
        (("documents", "main"), "z", "not as certified: the documents"),
        (("extra",), 1, "not as certified: extra"),
        (("program", "version"), "1.1", "edition 1.0 of the program certified it, this is 1.1"),
        (("readings", "wheel"), "high", "reading wheel: lowest was certified, high is adopted"),
        (("readings", "wheel"), None, "reading wheel: lowest was certified, nothing is adopted"),
        (("readings", "joker"), "bug", "reading joker: nothing was certified, bug is adopted"),
        (
            ("wagers", 1, "house_edge"),
            "1/25",
            "bonus paytable 1: house edge 5.0000 % (1/20) was certified, house edge 4.0000 % (1/25)",
        ),
        (("wagers", 0, "status"), "certified", "standard: deferred was certified, certified is"),
        (("wagers", 1, "envy"), [[1, "2"]], "bonus paytable 1: envy not as certified"),
        (("wagers", 1, "status"), "incomplete", "bonus paytable 1: status not as certified"),
        (("wagers", 2), None, "bonus paytable 2: is certified and gone"),
        (("matters", 0), None, "gone: error INT001 [f1]"),
        (
            ("matters", 1, "severity"),
            "error",
            "error GAP002 [f2]; it was certified as warning GAP002",
        ),
        (("counts", 0, "sha256"), "y", "a count of the kind pairs differs from what was certified"),
        (
            ("counts", 0),
            None,
            "a count of the kind pairs stands in the certificate and is not needed",
        ),
    ],
)
def test_a_difference_is_told_once_and_alone(path, value, told):
    found = list(list_differences(CONTENT, change(*path, value=value)))
    assert len(found) == 1, found
    assert found[0].startswith(told)


def test_what_is_new_is_told_with_its_title():
    new = copy.deepcopy(CONTENT)
    new["matters"].append({"code": "MTH003", "fingerprint": "f3", "severity": "error"})
    new["wagers"].append({"wager": "lucky", "status": "certified", "house_edge": "1/4"})
    new["counts"].append({"kind": "best", "question": "q3", "result": {}})
    assert list(list_differences(CONTENT, new, {"f3": "The player has the edge"})) == [
        "lucky: is not certified",
        "new error MTH003: The player has the edge [f3]",
        "a count of the kind best is not in the certificate",
    ]
    assert "new error MTH003 [f3]" in list(list_differences(CONTENT, new))


def test_what_stands_twice_or_in_another_order_is_told():
    twice = copy.deepcopy(CONTENT)
    twice["wagers"].append(twice["wagers"][1])
    assert list(list_differences(twice, CONTENT)) == [
        "bonus paytable 1: stands twice in the certificate"
    ]
    twice = copy.deepcopy(CONTENT)
    twice["matters"].append(twice["matters"][0])
    assert list(list_differences(twice, CONTENT)) == ["a matter stands twice in the certificate"]
    twice = copy.deepcopy(CONTENT)
    twice["counts"].append(twice["counts"][0])
    assert list(list_differences(twice, CONTENT)) == ["a count stands twice in the certificate"]
    other = copy.deepcopy(CONTENT)
    other["wagers"].reverse()
    assert list(list_differences(CONTENT, other)) == ["the wagers stand in another order"]


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("simulation", "code_sha256"), "f", []),
        (("simulation", "deals"), 11, ["deals, seed, players or order"]),
        (("simulation", "money", 0, "rounds"), [2], ["bonus"]),
        (("simulation", "money", 0, "envy"), True, ["bonus, bonus envy"]),
        (("simulation", "money", 0, "paytable"), "1", ["bonus, bonus paytable 1"]),
    ],
)
def test_rounds_that_gave_something_else_are_told_by_wager(path, value, told):
    """Which code dealt them is no difference."""
    new = copy.deepcopy(CONTENT)
    *way, last = path
    place = new
    for step in way:
        place = place[step]
    place[last] = value
    said = "the simulated rounds of the engine are not as certified: "
    assert list(list_differences(CONTENT, new)) == [said + text for text in told]


def test_rounds_of_a_changed_text_are_not_missed_and_a_certificate_without_any_is_out_of_date():
    without = {key: value for key, value in CONTENT.items() if key != "simulation"}
    assert list(list_differences(CONTENT, without)) == []
    (told,) = list_differences(without, CONTENT)
    assert "out of date" in told
    assert "accept it anew" in told


def test_counts_of_another_program_are_not_compared():
    """Its questions may be others; the figures are compared all the same."""
    new = change("counts", 0, value=None)
    new["program"]["code_sha256"] = "another"
    assert list(list_differences(CONTENT, new)) == []
    new["wagers"][1]["house_edge"] = "1/21"
    assert len(list(list_differences(CONTENT, new))) == 1


def test_another_edition_is_due_for_readings_and_figures_and_nothing_else():
    assert not has_new_figures(CONTENT, change("matters", 0, value=None))
    assert not has_new_figures(CONTENT, change("documents", "main", value="z"))
    assert has_new_figures(CONTENT, change("readings", "wheel", value="high"))
    assert has_new_figures(CONTENT, change("wagers", 1, "house_edge", value="1/21"))


def test_new_errors_are_errors_that_were_not_known_as_errors():
    worse = change("matters", 1, "severity", value="error")
    assert [item["fingerprint"] for item in list_new_errors(CONTENT, worse)] == ["f2"]
    assert list_new_errors(CONTENT, CONTENT) == []
    assert [item["fingerprint"] for item in list_new_errors(None, worse)] == ["f1", "f2"]
    assert name_wager(CONTENT["wagers"][0]) == "standard"
    assert name_wager(CONTENT["wagers"][2]) == "bonus paytable 2"


# --- approvals and waivers


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
        ("a\x07b", "ten letters", "--by holds characters that cannot be printed"),
    ],
)
def test_who_approves_and_why_is_asked_at_its_limits(by, reason, fault):
    if fault:
        with pytest.raises(CertifyError, match=fault):
            check_words(by, reason)
        return
    assert check_words(by, reason) == (by, reason)
    made = make_approval(3, datetime.date(2030, 2, 1), by, reason, "digest")
    assert made == Approval(3, "2030-02-01", by, reason, "digest")


def test_words_of_an_approval_stand_on_one_line():
    assert check_words(" a\n b ", "because  it\tholds") == ("a b", "because it holds")


def approve(edition, date, content="digest"):
    return Approval(edition, date, "somebody", "a good reason", content)


def test_a_history_of_approvals_only_goes_forward():
    first, second = approve(1, "2030-01-01"), approve(2, "2030-01-02")
    assert list_faults([first, second], "digest", 2) == []
    assert list_faults([first, approve(1, "2030-01-01")], "digest", 1) == []
    assert list_faults([], "digest", 1) == ["nobody has approved it"]
    assert len(list_faults([second, approve(2, "2030-01-01")], "digest", 2)) == 1
    assert len(list_faults([second, approve(1, "2030-01-03")], "digest", 1)) == 1
    assert list_faults([first], "other", 1) == ["its content is not the content that was approved"]
    assert list_faults([first], "digest", 2) == ["edition 1 was approved, not edition 2"]


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


# --- figures in words


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, "-"),
        ("0", "0"),
        ("1/20", "+5.0000"),
        ("-1/20", "-5.0000"),
        ("1/100000000", "+0.0000"),
        ("-1/100000000", "-0.0000"),
    ],
)
def test_points_have_their_sign_however_small(value, told):
    assert tell_points(None if value is None else Fraction(value)) == told


def test_money_and_edges_in_words():
    assert tell_edge(None) == "-"
    assert tell_edge(Fraction(1, 20)) == "5.0000"
    assert tell_money(None, "USD") == "-"
    assert tell_money(Fraction(5, 2), "USD") == "+2.50 USD"
    assert tell_money(Fraction(-5, 2), "USD") == "-2.50 USD"
    assert tell_money(Fraction(0), "USD") == "0.00 USD"


STAKE = Money(Fraction(5), "USD")
PLACE = Place("bonus", "1", STAKE)


def worth(before, after, **more):
    return Worth(more.pop("place", PLACE), before, after, **more)


def figure(edge=None, envy=(), **more):
    return Figure(
        None if edge is None else Fraction(edge), tuple(Fraction(item) for item in envy), **more
    )


def test_what_a_move_is_worth_in_points_and_money():
    moved = worth(figure("1/20", ["1/25"] * 5), figure("3/50", ["3/50"] * 5))
    assert moved.edge == Fraction(1, 100)
    assert moved.envy == (Fraction(1, 50),) * 5
    assert moved.money == 50
    assert tell_worth_in_money(moved) == (
        "+50.00 USD for the bank in 1,000 rounds at 5 USD, +100.00 USD with 5 others"
    )
    row = build_row(moved)
    assert (row.name, row.stake) == ("bonus paytable 1", "5 USD")
    assert row.before == ("5.0000", *["4.0000"] * 5)
    assert row.after == ("6.0000",) * 6
    assert row.points == ("+1.0000", *["+2.0000"] * 5)
    assert row.remarks == ()
    anywhere = build_row(replace(moved, place=Place("bonus")))
    assert (anywhere.name, anywhere.stake, anywhere.money) == ("bonus", "any", "")


def test_a_cap_and_what_is_not_counted_are_remarks():
    capped = worth(figure("1/20", capped=Fraction(1, 10)), figure("1/20"))
    (remark,) = build_row(capped).remarks
    assert "10.0000 -> no cap" in remark
    same = worth(figure("1/20", capped=Fraction(1, 10)), figure("1/20", capped=Fraction(1, 10)))
    assert build_row(same).remarks == ()
    gone = worth(figure("1/20"), figure(why_not="nobody\nsays it"))
    assert build_row(gone).remarks == ("after: not counted: nobody says it",)
    assert build_row(gone).money == ""
    come = worth(figure(why_not="nobody says it"), figure("1/20"))
    assert build_row(come).remarks == ("before: not counted: nobody says it",)
    assert (build_row(come).before, build_row(come).points) == (("-",), ("-",))


@pytest.mark.parametrize("envy", [[], ["1/20"] * 5])
def test_money_with_others_is_told_only_where_it_is_other_money(envy):
    """One point of 5 USD in a thousand rounds is 50 USD, with envy that moves by as much or with none."""
    moved = worth(figure("1/20", envy), figure("3/50", ["3/50"] * len(envy)))
    assert tell_worth_in_money(moved) == "+50.00 USD for the bank in 1,000 rounds at 5 USD"


def priced(sort=Sort.MONEY, *worths, **more):
    return Priced(Change("a cell", "f:1", "1", "2", sort), tuple(worths), **more)


def test_what_a_change_alone_is_worth():
    assert tell_worth(priced()) == ["no figure moves"]
    assert tell_worth(priced(Sort.WORDS)) == ["no money"]
    assert "outside the basis" in tell_worth(priced(Sort.ROUND))[0]
    moved = worth(figure("1/20"), figure("3/50"))
    (line,) = tell_worth(priced(Sort.MONEY, moved))
    assert line.startswith("bonus paytable 1 at 5 USD: +1.0000 points; +50.00 USD")
    with_envy = worth(figure("1/20", ["1/25"] * 5), figure("3/50", ["3/50"] * 5))
    assert "with 1 to 5 others +2.0000 +2.0000" in tell_worth(priced(Sort.MONEY, with_envy))[0]
    gone = worth(figure("1/20"), figure(why_not="x"))
    assert tell_worth(priced(Sort.MONEY, gone)) == ["bonus paytable 1: edge 5.0000 -> not counted"]
    both = tell_worth(priced(Sort.MONEY, why_not="no stake", uncounted=("lucky",)))
    assert both == [
        "alone it cannot be counted: no stake",
        "counted neither before nor after: lucky",
    ]


def build(**more):
    return Difference("one", "old", "new", "certified", "certified", **more)


def test_together_is_told_where_several_changes_move_one_place():
    one, two = worth(figure("1/20"), figure("3/50")), worth(figure("1/20"), figure("7/100"))
    whole = worth(figure("1/20"), figure("9/100"))
    (line,) = tell_together(
        build(moves=(whole,), changes=(priced(Sort.MONEY, one), priced(Sort.MONEY, two)))
    )
    assert "together +4.0000 points" in line
    assert "the 2 changes alone sum to +3.0000" in line
    assert tell_together(build(moves=(whole,), changes=(priced(Sort.MONEY, one),))) == []
    elsewhere = worth(figure("1/20"), figure("7/100"), place=Place("bonus", "2", STAKE))
    both = (priced(Sort.MONEY, one), priced(Sort.MONEY, elsewhere))
    assert tell_together(build(moves=(whole, elsewhere), changes=both)) == []


def test_verdicts_moves_and_the_untouched():
    moved = worth(figure("1/20"), figure("3/50"))
    other = replace(moved, place=Place("bonus", "2", STAKE))
    assert tell_verdict(build()) == "certified (as before)"
    assert tell_verdict(replace(build(), verdict_after="not certifiable")) == (
        "certified -> not certifiable"
    )
    assert tell_moves(build()) == "no figure moves"
    one = "(each paytable counts as one)"
    assert tell_moves(build(moves=(moved,))) == f"1 of 1 wager moves {one}"
    assert tell_moves(build(moves=(moved,), unmoved=2)) == f"1 of 3 wagers moves {one}"
    assert tell_moves(build(moves=(moved, other))) == f"2 of 2 wagers move {one}"
    assert tell_untouched([]) == ""
    assert tell_untouched(["a", "b"]) == "untouched: a, b"
    words, money = priced(Sort.WORDS), priced(Sort.ROUND)
    assert split_changes([words, money]) == ((money,), (words,))


def test_r53_a_difference_is_empty_only_where_nothing_at_all_differs():
    """Of impact.py in the edition reviewed: each part of it could be left out unseen."""
    moved = worth(figure("1/20"), figure("3/50"))
    told = Told("error", "INT001", "text", "f1")
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
    assert not build(changes=(priced(Sort.WORDS),)).moves_money
    assert build(changes=(priced(Sort.ROUND),)).moves_money
    assert build(moves=(moved,)).moves_money
    assert not build(new=(told,)).moves_money


def certify(**more):
    approval = {"by": "somebody", "date": "2030-01-01"}
    return {**copy.deepcopy(CONTENT), "approvals": [approval], **more}


def test_r53_two_certificates_are_compared_wager_by_wager():
    old, new = certify(), certify(approvals=[])
    new["edition"] = {"number": 4, "date": "2030-03-01"}
    new["wagers"][1] |= {"house_edge": "3/50", "envy_stake": "5 USD", "envy": [[1, "2", "1/25"]]}
    old["wagers"][1] |= {"envy_stake": "5 USD", "envy": [[1, "2", "1/50"]]}
    new["wagers"][0]["status"] = "certified"
    new["matters"] = [new["matters"][0], {"code": "X", "fingerprint": "f9", "severity": "note"}]
    found = compare_certificates(old, new, ("a", "b"))
    assert found.before == "a (edition 3 of 2030-01-01)"
    assert found.after == "b (edition 4 of 2030-03-01)"
    assert (found.verdict_before, found.verdict_after) == (
        "approved by somebody on 2030-01-01",
        "not approved",
    )
    (move,) = [item for item in found.moves if item.place.wager == "bonus"]
    assert move.place == PLACE
    assert move.edge == Fraction(1, 100)
    # beyond the players that the certificates tell of, the plain edge stands
    assert move.envy == (Fraction(1, 50), *[Fraction(1, 100)] * 4)
    assert found.statuses == (StatusChange("standard", "deferred", "certified"),)
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
