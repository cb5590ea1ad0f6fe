"""certify set."""

from __future__ import annotations

import click

from certify.base.errors import CertifyError
from certify.cli.options import (
    load_specs,
    parse_readings,
    print_json,
    take_json,
    take_readings,
)
from certify.game.cards import format_cards, parse_cards
from certify.game.house_way.rules import build_house_way, set_hand
from certify.game.rank import name_category, rank_high
from certify.odds.house_way_readings import read_house_way


@click.command("set")
@click.argument("spec", metavar="SPEC")
@click.argument("cards", metavar="CARDS")
@take_readings
@take_json
def command(spec: str, cards: str, readings: tuple[str, ...], as_json: bool) -> None:
    """Set seven cards (one argument, in quotes) by the house way, naming the rule and its clause."""
    jurisdiction = load_specs((spec,))[0]
    overrides = parse_readings(readings, [jurisdiction])
    values, rank_rules = read_house_way(jurisdiction, overrides.get(None, {}))
    setting = set_hand(
        build_house_way(jurisdiction.house_way), parse_cards(cards, 7), values, rank_rules
    )
    rule = setting.rule
    if rule is None:
        raise CertifyError(f"no rule of {jurisdiction.id} sets these cards; see certify house-way")
    if as_json:
        print_json(
            {
                "low": format_cards(setting.low),
                "high": format_cards(setting.high),
                "rule": rule.rule,
                "clause": rule.clause,
                "lines": rule.lines,
                "standing": rule.standing,
            }
        )
        return
    click.echo(f"low   {format_cards(setting.low)}")
    click.echo(
        f"high  {format_cards(setting.high)}  "
        f"({name_category(rank_high(setting.high, rank_rules))})"
    )
    place = f"{rule.clause}, lines {rule.lines}" if rule.lines else "the document does not say"
    click.echo(f"rule  {rule.rule} ({place}; {rule.standing})")
    if rule.because:
        click.echo(f"      because {rule.because}")
    for key, value in rule.under:
        click.echo(f"      under {key}={value}")
