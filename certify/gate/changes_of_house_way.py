"""Changes of a house way, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from certify.gate.change import ABSENT, Apply, Change, Pair, Sort, put_in_order
from certify.spec.printed_rows import PRINTED


def list_changes_of_house_way(pair: Pair) -> Iterator[Change]:
    """Rules that come, go, change or move, and rules that are not expressed."""
    old, new = dict(pair.old.house_way), dict(pair.new.house_way)
    if bool(old) != bool(new):
        before, after = (
            f"{len(way.get('rules', ()))} rules" if way else ABSENT for way in (old, new)
        )
        yield Change(
            "house way",
            pair.place(("house_way",), gone=not new),
            before,
            after,
            Sort.MONEY,
            None,
            lambda item: replace(
                item,
                house_way=new,
                statements={
                    **item.statements,
                    **{
                        key: statement
                        for key, statement in pair.new.statements.items()
                        if key not in pair.old.statements
                    },
                },
            ),
        )
        return
    yield from _compare_rules(pair, old, new)
    named = [{item["rule"]: item for item in way.get("unexpressed", ())} for way in (old, new)]
    for name in dict.fromkeys([*named[0], *named[1]]):
        if named[0].get(name) != named[1].get(name):
            yield Change(
                f"house way: not expressed: {name}",
                pair.place(("house_way", "unexpressed")),
                ABSENT if name not in named[0] else "named",
                ABSENT if name not in named[1] else "named",
                Sort.MONEY,
                None,
                lambda item: replace(
                    item,
                    house_way={**item.house_way, "unexpressed": new.get("unexpressed", [])},
                ),
            )
    rows = [{item["rule"]: item for item in way.get(PRINTED, ())} for way in (old, new)]
    for name in dict.fromkeys([*rows[0], *rows[1]]):
        if rows[0].get(name) != rows[1].get(name):
            yield Change(
                f"house way: as printed: {name}",
                pair.place(("house_way", PRINTED)),
                _tell_row(rows[0].get(name)),
                _tell_row(rows[1].get(name)),
                Sort.WORDS,
                None,
                None,
            )


def _tell_row(row: Mapping[str, Any] | None) -> str:
    if row is None:
        return ABSENT
    shown = {key: value for key, value in row.items() if key != "rule"}
    return "; ".join(f"{key} {_tell_data(value)}" for key, value in sorted(shown.items()))


def _compare_rules(pair: Pair, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    before = {item["rule"]: item for item in old.get("rules", ())}
    after = {item["rule"]: item for item in new.get("rules", ())}
    order = [*after]

    def put(name: str, rule: Any) -> Apply:
        return lambda item: replace(
            item,
            house_way={
                **item.house_way,
                "rules": put_in_order(
                    item.house_way["rules"], name, rule, order, lambda other: str(other["rule"])
                ),
            },
        )

    for name in dict.fromkeys([*before, *after]):
        first, second = before.get(name), after.get(name)
        if first == second:
            continue
        gone = second is None
        rules = (old if gone else new)["rules"]
        place = next(number for number, rule in enumerate(rules) if rule["rule"] == name)
        plays = _rule_plays(first) != _rule_plays(second)
        yield Change(
            f"house way: {name}",
            pair.place(("house_way", "rules", place), gone=gone),
            _tell_rule(first, plays),
            _tell_rule(second, plays),
            Sort.MONEY if plays else Sort.WORDS,
            None,
            put(name, second) if plays else None,
            tuple(f"{key}={value}" for key, value in rules[place].get("under", {}).items()),
        )
    kept = [name for name in before if name in after]
    if kept != [name for name in after if name in before]:
        yield Change(
            "house way: order of rules",
            pair.place(("house_way", "rules")),
            ", ".join(kept),
            ", ".join(name for name in after if name in before),
            Sort.MONEY,
            None,
            lambda item: replace(
                item,
                house_way={
                    **item.house_way,
                    "rules": sorted(
                        item.house_way["rules"],
                        key=lambda rule: (
                            order.index(rule["rule"]) if rule["rule"] in order else len(order)
                        ),
                    ),
                },
            ),
        )


_WORDS = {"at", "examples", "part", "note", "because"}
"""What of a rule plays no card."""


def _rule_plays(rule: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if rule is None else {key: rule[key] for key in rule if key not in _WORDS}


def _tell_rule(rule: Mapping[str, Any] | None, plays: bool) -> str:
    if rule is None:
        return ABSENT
    shown = {key: rule[key] for key in rule if (key not in _WORDS) is plays and key != "rule"}
    return "; ".join(f"{key} {_tell_data(value)}" for key, value in sorted(shown.items()))


def _tell_data(data: Any) -> str:
    if isinstance(data, Mapping):
        return ", ".join(f"{key} {_tell_data(value)}" for key, value in data.items())
    if isinstance(data, list):
        return " and ".join(map(_tell_data, data))
    return {True: "yes", False: "no"}.get(data, str(data)) if isinstance(data, bool) else str(data)
