"""The hands that two house ways set differently, under the readings in force."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from certify.base.progress import Progress
from certify.game.cards import format_cards
from certify.game.house_way.build import build_house_way, strip_rules
from certify.odds.house_way_readings import read_house_way
from certify.odds.identity import remember
from certify.spec.rulebook import Rulebook


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
