"""certify set and certify house-way."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.base.storage import write_file
from certify.base.tables import format_count, format_table
from certify.cli.options import (
    Rules,
    leave,
    list_lenders,
    load_rules,
    take_house_way,
    take_readings,
    take_spec,
)
from certify.cli.output import (
    FILE,
    Output,
    make_command,
    require_folder,
    show_examples,
    take_output,
)
from certify.game.cards import format_cards, parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import list_passed, set_hand
from certify.game.rank import name_category, rank_high
from certify.odds.house_way_readings import find_proof, read_house_way
from certify.render.numbers import count, percent
from certify.spec.citations import build_citation
from certify.spec.rulebook import Rulebook

if TYPE_CHECKING:
    from certify.odds.best_setting import BestSetting, StrategyCard


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
def run_set(
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
        raise CertifyError("--against requires --best; add it")
    rules = load_rules(spec, readings, lender)
    giver = rules.lender or rules.jurisdiction
    rulebook, values = _compile(rules, "--assume-house-way SPEC assumes that of another document")
    ranks, house_way = rulebook.ranking.rank_rules(), build_house_way(rulebook.house_way)
    hand = parse_cards(" ".join(cards), 7)
    setting = set_hand(house_way, hand, values, ranks)
    passed = list_passed(house_way, hand, values, ranks) if why else ()
    rule = setting.rule
    if rule is None:
        told = "".join(f"\n  {item.rule.rule}: {item.because}" for item in passed)
        raise CertifyError(f"no rule of {giver.id} sets these cards; see certify house-way{told}")
    found = None
    if best:
        from certify.odds.best_setting import find_best_setting

        with show_progress() as progress:
            bank = parse_cards(against, 7) if against else ()
            found = find_best_setting(rulebook, hand, bank, progress=progress)
    low, high = format_cards(setting.low), format_cards(setting.high)
    if output.is_json:
        data: dict[str, Any] = {"low": low, "high": high}
        data |= {key: getattr(rule, key) for key in ("rule", "clause", "lines", "standing")}
        data |= found.to_dict() if found is not None else {}
        data |= {"assumed_house_way": giver.id} if lender is not None else {}
        if why:
            data["passed"] = [{"rule": item.rule.rule, "because": item.because} for item in passed]
        output.write_json(data)
        return
    place = f"{rule.clause}, lines {rule.lines}" if rule.lines else "not addressed by the document"
    lines = [f"assumption: the house way of {giver.id}"] if lender is not None else []
    lines += [
        f"low   {low}",
        f"high  {high}  ({name_category(rank_high(setting.high, ranks)).replace('-', ' ')})",
    ]
    lines.append(f"rule  {rule.rule} ({place}; {rule.standing})")
    lines += [f"      because {rule.because}"] if rule.because else []
    lines += [f"      under {key}={value}" for key, value in rule.under]
    lines += ["rules that do not apply"] if passed else []
    lines += [f"      {item.rule.rule}: {item.because}" for item in passed]
    output.write([*lines, *(list_worth(found) if found is not None else ())])


def _compile(rules: Rules, fix: str) -> tuple[Rulebook, dict[str, str]]:
    """The rulebook with the readings of its house way; refused with a fix if there is none."""
    rulebook = rules.compile()
    try:
        return rulebook, read_house_way(rulebook)
    except CertifyError as error:
        raise CertifyError(str(error) if rulebook.house_way else f"{error}; {fix}") from None


def list_worth(found: BestSetting) -> Iterator[str]:
    """Every legal setting with its expected result, for people."""
    against = f"{format_cards(found.bank)}, which is visible" if found.bank else "a hidden bank"
    yield ""
    yield f"against {against}: {count(found.best.replies, 'hand')}"
    rows = [
        (
            format_cards(item.low),
            format_count(item.wins),
            format_count(item.pushes),
            format_count(item.losses),
            percent(item.worth),
            "house way" if item == found.house_way else "",
        )
        for item in found.settings
    ]
    yield from format_table(("low", "wins", "pushes", "losses", "expected", ""), rows)
    if found.cost:
        yield (
            f"best: {format_cards(found.best.low)} low; the setting of the house way costs "
            f"{percent(found.cost)} of the wager"
        )
    else:
        yield "the setting of the house way is best"


@make_command(
    "house-way",
    epilog=show_examples(
        "certify house-way SPEC",
        "certify house-way SPEC --export settings.csv",
        "certify house-way SPEC --departures -o card.txt",
    ),
)
@take_spec
@click.option(
    "--export", metavar="FILE", type=FILE, help="CSV file with one line per distinct hand."
)
@click.option(
    "--departures",
    is_flag=True,
    help="Strategy card: the hands that best play sets differently.",
)
@take_readings
@take_output("text", "json")
def run_house_way(
    spec: str, export: Path | None, departures: bool, readings: tuple[str, ...], output: Output
) -> None:
    """Verify the house way for every hand.

    Each hand must be set by exactly one rule, and no setting may be foul. Otherwise the exit code is 1
    and the hands are listed. Rules of the document that the specification cannot express are listed;
    they are not verified.
    """
    if export is not None:
        require_folder("--export", export)
    rules = load_rules(spec, readings, None)
    name = rules.jurisdiction.id
    rulebook, values = _compile(rules, list_lenders())
    if departures:
        from certify.odds.best_setting import find_departures

        if export is not None:
            raise CertifyError("--export and --departures exclude each other; omit one of them")
        with show_progress() as progress:
            card = find_departures(rulebook, progress)
        if output.is_json:
            output.write_json({"jurisdiction": name, **card.to_dict()})
        else:
            output.write(_list_departures(name, card))
        return
    with show_progress() as progress:
        proof = find_proof(rulebook, progress) or {}
        if export is not None:
            from certify.odds.house_way_table import export_table, tabulate_house_way

            way, ranks = build_house_way(rulebook.house_way), rulebook.ranking.rank_rules()
            stream = io.StringIO()
            export_table(tabulate_house_way(way, ranks, progress), values, stream)
            write_file(export, stream.getvalue().encode())
    if output.is_json:
        output.write_json({"jurisdiction": name, **proof})
    else:
        output.write(_list_proof(name, proof))
    leave(proof["holds"])


def _list_departures(name: str, card: StrategyCard) -> Iterator[str]:
    """The strategy card for people."""
    yield (
        f"{name}: best play against a hidden bank sets {format_count(card.departing)} of "
        f"{format_count(card.hands)} hands differently"
    )
    yield f"house edge {percent(card.house_edge)} by the house way, {percent(card.best_edge)} by best play"
    yield ""
    rows = [
        (
            kind.shape,
            " / ".join(kind.house_way),
            " / ".join(kind.best),
            kind.example,
            f"{kind.example_house_low} → {kind.example_best_low}",
            format_count(kind.hands),
            percent(kind.gain, 6),
            percent(kind.example_gain),
        )
        for kind in card.kinds
    ]
    head = ("shape", "house way low / high", "best low / high", "example", "low")
    yield from format_table((*head, "hands", "effect", "effect on the example"), rows)


def _list_proof(name: str, proof: Mapping[str, Any]) -> Iterator[str]:
    """The verification of a house way for people."""
    yield (
        f"{name}: {format_count(proof['hands'])} hands of {proof['cards']} cards in "
        f"{format_count(proof['inputs'])} inputs; {proof['rules_in_force']} rules in force of "
        f"{proof['rules_written']} written"
    )
    yield ""
    rows = [
        (item["rule"], item["standing"], *_show(item), item.get("low", ""))
        for item in proof["rules"]
    ]
    yield from format_table(("rule", "standing", "hands", "example", "low"), rows)
    yield ""
    yield from _list_counts(proof)
    rows = [
        (f"{item['reading']}={item['value']}", *_show(item), item.get("low", ""), item["other_low"])
        for item in proof["alternatives"]
    ]
    if rows:
        yield from ("", "hands that depend on a reading")
        yield from format_table(("reading", "hands", "example", "low", "then low"), rows)
    yield ""
    yield f"set again by the engine with the same result: {format_count(proof['checked_by_engine'])} inputs"
    missing = proof["unexpressed"]
    done = "each hand is set by exactly one rule, and no setting is foul"
    if not proof["holds"]:
        yield "NOT VERIFIED"
    elif missing:
        yield f"VERIFIED EXCEPT for {count(len(missing), 'rule')} not expressed: {done}"
    else:
        yield f"VERIFIED: {done}"
    for item in missing:
        where = build_citation({"clause": item["clause"], "lines": item["lines"]})
        yield f"  not expressed: {item['rule']} ({where}), because {item['because']}"


def _show(tally: Mapping[str, Any]) -> tuple[str, str]:
    return format_count(tally["hands"]), tally.get("example", "")


def _list_counts(proof: Mapping[str, Any]) -> Iterator[str]:
    equal = "two hands of equal rank" + (", which is foul here" if proof["equal_is_foul"] else "")
    for label, tally in (
        ("set by no rule", proof["unset"]),
        *((f"  {item['shape']}", item) for item in proof["unset_by_shape"]),
        ("set only by a completing rule", proof["silent"]),
        ("foul setting", proof["fouls"]),
        (equal, proof["equal"]),
    ):
        hands, example = _show(tally)
        yield f"{label}: {hands} hands{f', for example {example}' if example else ''}"
    overlapping = format_count(proof["overlapping"])
    yield f"set differently by two rules, without an exception: {overlapping} hands"
    for item in proof["overlaps"]:
        hands, example = _show(item)
        yield (
            f"  {item['rule']} against {item['other']}: {hands} hands, for example {example}: "
            f"low {item['low']} or {item['other_low']}"
        )
    for rule in proof["unreachable"]:
        yield f"never sets a hand: {rule}"
    for item in proof["broken_examples"]:
        yield (
            f"example that contradicts its rule: {item['cards']} with {item['printed']} low "
            f"(lines {item['lines']}); the rules set {item['low'] or 'nothing'}"
        )
