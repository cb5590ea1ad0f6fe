"""What changed since the last revision, from the two revisions in a certificate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.base.figures import format_root
from certify.compare.certificates import list_certificate_differences
from certify.compare.differences import align_differing
from certify.filing.issues import FiledIssue
from certify.filing.wording import clip
from certify.findings.finding import Effect
from certify.findings.registry import load_rules
from certify.odds.result import Status, find_rule
from certify.render.finding import describe_effect
from certify.render.numbers import amount, count, percent
from certify.render.texts import STANDINGS, STATUSES
from certify.render.values import begin
from certify.render.words import Words
from certify.spec.model import Jurisdiction, Standing
from certify.spec.readings import parse_reading
from certify.spec.values import Value, parse_money

_FIGURES = ("status", "outcomes", "house_edge", "hit_rate", "variance", "envy", "envy_stake", "cap")
_LONGEST = 60
"""A title among the changes; the issue itself has all of it."""
Wager = Mapping[str, Any]


def list_changes(
    jurisdiction: Jurisdiction, certificate: Mapping[str, Any], issues: Sequence[FiledIssue]
) -> list[str]:
    """Figures, payouts, values and issues that differ from those of the last revision, a line each."""
    words = Words(jurisdiction)
    before = certificate["before"]
    earlier = {**certificate, "wagers": before["wagers"], "issues": before["issues"]}
    wagers: list[tuple[Wager, Wager]] = []
    new: list[str] = []
    gone: list[str] = []
    graded: list[str] = []
    known = {item.issue.fingerprint: item for item in issues}
    for item in list_certificate_differences(earlier, certificate):
        part, name = item.address[0], item.address[-1]
        if part == "wagers" and len(item.address) == 2:
            wagers.append((item.old or {}, item.new or {}))
        elif part == "issues" and item.old is None:
            own = known.get(name)
            new.append(
                f"{own.label} {clip(own.title, _LONGEST)}" if own else _name_rule(item.new["code"])
            )
        elif part == "issues" and item.new is None:
            gone.append(_name_rule(item.old["code"]))
        elif part == "issues" and isinstance(item.new, Mapping):
            label = known[name].label if name in known else name
            graded.append(f"{label}, {item.old['severity']} before")
    figures = [line for pair in wagers for line in _list_figures(words, *pair)]
    if not figures:
        figures = [
            f"House edge, hit frequency, variance, payouts and {jurisdiction.names.envy} are unchanged "
            f"({count(len(certificate['wagers']), 'wager')}, each paytable counted)."
        ]
    changed = {
        count(len(new), "new issue"): sorted(new, key=_sort),
        f"{count(len(gone), 'issue')} no longer found": [
            f"{f'{times} × ' if times > 1 else ''}{name}"
            for name, times in sorted(Counter(gone).items())
        ],
        "Other severity": graded,
    }
    listed = [f"{label}: {'; '.join(names)}." for label, names in changed.items() if names]
    return [*figures, *_list_values(words, wagers), *listed]


def _name_rule(code: str) -> str:
    """What a rule finds, with its code: a certificate holds no more of an issue."""
    rule = load_rules().get(code)
    return f"{rule.name.replace('-', ' ')} ({code})" if rule else code


def _sort(named: str) -> tuple[int, str]:
    """Numbered issues in order, before those that other documents alone have."""
    label = named.partition(" ")[0]
    return int(label[1:]) if label[1:].isdigit() else 10**6, named


def _name(words: Words, wager: Wager) -> str:
    table = wager.get("paytable", "main")
    named = f" {table}" if table != "main" else ""
    return f"{begin(words.wager(wager['wager']))}{named}"


def _list_figures(words: Words, old: Wager, new: Wager) -> Iterator[str]:
    """The changes of one wager on one paytable."""
    if not old or not new:
        yield f"{_name(words, old or new)}: {'no longer in the document' if old else 'new'}."
        return
    if not any(old.get(key) != new.get(key) for key in _FIGURES):
        return
    name = _name(words, new)
    if old["status"] != new["status"]:
        statuses = (STATUSES[Status(item["status"])] for item in (old, new))
        yield f"{name}: figure {' → '.join(statuses)}."
    for row, one, two in align_differing(*map(_list_pays, (old, new))):
        pays = " → ".join(net or "no row" for net in (one, two))
        outcome = begin(words.outcome(new["wager"], new.get("paytable"), row))
        yield f"{name}: {outcome} {pays} (net, to 1)."
    if "house_edge" not in old or "house_edge" not in new:
        return
    effects = list(_list_effects(old, new))
    yield from (f"{describe_effect(words, effect)}." for effect in effects)
    if not effects:
        yield f"{name}: house edge unchanged, {percent(Fraction(new['house_edge']))}."
    if old["variance"] != new["variance"]:
        roots = (format_root(Fraction(item["variance"]), 4) for item in (old, new))
        yield f"{name}: standard deviation {' → '.join(roots)}."


def _list_pays(wager: Wager) -> dict[str, str]:
    """The net of each outcome; several ways to be paid are one."""
    nets: dict[str, list[str]] = {}
    for name, _, net in wager.get("outcomes", ()):
        nets.setdefault(name, []).append(amount(Fraction(net)))
    return {name: " or ".join(own) for name, own in nets.items()}


def _list_effects(old: Wager, new: Wager) -> Iterator[Effect]:
    """The house edge before and now, without Envy Bonus and at a full table."""
    edges = [Fraction(item["house_edge"]) for item in (old, new)]
    names = {"wager": new["wager"], "paytable": new.get("paytable", "")}
    if edges[0] != edges[1]:
        yield Effect(**names, before=(edges[0],) * 2, after=(edges[1],) * 2)
    full = [item["envy"][-1] for item in (old, new) if item.get("envy")]
    if len(full) == 2 and all(len(item) > 2 for item in full) and full[0] != full[1]:
        first, second = (Fraction(item[2]) for item in full)
        stake = parse_money(new["envy_stake"]) if "envy_stake" in new else None
        yield Effect(
            **names,
            before=(first,) * 2,
            after=(second,) * 2,
            stake=stake,
            other_players=full[1][0],
        )


def _list_values(words: Words, wagers: Sequence[tuple[Wager, Wager]]) -> Iterator[str]:
    """The values that figures of both revisions rest on and that differ, each with its wagers once."""
    found: dict[tuple[str, str, str], None] = {}
    for old, new in wagers:
        sides = (item.get("rests_on", {}) for item in (old, new))
        for key, one, two in align_differing(*sides):
            if one and two:
                found[key, one, two] = None
    for key, one, two in found:
        rule = find_rule(key)
        title = f"House way, {rule}" if rule else words.title(key)
        values = [_show_value(words, key, text) for text in (one, two)]
        yield f"{title}: {values[0]} → {values[1]}."


def _show_value(words: Words, key: str, text: str) -> str:
    """A standing and a value of a certificate in words."""
    standing, _, value = text.partition(": ")
    shown: Value | str = value
    with suppress(CertifyError):
        shown = parse_reading(words.jurisdiction, key, value)
    told = words.value(key, shown) if words.statement(key) else value
    with suppress(ValueError):
        standing = STANDINGS[Standing(standing)]
    return f"{told} ({standing})"
