"""certify set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from certify.base.errors import CertifyError
from certify.base.figures import format_percent
from certify.base.progress import show_progress
from certify.base.tables import format_count, format_table
from certify.cli.options import (
    check_lender,
    find_lender,
    load_spec,
    take_house_way,
    take_readings,
    take_spec,
)
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.game.cards import format_cards, parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import HouseWayRule, Passed, Setting, list_passed, set_hand
from certify.game.rank import RankRules, name_category, rank_high
from certify.odds.house_way_readings import read_house_way
from certify.spec.compile import compile_rulebook
from certify.spec.readings import parse_readings

if TYPE_CHECKING:
    from certify.odds.best_setting import BestSetting


@make_command(
    "set",
    epilog=show_examples(
        "certify set SPEC 8c8h6s6hQc9d7s",
        "certify set SPEC As Kd 10h 10c 4s 3d Joker --why",
        "certify set SPEC 'As Ks Qd Jc 10h 9s 2d' --best --json",
    ),
)
@take_spec
@click.argument("cards", metavar="CARDS", nargs=-1, required=True)
@click.option(
    "--why", is_flag=True, help="Also the rules that do not apply, with the condition that failed."
)
@click.option(
    "--best",
    is_flag=True,
    help="Also the expected result of each legal setting against the house way.",
)
@click.option(
    "--against", metavar="CARDS", help="With --best: the banker's seven cards, if they are visible."
)
@take_house_way
@take_readings
@take_output("text", "json")
def command(
    *,
    spec: str,
    cards: tuple[str, ...],
    why: bool,
    best: bool,
    against: str | None,
    lender: str | None,
    readings: tuple[str, ...],
    output: Output,
) -> None:
    """Set seven cards by the house way.

    Shows the rule and its clause. CARDS are one argument or several, with or without spaces:
    8c8h6s6hQc9d7s. With --best, every legal setting is compared over all 53,524,680 hands of a hidden
    banker who follows the house way.
    """
    if against is not None and not best:
        raise CertifyError("--against is asked for without --best; add --best")
    jurisdiction = load_spec(spec)
    lends = find_lender(lender)
    check_lender(jurisdiction, lends)
    giver = lends or jurisdiction
    asked = parse_readings(jurisdiction, readings, lends)
    rulebook = compile_rulebook(jurisdiction, asked, None, lends)
    try:
        values, rank_rules = read_house_way(rulebook), rulebook.ranking.rank_rules()
    except CertifyError as error:
        cure = "" if rulebook.house_way else "; --assume-house-way SPEC takes that of another"
        raise CertifyError(f"{error}{cure}") from None
    house_way = build_house_way(rulebook.house_way)
    hand = parse_cards(" ".join(cards), 7)
    setting = set_hand(house_way, hand, values, rank_rules)
    passed = list_passed(house_way, hand, values, rank_rules) if why else ()
    if setting.rule is None:
        told = "".join(f"\n  {item.rule.rule}: {item.because}" for item in passed)
        raise CertifyError(f"no rule of {giver.id} sets these cards; see certify house-way{told}")
    found = None
    if best:
        from certify.odds.best_setting import find_best_setting

        with show_progress() as progress:
            bank = parse_cards(against, 7) if against else ()
            found = find_best_setting(rulebook, hand, bank, progress=progress)
    if output.is_json:
        data = _describe(setting, setting.rule)
        if found is not None:
            data |= found.to_dict()
        if lender is not None:
            data["assumed_house_way"] = giver.id
        if why:
            data["passed"] = [{"rule": item.rule.rule, "because": item.because} for item in passed]
        output.write_json(data)
        return
    lines = _list_lines(setting, setting.rule, passed, rank_rules)
    head = [f"house way assumed: that of {giver.id}"] if lender is not None else []
    weighed = list_worth(found) if found is not None else ()
    output.write([*head, *lines, *weighed])


def list_worth(found: BestSetting) -> Iterator[str]:
    """Every legal setting with what it is worth, for people."""
    against = f"{format_cards(found.bank)}, which is seen" if found.bank else "a hidden bank"
    yield ""
    replies = found.best.replies
    yield f"against {against}: {format_count(replies)} {'reply' if replies == 1 else 'replies'}"
    rows = [
        (
            format_cards(item.low),
            format_count(item.wins),
            format_count(item.pushes),
            format_count(item.losses),
            f"{format_percent(item.worth)} %",
            "house way" if item == found.house_way else "",
        )
        for item in found.settings
    ]
    yield from format_table(("low", "wins", "pushes", "losses", "worth", ""), rows)
    if found.cost:
        yield (
            f"best: {format_cards(found.best.low)} low; the house way loses "
            f"{format_percent(found.cost)} % of the stake by its own setting"
        )
    else:
        yield "nothing is better than the house way's own setting"


def _describe(setting: Setting, rule: HouseWayRule) -> dict[str, Any]:
    return {
        "low": format_cards(setting.low),
        "high": format_cards(setting.high),
        "rule": rule.rule,
        "clause": rule.clause,
        "lines": rule.lines,
        "standing": rule.standing,
    }


def _list_lines(
    setting: Setting, rule: HouseWayRule, passed: tuple[Passed, ...], rank_rules: RankRules
) -> Iterator[str]:
    yield f"low   {format_cards(setting.low)}"
    category = name_category(rank_high(setting.high, rank_rules))
    yield f"high  {format_cards(setting.high)}  ({category})"
    place = f"{rule.clause}, lines {rule.lines}" if rule.lines else "the document does not say"
    yield f"rule  {rule.rule} ({place}; {rule.standing})"
    if rule.because:
        yield f"      because {rule.because}"
    for key, value in rule.under:
        yield f"      under {key}={value}"
    if passed:
        yield "passed over"
        for item in passed:
            yield f"      {item.rule.rule}: {item.because}"
