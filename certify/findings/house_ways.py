"""HWY: the house way, over all hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from certify.base.cache import remember
from certify.base.tables import format_count
from certify.findings.case import Case
from certify.findings.finding import Draft, Price, Severity
from certify.findings.phrases import describe_parameter, list_values
from certify.findings.pricing import price_statement
from certify.findings.registry import rule
from certify.spec.model import Citation, build_citation, format_value
from certify.spec.parameters import PARAMETER_OF_READING

_UNPRICED = "touches the standard wager; a house way that is not whole has no odds"


def load_proof(case: Case) -> dict[str, Any] | None:
    """What holds of the house way over all hands, as plain data; kept between runs."""
    if not case.jurisdiction.house_way:
        return None
    from certify.odds.house_way_readings import read_house_way

    readings, ranks = read_house_way(case.jurisdiction, {})
    question = {
        "house_way": list(case.jurisdiction.house_way),
        "readings": readings,
        "joker": ranks.joker,
        "wheel": ranks.wheel,
    }
    result: dict[str, Any] = remember("house-way-proof", question, lambda: _prove(case))
    return result


def _prove(case: Case) -> dict[str, Any]:
    from certify.game.cards import format_cards
    from certify.game.house_way.rules import build_house_way
    from certify.odds.house_way_proof import Tally, prove_house_way
    from certify.odds.house_way_readings import (
        list_house_way_alternatives,
        read_house_way,
    )

    readings, ranks = read_house_way(case.jurisdiction, {})
    proof = prove_house_way(
        build_house_way(case.jurisdiction.house_way),
        readings,
        list_house_way_alternatives(case.jurisdiction, {}),
        ranks,
    )

    def tell(tally: Tally) -> dict[str, Any]:
        return {
            "hands": tally.hands,
            "cards": format_cards(tally.example),
            "low": format_cards(tally.low),
        }

    return {
        "unset": tell(proof.unset),
        "fouls": tell(proof.fouls),
        "equal": tell(proof.equal),
        "rules": [
            {"place": item.rule.path[1], "standing": item.rule.standing, **tell(item.tally)}
            for item in proof.rules
        ],
        "overlaps": [
            {
                "place": item.rule.path[1],
                "other": item.other.path[1],
                **tell(item.tally),
                "other_low": format_cards(item.other_low),
            }
            for item in proof.overlaps
        ],
        "alternatives": [
            {
                "key": item.key,
                "value": item.value,
                **tell(item.tally),
                "other_low": format_cards(item.other_low),
            }
            for item in proof.alternatives
        ],
        "unreachable": [item.path[1] for item in proof.unreachable],
        "broken": [
            {
                "place": item.example.path[1],
                "example": item.example.path[3],
                "cards": format_cards(item.example.cards),
                "printed": format_cards(item.example.low),
                "low": format_cards(item.setting.low),
            }
            for item in proof.broken_examples
        ],
    }


def _cite(case: Case, *places: int) -> tuple[Citation, ...]:
    return tuple(build_citation(case.jurisdiction.house_way[place].get("at")) for place in places)


def _name(case: Case, place: int) -> str:
    return str(case.jurisdiction.house_way[place]["rule"])


@rule("HWY001", severity=Severity.ERROR)
def hands_left_unset(case: Case) -> Iterator[Draft]:
    """Some hands are set by no rule of the house way.

    The bank holds such a hand sooner or later, and nobody knows how it is set.

    Example: four of a kind with three of a kind beside it.
    """
    proof = load_proof(case)
    if proof and proof["unset"]["hands"]:
        tally = proof["unset"]
        yield Draft(
            f"{format_count(tally['hands'])} hands are set by no rule, for example "
            f"{tally['cards']}",
            ("house_way",),
            "unset",
            case.jurisdiction.statements["setting.house_way"].citations,
            {"hands": str(tally["hands"]), "example": tally["cards"]},
            Price((), _UNPRICED),
            "add a rule for them",
        )


@rule("HWY002", severity=Severity.WARNING)
def undeclared_overlap(case: Case) -> Iterator[Draft]:
    """Two rules set the same hand differently, and neither is an exception to the other.

    Which comes first is only a matter of the order in which they were written down.

    Example: three of a kind never splits, and with a complete hand its pair goes low.
    """
    proof = load_proof(case)
    for item in proof["overlaps"] if proof else ():
        first, second = item["place"], item["other"]
        yield Draft(
            f"{_name(case, first)!r} and {_name(case, second)!r} set "
            f"{format_count(item['hands'])} hands differently, for example {item['cards']}: low "
            f"{item['low']} or {item['other_low']}",
            ("house_way", first),
            f"{_name(case, first)}/{_name(case, second)}",
            _cite(case, first, second),
            {
                "hands": str(item["hands"]),
                "example": item["cards"],
                "low": item["low"],
                "other low": item["other_low"],
            },
            Price((), "touches the standard wager; the order of rules is no reading"),
            "say which rule is the exception",
        )


@rule("HWY003", severity=Severity.ERROR)
def setting_fouls(case: Case) -> Iterator[Draft]:
    """The house way sets a low hand that ranks above the high hand.

    The bank would foul its own hand by following its own rules.

    Example: a pair of aces low, and only an ace-high flush draw left.
    """
    proof = load_proof(case)
    if proof and proof["fouls"]["hands"]:
        tally = proof["fouls"]
        yield Draft(
            f"{format_count(tally['hands'])} hands are set foul, for example {tally['cards']} with "
            f"{tally['low']} low",
            ("house_way",),
            "fouls",
            case.jurisdiction.statements["setting.house_way"].citations,
            {"hands": str(tally["hands"]), "example": tally["cards"], "low": tally["low"]},
            Price((), _UNPRICED),
            "change the rule",
        )


@rule("HWY004", severity=Severity.ERROR)
def example_against_rule(case: Case) -> Iterator[Draft]:
    """A worked example of the document is set otherwise by its rules.

    Either the rule or the example is wrong, and dealers learn from the example.

    Example: the rule puts the lower pair low, and the example the higher.
    """
    proof = load_proof(case)
    for item in proof["broken"] if proof else ():
        place, number = item["place"], item["example"]
        data = case.jurisdiction.house_way[place]["examples"][number]
        yield Draft(
            f"the example {item['cards']} has {item['printed']} low, and the rules set "
            f"{item['low'] or 'nothing'}",
            ("house_way", place, "examples", number),
            f"{item['cards']}",
            (build_citation(data.get("at")),),
            {"cards": item["cards"], "printed": item["printed"], "rules": item["low"]},
            Price((), _UNPRICED),
            "correct the rule or the example",
        )


@rule("HWY005", severity=Severity.WARNING)
def hands_rest_on_a_reading(case: Case) -> Iterator[Draft]:
    """How some hands are set depends on a question that the house way leaves open or answers twice.

    Two dealers set the same seven cards in two ways, and both follow the document.

    Example: the joker beside an ace counts as an ace, or is set aside to complete a straight.
    """
    proof = load_proof(case)
    tallies: dict[str, list[dict[str, Any]]] = {}
    for item in proof["alternatives"] if proof else ():
        tallies.setdefault(item["key"], []).append(item)
    for key, found in tallies.items():
        statement = case.jurisdiction.statements[PARAMETER_OF_READING[key].key]
        open_values = {format_value(value) for value in statement.alternatives}
        counted = [item for item in found if item["value"] in open_values and item["hands"]]
        if statement.standing != "silent" or not counted:
            continue
        most = max(counted, key=lambda item: int(item["hands"]))
        yield Draft(
            f"{format_count(most['hands'])} hands rest on a reading: "
            f"{describe_parameter(statement.parameter)}; assumed {format_value(statement.value)}; "
            f"for example {most['cards']}: low {most['low']}, or {most['other_low']} with "
            f"{most['value']}",
            statement.path,
            statement.parameter.key,
            statement.citations,
            {**list_values(statement), "hands": str(most["hands"]), "example": most["cards"]},
            price_statement(case, statement),
            "answer the question in the house way",
        )


@rule("HWY006", severity=Severity.WARNING)
def hands_set_by_completion(case: Case) -> Iterator[Draft]:
    """The document leaves hands unset, and a rule of our own completes it.

    The house way as printed is not whole.

    Example: four of a kind with three of a kind beside it, set like four of a kind with a pair.
    """
    proof = load_proof(case)
    for item in proof["rules"] if proof else ():
        if item["standing"] == "silent" and item["hands"]:
            place = item["place"]
            data = case.jurisdiction.house_way[place]
            yield Draft(
                f"the document does not set {format_count(item['hands'])} hands "
                f"({_name(case, place)}), for example {item['cards']}; completed with "
                f"{item['low']} low, because {data.get('because', '')}",
                ("house_way", place),
                f"completed:{_name(case, place)}",
                _cite(case, place),
                {"hands": str(item["hands"]), "example": item["cards"], "low": item["low"]},
                Price((), "touches the standard wager; another completion is no reading"),
                "add a rule for these hands",
            )


@rule("HWY007", severity=Severity.WARNING)
def rule_never_applies(case: Case) -> Iterator[Draft]:
    """A rule of the house way sets no hand at all.

    Other rules take every hand it speaks of; it was meant for something.

    Example: an exception that stands after the rule it is an exception to.
    """
    proof = load_proof(case)
    for place in proof["unreachable"] if proof else ():
        yield Draft(
            f"the rule {_name(case, place)!r} never sets a hand",
            ("house_way", place),
            f"idle:{_name(case, place)}",
            _cite(case, place),
            {"rule": _name(case, place)},
            Price(),
            "move the rule, or drop it",
        )


@rule("HWY008", severity=Severity.WARNING)
def equal_hands_where_equal_is_foul(case: Case) -> Iterator[Draft]:
    """The house way makes two hands of equal rank, and the document asks for a higher high hand.

    The setting is legal only if the cards beside the pair count, which is not said.

    Example: four of a kind is split into two pairs of one rank.
    """
    proof = load_proof(case)
    statement = case.jurisdiction.statements["setting.equal_high_and_low"]
    says_foul = any(said.value == "foul" for said in statement.said)
    if proof and proof["equal"]["hands"] and says_foul:
        tally = proof["equal"]
        yield Draft(
            f"the house way sets {format_count(tally['hands'])} hands with a high hand that ranks "
            f"as the low hand, for example {tally['cards']} with {tally['low']} low, and the "
            "document asks for a higher one",
            statement.path,
            "equal-hands",
            statement.citations,
            {"hands": str(tally["hands"]), "example": tally["cards"], "low": tally["low"]},
            Price((), "touches the standard wager; how else they would be set is not said"),
            "say that equal hands are allowed, or change the house way",
        )


@rule("HWY009", severity=Severity.WARNING)
def royal_match_broken_up(case: Case) -> Iterator[Draft]:
    """The house way breaks up every royal match, and the document may mean the hands as set.

    Where the bonus looks at the hands as they are set, a bank never holds the hand that its rules
    speak of, and a foul hand that the dealer sets anew loses it.

    Example: a royal flush with a suited king and queen beside it is set as two pairs.
    """
    considered = case.jurisdiction.statements["fortune.hand_considered"]
    as_set = "as-set" in (considered.value, *considered.alternatives)
    if not case.jurisdiction.house_way or not as_set:
        return
    from certify.game.cards import format_cards
    from certify.game.holdings import is_match
    from certify.game.house_way.rules import build_house_way, set_hand
    from certify.odds.exclusions import list_royal_matches
    from certify.odds.house_way_readings import read_house_way

    readings, ranks = read_house_way(case.jurisdiction, {})
    way = build_house_way(case.jurisdiction.house_way)
    allowed = case.rules().choice("deck.royal_match_joker") != "not-allowed"
    hands = [tuple(sorted(hand)) for hand in list_royal_matches(joker_allowed=allowed)]
    settings = [set_hand(way, hand, readings, ranks) for hand in hands]
    broken = [
        (hand, setting)
        for hand, setting in zip(hands, settings, strict=True)
        if not is_match(setting.low)
    ]
    if len(broken) == len(hands):
        hand, setting = broken[0]
        yield Draft(
            f"the house way breaks up all {len(hands)} royal matches, for example "
            f"{format_cards(hand)} with {format_cards(setting.low)} low, and whether the bonus "
            "looks at the cards or at the hands as set is not said",
            considered.path,
            "royal-match",
            case.jurisdiction.statements["deck.royal_match"].citations,
            {
                "hands": str(len(hands)),
                "example": format_cards(hand),
                "low": format_cards(setting.low),
            },
            Price((), "touches the fortune-bonus; what counts depends on how players set"),
            "say that the bonus looks at the seven cards",
        )
