"""A jurisdiction's house way under the readings in force, and its proof as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from certify.base.errors import CertifyError
from certify.base.progress import Progress
from certify.game.cards import format_cards
from certify.game.house_way.build import build_house_way, strip_rules
from certify.game.house_way.rules import HouseWay
from certify.odds.identity import remember
from certify.spec.resolved import Uncounted
from certify.spec.rulebook import Rulebook
from certify.wagers.ranking import list_deck, list_uncounted


def read_house_way(rulebook: Rulebook) -> dict[str, str]:
    """Every reading of the house way that has a value; refused for a deck or a deal that is not modelled."""
    if not rulebook.house_way:
        statement = rulebook.ranking.house_way.statement
        told = f"it refers to {statement.deferred_to}" if statement.deferred_to else "not addressed"
        raise CertifyError(f"{rulebook.jurisdiction} contains no house way: {told}")
    for given in list_uncounted(rulebook.ranking, list(list_deck(rulebook.ranking))):
        raise Uncounted(given)
    return {
        key: str(given.value)
        for key, given in rulebook.house_way_readings.items()
        if given.said is not None
    }


def list_house_way_alternatives(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """The other answers to every question: those the text leaves open and those it rules out."""
    adopted = read_house_way(rulebook)
    return {
        key: tuple(value for value in values if value != adopted.get(key))
        for key, values in build_house_way(rulebook.house_way).values.items()
    }


def find_proof(rulebook: Rulebook, progress: Progress | None = None) -> dict[str, Any] | None:
    """What holds of the house way over all hands, as plain data; None where there is none.

    The one proof that commands, findings and filings use; kept between runs.
    """
    if not rulebook.house_way:
        return None
    readings, ranks = read_house_way(rulebook), rulebook.ranking.rank_rules()
    way = build_house_way(rulebook.house_way)
    question = {
        "rules": strip_rules(rulebook.house_way),
        "examples": [
            [[format_cards(cards) for cards in (item.cards, item.low)] for item in rule.examples]
            for rule in way.rules
        ],
        "unexpressed": len(way.unexpressed),
        "values": {key: list(values) for key, values in way.values.items()},
        "readings": readings,
        "ranks": asdict(ranks),
    }

    def prove() -> dict[str, Any]:
        from certify.odds.house_way_proof import describe_proof, prove_house_way

        others = list_house_way_alternatives(rulebook)
        return describe_proof(prove_house_way(way, readings, others, ranks, progress))

    return _cite(remember("house-way-proof", question, prove), way)


def tell_overlaps(rulebook: Rulebook, progress: Progress | None = None) -> list[str]:
    """Hands that two rules of the house way set differently, where no exception says which applies."""
    proof = find_proof(rulebook, progress) or {"overlaps": ()}
    return [
        f"house way: {item['hands']:,} hands are set by {item['rule']}, and differently by "
        f"{item['other']}, without an exception (for example {item['example']})"
        for item in proof["overlaps"]
    ]


def _cite(data: Mapping[str, Any], way: HouseWay) -> dict[str, Any]:
    """A proof together with the clauses and lines of its rules: what is printed and judged."""
    rules = {rule.rule: rule for rule in way.rules}
    lines = {
        (rule.rule, format_cards(example.cards)): example.lines
        for rule in way.rules
        for example in rule.examples
    }
    return {
        **data,
        "rules": [
            {
                "rule": item["rule"],
                "clause": rules[item["rule"]].clause,
                "lines": rules[item["rule"]].lines,
                **item,
            }
            for item in data["rules"]
        ],
        "broken_examples": [
            {**item, "lines": lines[item["rule"], item["cards"]]}
            for item in data["broken_examples"]
        ],
        "unexpressed": [
            {"rule": item.rule, "because": item.because, "clause": item.clause, "lines": item.lines}
            for item in way.unexpressed
        ],
    }


def compare_house_ways(
    own: Rulebook, other: Rulebook, progress: Progress | None = None
) -> dict[str, Any]:
    """The hands set differently by the house way of another document, under the ranking of this one.

    They are grouped by the two rules that set them, each group with its number of hands and an example.
    """
    ranks = own.ranking.rank_rules()
    adopted = [read_house_way(item) for item in (own, other)]
    question = {
        "rules": [strip_rules(item.house_way) for item in (own, other)],
        "readings": adopted,
        "ranks": asdict(ranks),
    }

    def compare() -> dict[str, Any]:
        from certify.kernels import house_way as kernel
        from certify.odds.house_way_table import tabulate_house_way

        ways = [build_house_way(item.house_way) for item in (own, other)]
        tables = [tabulate_house_way(way, ranks, progress) for way in ways]
        played = [table.play(readings) for table, readings in zip(tables, adopted, strict=True)]
        hands, weights = tables[0].hands, tables[0].inputs.weights
        values = [kernel.list_values(hands, item) for item in played]
        differ = (values[0][0] != values[1][0]) | (values[0][1] != values[1][1])
        groups: list[dict[str, Any]] = []
        for rules in sorted(
            {
                (int(a), int(b))
                for a, b in zip(played[0].rules[differ], played[1].rules[differ], strict=True)
            }
        ):
            chosen = differ & (played[0].rules == rules[0]) & (played[1].rules == rules[1])
            count, place = kernel.tally(chosen, weights)
            groups.append(
                {
                    "hands": count,
                    "example": format_cards(tables[0].list_cards(place)),
                    "rules": [
                        way.rules[rule].rule if rule >= 0 else ""
                        for way, rule in zip(ways, rules, strict=True)
                    ],
                    "lows": [
                        format_cards(table.list_low(place, item))
                        for table, item in zip(tables, played, strict=True)
                    ],
                }
            )
        groups.sort(key=lambda item: -item["hands"])
        return {"hands": int(weights[differ].sum()), "groups": groups}

    found: dict[str, Any] = remember("house-way-difference", question, compare)
    return found
