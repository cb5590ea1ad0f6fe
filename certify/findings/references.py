"""REF: texts that a document points to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from certify.findings.case import Case
from certify.findings.finding import Draft, Effect, Price, Severity
from certify.findings.phrases import count_things, join_words
from certify.findings.pricing import list_wagers, price_statement
from certify.findings.registry import rule
from certify.game.vocabulary import READINGS
from certify.spec.model import Entry, Statement


def _group_deferred(case: Case) -> dict[str, list[Statement]]:
    """The deferred statements by the text they are left to."""
    groups: dict[str, list[Statement]] = {}
    for statement in case.statements("deferred"):
        if statement.parameter.key == "identity.base_rules":  # it has a rule of its own
            continue
        groups.setdefault(statement.deferred_to, []).append(statement)
    return groups


def _is_lost_by_extraction(case: Case, entry: Entry) -> bool:
    """Whether the text pointed to was lost on the way here, which is not the document's fault."""
    target = str(entry.data["to"]).casefold()
    return any(
        target in str(item.data["what"]).casefold()
        for item in case.jurisdiction.list_entries("extraction")
    )


@rule("REF001", severity=Severity.NOTE)
def text_not_supplied(case: Case) -> Iterator[Draft]:
    """The document points to another text that is not supplied with it.

    What stands there cannot be examined. Where rules of play are left to it, another rule says
    which.

    Example: wagers stay within the posted limits of the table.
    """
    seen: dict[str, Entry] = {}
    for entry in case.jurisdiction.list_entries("references"):
        if entry.data["kind"] == "external" and not entry.data["supplied"]:
            seen.setdefault(str(entry.data["to"]), entry)
    for target, entry in seen.items():
        places = tuple(
            item.citation
            for item in case.jurisdiction.list_entries("references")
            if item.data["to"] == target and item.citation
        )
        yield Draft(
            f"points to a text that is not supplied: {target}",
            entry.path,
            target,
            places,
            {"to": target},
            Price(),
            "supply the text with the document, or quote it",
        )


@rule("REF002", severity=Severity.WARNING)
def reference_to_nothing(case: Case) -> Iterator[Draft]:
    """The document points to a place in itself that is not there.

    Something was cut, or never written. What only the extraction of the text has lost is left out.

    Example: procedures that are said to be described above, where nothing stands.
    """
    for entry in case.jurisdiction.list_entries("references"):
        if (
            entry.data["kind"] == "internal"
            and not entry.data["supplied"]
            and not _is_lost_by_extraction(case, entry)
        ):
            target = str(entry.data["to"])
            yield Draft(
                f"points to nothing: {target}",
                entry.path,
                target,
                (entry.citation,) if entry.citation else (),
                {"to": target},
                Price(),
                "add what is missing, or remove the reference",
            )


@rule("REF003", severity=Severity.WARNING)
def rules_left_to_another_text(case: Case) -> Iterator[Draft]:
    """Rules of play are left to a text that is not supplied.

    The wagers they decide cannot be certified from this document alone. The price is that of the
    values which the other text might give, where they are a closed list.

    Example: copies, fouls and commission stand in another section of the code.
    """
    for target, statements in _group_deferred(case).items():
        wagers = dict.fromkeys(wager for item in statements for wager in list_wagers(case, item))
        effects: dict[str, list[Effect]] = {}
        unpriced = ""
        for item in statements:
            price = price_statement(case, item, _list_possible(item))
            unpriced = unpriced or price.unpriced
            for effect in price.effects:
                effects.setdefault(effect.wager, []).append(effect)
        merged = tuple(
            Effect(
                min(item.low for item in found),
                max(item.high for item in found),
                wager,
                found[0].basis,
            )
            for wager, found in effects.items()
        )
        names = [item.parameter.key for item in statements]
        parts = Counter(item.parameter.section for item in statements)
        touched = f", and with them {join_words(wagers)}" if wagers else ""
        yield Draft(
            f"{count_things(len(names), 'rule')} left to {target}{touched}: "
            + join_words(f"{number} on {part}" for part, number in parts.items()),
            statements[0].path,
            target,
            tuple(dict.fromkeys(place for item in statements for place in item.citations)),
            {"left": ", ".join(sorted(names))},
            Price(merged, unpriced),
            "supply the text, or write the rules here",
        )


def _list_possible(statement: Statement) -> tuple[str, ...] | None:
    """The values another text might give: the alternatives listed, else the whole closed list."""
    reading = statement.parameter.reading
    if statement.alternatives or reading is None or statement.value is None:
        return None
    return tuple(value for value in READINGS[reading].values if value != statement.value)


@rule("REF004", severity=Severity.WARNING)
def standard_wager_rests_elsewhere(case: Case) -> Iterator[Draft]:
    """The standard wager cannot be certified from the document, because its rules stand elsewhere.

    Only the bonus wagers can then be computed.

    Example: the base game is played by the rules of another section.
    """
    base = case.jurisdiction.statements["identity.base_rules"]
    needed = [
        case.jurisdiction.statements[key]
        for key in (
            "comparison.method",
            "comparison.both_win",
            "comparison.copy",
            "standard.pays",
            "setting.house_way",
        )
    ]
    missing = [
        item for item in needed if item.standing in {"deferred", "silent"} and item.value is None
    ]
    if missing:
        yield Draft(
            "the standard wager cannot be certified from this document, which does not give "
            f"{join_words(item.parameter.key for item in missing)}",
            base.path,
            "identity.base_rules",
            tuple(dict.fromkeys(place for item in (base, *missing) for place in item.citations)),
            {"missing": ", ".join(item.parameter.key for item in missing)},
            Price((), "the standard wager has no odds without these rules"),
            "supply the rules of the base game with the document",
        )


@rule("REF005", severity=Severity.WARNING)
def house_way_elsewhere(case: Case) -> Iterator[Draft]:
    """The bank must follow a house way that the document does not give.

    The bank's setting decides the standard wager; two cardrooms may then play two games.

    Example: the dealer sets by the house way, and no page of it is there.
    """
    statement = case.jurisdiction.statements["setting.house_way"]
    if statement.standing in {"deferred", "silent"}:
        where = f"; the document points to {statement.deferred_to}" if statement.deferred_to else ""
        yield Draft(
            f"the bank's house way is not given{where}",
            statement.path,
            "setting.house_way",
            statement.citations,
            {"standing": statement.standing},
            Price((), "the standard wager has no odds without a house way"),
            "supply the house way",
        )


@rule("REF006", severity=Severity.NOTE)
def text_left_to_and_not_listed(case: Case) -> Iterator[Draft]:
    """A rule is left to a text that the inventory of references does not know.

    Either the inventory of the file is incomplete, or the text has two names.

    Example: copies are left to the base rules, and no reference to them is listed.
    """
    known = [
        str(item.data["to"]).casefold() for item in case.jurisdiction.list_entries("references")
    ]
    for target, statements in _group_deferred(case).items():
        words = target.casefold()
        if not any(words in name or name in words for name in known):
            yield Draft(
                f"{count_things(len(statements), 'rule')} left to {target}, which is not among the "
                "references",
                statements[0].path,
                target,
                statements[0].citations,
                {"to": target},
                Price(),
                "list the reference under one name",
            )


@rule("REF007", severity=Severity.NOTE)
def rule_left_to_two_texts(case: Case) -> Iterator[Draft]:
    """Rules are left to two texts at once, and nothing says which of them prevails.

    Where the two differ, each party will quote the one that suits it.

    Example: play follows the rules of another section, and house procedures.
    """
    known = [
        str(item.data["to"]).casefold() for item in case.jurisdiction.list_entries("references")
    ]
    for target, statements in _group_deferred(case).items():
        parts = [part.strip() for part in target.casefold().split(" and ")]
        named = {name for part in parts for name in known if part in name or name in part}
        if len(parts) > 1 and len(named) > 1 and target.casefold() not in known:
            yield Draft(
                f"{count_things(len(statements), 'rule')} left to two texts at once, {target}; "
                "which prevails is not said",
                statements[0].path,
                target,
                tuple(dict.fromkeys(place for item in statements for place in item.citations)),
                {"texts": target},
                Price(),
                "say which text prevails",
            )
