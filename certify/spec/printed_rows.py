"""Rows of a house way as the document prints them, beside the rules that the file makes of them.

Where rows overlap as printed, somebody has to narrow one of them or say which goes first. If the document
does, it is a rule like any other. If only the file does, the house way is proved and the document is not
clear; so the file keeps the row as printed, and the house way can be asked what it would do without our help.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import DataPath
from certify.game.house_way.build import build_rule

PRINTED = "as_printed"
PATH: DataPath = ("house_way", PRINTED)


def restore_rows(house_way: Mapping[str, Any]) -> dict[str, Any]:
    """The house way with its rows as printed: our conditions and our exceptions taken back."""
    printed: dict[str, Mapping[str, Any]] = {
        item["rule"]: item for item in house_way.get(PRINTED, ())
    }
    restored = {key: value for key, value in house_way.items() if key != PRINTED}
    return {**restored, "rules": [_restore(rule, printed) for rule in house_way["rules"]]}


def _restore(
    rule: Mapping[str, Any], printed: Mapping[str, Mapping[str, Any]]
) -> Mapping[str, Any]:
    row = printed.get(rule["rule"])
    if row is None:
        return rule
    kept = dict(rule)
    if "when" in row:
        kept["when"] = row["when"]
    if row.get("exception_by") == "ours":
        kept.pop("exception_to", None)
    return kept


def list_row_faults(house_way: Mapping[str, Any]) -> Iterator[tuple[DataPath, str, str]]:
    """Faults of rows as printed: where it is, what is wrong, how to cure it."""
    rules = {rule["rule"]: rule for rule in house_way.get("rules", ())}
    seen: set[str] = set()
    for place, row in enumerate(house_way.get(PRINTED, ())):
        path, name = (*PATH, place), row["rule"]
        if name not in rules:
            yield (*path, "rule"), f"unknown rule {name!r}", "write the name of a rule below"
            continue
        if name in seen:
            yield path, f"duplicate row of {name!r}", "keep one of them"
        seen.add(name)
        if "exception_by" in row and "exception_to" not in rules[name]:
            yield (
                (*path, "exception_by"),
                f"{name!r} is an exception to no rule",
                "omit exception_by, or write exception_to on the rule",
            )
        if row.get("when") == rules[name].get("when", {}):
            yield (
                (*path, "when"),
                f"{name!r} has the same condition as printed",
                "omit when",
            )
        try:
            build_rule({**rules[name], "when": row.get("when", {})}, path)
        except CertifyError as error:
            yield path, f"the row cannot be read: {error}", "correct it"
