"""Plain data that the schema has accepted, to the frozen objects of the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from certify.base.load import DataPath, SourceFile
from certify.game.views import ANYTHING, CONDITION_KEYS, HandCondition, parse_condition
from certify.spec.catalogue import (
    ENVY,
    GAME,
    HOUSE_WAY,
    HOUSE_WAY_SENTENCES,
    HOUSE_WAY_WORDS,
    LINE_ENVY,
    LINE_PAYS,
    PARAMETERS,
    PAYTABLE_PARAMETERS,
    WAGER,
    Moves,
    Parameter,
    Touches,
)
from certify.spec.citations import SECTION_DEFAULT, build_citation, write_citation
from certify.spec.model import (
    Alternative,
    Citation,
    Document,
    InventoryEntry,
    Jurisdiction,
    Line,
    Names,
    Paytable,
    Published,
    Recommended,
    Said,
    Standing,
    Statement,
    Task,
    Uncovered,
    Wager,
)
from certify.spec.values import Value, parse_value


def build_jurisdiction(source: SourceFile) -> Jurisdiction:
    """Build the model from data that the schema has accepted."""
    data = source.data
    statements = {
        parameter.key: _build_default(parameter, data[parameter.section], (parameter.section,))
        for parameter in GAME
    }
    house_way = data.get("house_way", {})
    if house_way:
        statements |= {
            parameter.key: _build_default(parameter, house_way, ("house_way",))
            for parameter in HOUSE_WAY
        }
        statements |= {item.key: item for item in _list_house_way_readings(house_way)}
    return Jurisdiction(
        source,
        data["id"],
        data["name"],
        data["edition"]["number"],
        data["edition"]["date"],
        data["currency"],
        tuple(
            Document(
                item["id"],
                item["name"],
                item["sha256"],
                item["lines"],
                item.get("kind", "rules"),
                tuple(item.get("anchors", ())),
            )
            for item in data["documents"]
        ),
        statements,
        tuple(
            _build_wager(item, ("wagers", place), data["currency"])
            for place, item in enumerate(data["wagers"])
        ),
        house_way,
        tuple(
            Uncovered(
                item["what"],
                tuple(item.get("wagers", ())),
                build_citation(item["at"]),
                ("uncovered", place),
                tuple(item.get("paytables", ())),
                tuple(item.get("lines", ())),
            )
            for place, item in enumerate(data.get("uncovered", ()))
        )
        + tuple(_list_rows_in_own_words(data)),
        tuple(_list_inventory(data.get("inventory", {}))),
        tuple(_list_tasks(data)),
        tuple(
            _build_published(
                item,
                f"standard-{place + 1}" if place else "standard",
                build_citation(item["at"]),
                ("standard", "published", place),
            )
            for place, item in enumerate(data["standard"].get("published", ()))
        ),
        Names(**data.get("names", {})),
        _read_in_force(data.get("in_force")),
    )


def _read_in_force(data: Mapping[str, str] | None) -> tuple[str, str] | None:
    return (data["from"], data.get("until", "")) if data else None


def _build_default(
    parameter: Parameter, data: Mapping[str, Any], path: DataPath, wager: str | None = None
) -> Statement:
    """A statement of its own, or the one that the section makes for all it does not write out."""
    if parameter.name in data:
        place: DataPath = (*path, parameter.name)
        return build_statement(parameter, data[parameter.name], place, wager)
    return build_statement(
        parameter, data.get(SECTION_DEFAULT, {"silent": True}), (*path, SECTION_DEFAULT), wager
    )


def build_statement(
    parameter: Parameter, data: Mapping[str, Any], path: DataPath, wager: str | None = None
) -> Statement:
    """Build one statement, whatever its standing."""
    said = _list_said(parameter, data, path)
    values = list(dict.fromkeys(item.value for item in said))
    alternatives: tuple[Alternative, ...] = ()
    value: Value | None = None
    deferred_to = ""
    if said:
        standing = Standing.STATED if len(values) == 1 else Standing.CONFLICTING
        value = parse_value(parameter, data["adopted"]) if "adopted" in data else values[0]
        alternatives = tuple(
            Alternative(item, citation=first.citation, brings=first.brings)
            for item in values
            for first in [next(x for x in said if x.value == item)]
            if item != value
        )
    elif "not_offered" in data:
        standing = Standing.NOT_OFFERED
        if "at" in data:
            said = (Said("not offered", build_citation(data["at"]), path),)
    elif "todo" in data:
        standing = Standing.TODO
    else:
        standing = Standing.DEFERRED if "deferred" in data else Standing.SILENT
        if standing is Standing.DEFERRED:
            deferred_to = data["deferred"]["to"]
            said = (Said(deferred_to, build_citation(data["deferred"]["at"]), (*path, "deferred")),)
        if "assumed" in data:
            value = parse_value(parameter, data["assumed"])
    alternatives += tuple(
        _build_alternative(parameter, item) for item in data.get("alternatives", ())
    )
    return Statement(
        parameter,
        standing,
        value,
        said,
        alternatives,
        data.get("because", ""),
        deferred_to,
        data.get("note", ""),
        path,
        wager,
        own_reading=data.get("reading"),
        near=tuple(map(build_citation, _list_near(data)))
        if {"silent", "deferred"} & set(data)
        else (),
        question=data.get("question", "") if "silent" in data else "",
        recommended=Recommended(**data["recommended"]) if "recommended" in data else None,
    )


def _list_near(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """One place or several where the subject of a silence is dealt with."""
    found = data.get("at", [])
    return found if isinstance(found, list) else [found]


def _list_said(parameter: Parameter, data: Mapping[str, Any], path: DataPath) -> tuple[Said, ...]:
    if "stated" in data:
        return tuple(
            Said(
                parse_value(parameter, item["value"]),
                build_citation(item["at"]),
                (*path, "stated", place),
                bool(item.get("implied")),
                _list_brought(item),
            )
            for place, item in enumerate(data["stated"])
        )
    if "value" in data:
        value = parse_value(parameter, data["value"])
        return (Said(value, build_citation(data["at"]), path, bool(data.get("implied"))),)
    return ()


def _list_brought(data: Mapping[str, Any]) -> tuple[tuple[str, Value], ...]:
    """What a value brings with it, as it stands in the file; whose value it is shows when it is taken."""
    return tuple(data.get("brings", {}).items())


def _build_alternative(parameter: Parameter, data: Any) -> Alternative:
    if isinstance(data, Mapping) and "value" in data:
        citation = build_citation(data["at"]) if "at" in data else None
        value = parse_value(parameter, data["value"])
        return Alternative(value, data.get("because", ""), citation, _list_brought(data))
    return Alternative(parse_value(parameter, data))


def _list_house_way_readings(house_way: Mapping[str, Any]) -> Iterator[Statement]:
    """The questions that a document asks itself about its house way, as statements like any other."""
    for place, item in enumerate(house_way.get("readings", ())):
        words = {word: HOUSE_WAY_WORDS.get(word, word.replace("-", " ")) for word in item["values"]}
        parameter = Parameter(
            key=f"house_way.{item['reading'].removeprefix('house-way-').replace('-', '_')}",
            asks=item["question"],
            description=item["question"],
            title=f"House way for {item['title']}",
            topic="house-way",
            answers=words,
            example=item["values"][0],
            wording={
                word: HOUSE_WAY_SENTENCES.get(
                    word, f"In a hand with {item['title']}, {HOUSE_WAY_WORDS.get(word, word)}."
                )
                for word in item["values"]
            },
            moves=Moves.ODDS,
            touches=Touches.STANDARD,
            reading=item["reading"],
        )
        yield build_statement(parameter, item, ("house_way", "readings", place))


def _build_wager(data: Mapping[str, Any], path: DataPath, currency: str) -> Wager:
    name = data["id"]
    statements = {parameter.key: _build_default(parameter, data, path, name) for parameter in WAGER}
    if "envy" in data:
        statements |= {
            parameter.key: _build_default(parameter, data["envy"], (*path, "envy"), name)
            for parameter in ENVY
        }
    looks_at = data.get("looks_at", "player")
    tables = data.get("paytables", ())
    if "lines" in data:
        tables = ({"id": "main", "at": data["at"], "lines": data["lines"]},)
    paytables = tuple(
        _build_paytable(
            item,
            (*path, "paytables", place) if "lines" not in data else path,
            (name, currency),
            looks_at,
            named="lines" not in data,
        )
        for place, item in enumerate(tables)
    )
    return Wager(name, data["name"], looks_at, statements, paytables, path)


def _build_paytable(
    data: Mapping[str, Any],
    path: DataPath,
    of: tuple[str, str],
    looks_at: str,
    *,
    named: bool,
) -> Paytable:
    wager, currency = of
    citation = build_citation(data["at"])
    statements = {}
    for key in PAYTABLE_PARAMETERS:
        parameter = PARAMETERS[key]
        if parameter.name in data:
            owner = wager if parameter.section in {"wager", "envy"} else None
            found = build_statement(parameter, data[parameter.name], (*path, parameter.name), owner)
            statements[key] = replace(found, paytable=data["id"])
    return Paytable(
        data["id"],
        citation,
        tuple(
            _build_line(
                item, (*path, "lines", place), (wager, data["id"], currency), looks_at, citation
            )
            for place, item in enumerate(data["lines"])
            if find_own_words(item) is None
        ),
        tuple(
            _build_published(
                item,
                item["label"],
                build_citation(item["at"], citation.clause, citation.document),
                (*path, "published", place),
            )
            for place, item in enumerate(data.get("published", ()))
        ),
        statements,
        path,
        named,
    )


def _build_published(
    data: Mapping[str, Any], label: str, citation: Citation, path: DataPath
) -> Published:
    """A printed house edge, of a fraction of one also in percent with as many figures as are printed."""
    share = data.get("share", "")
    percent = str(data.get("percent", "")).replace("−", "-")
    if share:
        decimals = share.partition(".")[2]
        whole, rest = decimals[:2].lstrip("0") or "0", decimals[2:]
        percent = f"{'-' * (share[0] in '-−')}{whole}{'.' * bool(rest)}{rest}"
    return Published(label, percent, data.get("other_players", 0), citation, path, share)


def _build_line(
    data: Mapping[str, Any],
    path: DataPath,
    owner: tuple[str, str, str],
    looks_at: str,
    table: Citation,
) -> Line:
    wager, paytable, currency = owner
    player, bank = _read_conditions(data, looks_at)
    name = data.get("id") or _name_line(player, bank)
    citation = build_citation(data["at"], table.clause, table.document) if "at" in data else table

    def build(parameter: Parameter, key: str) -> Statement:
        found = data[key]
        if not is_statement(found):
            found = {"value": found, "at": write_citation(citation)}
        statement = build_statement(parameter, found, (*path, key), wager)
        return replace(statement, paytable=paytable, line=name, currency=currency)

    return Line(
        name,
        player,
        bank,
        data.get("printed", name),
        build(LINE_PAYS, "pays"),
        build(LINE_ENVY, "envy") if "envy" in data else None,
        citation,
        path,
    )


def find_own_words(line: Mapping[str, Any]) -> str | None:
    """What a row requires in words of the document's own; None where conditions express it."""
    sides = (line, line.get("player"), line.get("bank"))
    words = [side["other"] for side in sides if isinstance(side, Mapping) and "other" in side]
    return "; ".join(words) if words else None


def _list_rows_in_own_words(data: Mapping[str, Any]) -> Iterator[Uncovered]:
    """The rows that nothing here can count: each leaves its paytable incomplete."""
    for path, wager, table, line in _list_lines(data):
        words = find_own_words(line)
        if words is not None:
            own = line.get("at", {})
            place = build_citation(table["at"])
            citation = build_citation(own, place.clause, place.document) if own else place
            paytables = () if table is wager else (table["id"],)
            what = f"row {line['printed']}: {words}" if "printed" in line else f"row: {words}"
            yield Uncovered(what, (wager["id"],), citation, path, paytables, is_row=True)


def _list_lines(
    data: Mapping[str, Any],
) -> Iterator[tuple[DataPath, Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]]]:
    """Each line with its path, its wager, and its paytable; the wager itself where it has no other."""
    for number, wager in enumerate(data["wagers"]):
        tables: list[tuple[DataPath, Mapping[str, Any]]] = []
        tables += [(("lines",), wager)] if "lines" in wager else []
        tables += [
            (("paytables", place, "lines"), table)
            for place, table in enumerate(wager.get("paytables", ()))
        ]
        for path, table in tables:
            for place, line in enumerate(table["lines"]):
                yield ("wagers", number, *path, place), wager, table, line


def is_statement(data: Any) -> bool:
    """Whether a line gives a whole statement where a bare value would do."""
    return isinstance(data, Mapping) and bool(
        {"value", "stated", "silent", "deferred", "not_offered", "todo"} & set(data)
    )


def _read_conditions(data: Mapping[str, Any], looks_at: str) -> tuple[HandCondition, HandCondition]:
    plain = {key: data[key] for key in CONDITION_KEYS if key in data}
    conditions = {
        side: parse_condition(data[side]) if side in data else ANYTHING
        for side in ("player", "bank")
    }
    if plain:
        conditions["bank" if looks_at == "bank" else "player"] = parse_condition(plain)
    return conditions["player"], conditions["bank"]


def _name_line(player: HandCondition, bank: HandCondition) -> str:
    parts = [str(player)] if player != ANYTHING else []
    if bank != ANYTHING:
        parts.append(f"bank-{bank}")
    return "-and-".join(parts) or "any"


def _list_tasks(data: Mapping[str, Any]) -> Iterator[Task]:
    """What is marked as still to do beside the parameters: in a list of its own, or on a line."""
    for place, item in enumerate(data.get("todo", ())):
        citation = build_citation(item["at"]) if "at" in item else None
        yield Task(item["what"], citation, ("todo", place))
    for path, _, _, line in _list_lines(data):
        if "todo" in line:
            citation = build_citation(line["at"]) if "at" in line else None
            yield Task(line["todo"], citation, (*path, "todo"))


def _list_inventory(data: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterator[InventoryEntry]:
    for kind, items in data.items():
        for place, item in enumerate(items):
            citation = build_citation(item["at"]) if "at" in item else None
            yield InventoryEntry(kind, item, citation, ("inventory", kind, place))
