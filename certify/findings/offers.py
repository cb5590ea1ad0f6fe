"""INT and GAP: lines that push, paytables left to choose, wagers that nothing describes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from certify.base.figures import format_percent
from certify.findings.case import Case
from certify.findings.finding import Draft, Severity
from certify.findings.grading import CHOICE, LINE_SAYS
from certify.findings.paytables import change_lines, group_lines, is_push, repay
from certify.findings.phrases import (
    answer,
    ask,
    begin,
    cite,
    cite_lines,
    entitle,
    join_words,
    name_class,
    name_line,
    name_tables,
    overlap,
    place_entries,
)
from certify.findings.pricing import price_change
from certify.findings.registry import rule
from certify.spec.model import Line, Paytable, Standing, Wager
from certify.spec.values import LOSES


@rule("INT011", severity=Severity.NOTE)
def push_on_some_tables_only(case: Case) -> Iterator[Draft]:
    """A class pushes on some paytables of a document and loses on the others.

    The same hand keeps its stake at one table and loses it at the next. The price is that of the push. Where
    no step of the procedure gives the stake back, that is told instead.

    Example: three pair is a push on the first paytable and stands on none of the other five.
    """
    for wager in case.jurisdiction.wagers:
        if wager.statements["wager.push_line"].standing is Standing.SILENT:
            continue  # told with the step that is missing for it
        for hand, holding in group_lines(wager, is_push).items():
            rest = [
                table
                for table in wager.paytables
                if not any(line.hand == hand for line in table.lines)
            ]
            if not rest:
                continue
            pairs = _list_without_push(case, wager, holding)
            pushing = name_tables([table.id for table, _ in holding])
            yield Draft(
                f"{begin(name_class(hand))} is a push on {pushing} "
                f"({cite_lines(line.citation for _, line in holding)}) and loses on "
                f"{name_tables([table.id for table in rest])} "
                f"({cite_lines(table.citation for table in rest)}), which have no line for it.",
                holding[0][1].path,
                f"{wager.id}:{hand}:{','.join(table.id for table, _ in holding)}",
                f"{begin(name_class(hand))} pushes on some paytables only",
                f"Is it meant that {name_class(hand)} pushes on {pushing} and loses on the others?",
                None,
                (),
                (wager.id,),
                (*(line.citation for _, line in holding), *(table.citation for table in rest)),
                {"push": hand, "paytables": ", ".join(table.id for table, _ in holding)},
                price_change(case, wager.id, pairs, "without the push"),
                "Say that the difference is meant, or give every paytable the line.",
                frozenset({f"push {wager.id}"}),
                spared=CHOICE,
            )


def _list_without_push(
    case: Case, wager: Wager, holding: Sequence[tuple[Paytable, Line]]
) -> list[tuple[Fraction, Fraction]]:
    """The edges of tables with a line that pushes, as it stands and where it loses."""
    return [
        pair
        for table, line in holding
        if (pair := change_lines(case, wager, table, repay(line.id, LOSES))) is not None
    ]


@rule("GAP007", severity=Severity.WARNING)
def push_line_without_procedure(case: Case) -> Iterator[Draft]:
    """A paytable has a line that pushes, and the procedure knows only paying and taking.

    The line says what is meant, so that this is no error; but no step of the procedure does it. The price
    is that of taking the stake.

    Example: three pair is a push on one paytable; a bonus either wins or is taken.
    """
    for wager in case.jurisdiction.wagers:
        statement = wager.statements["wager.push_line"]
        pushing = [
            (table, line) for table in wager.paytables for line in table.lines if is_push(line)
        ]
        if statement.standing is not Standing.SILENT or not pushing:
            continue
        taken = wager.statements["wager.not_qualifying"]
        printed = any(
            figure.agrees
            for table, _ in pushing
            if (odds := case.find_odds(wager.id, table.id)) is not None
            for figure in odds.published
        )
        counts = " The house edges printed with it count the push." if printed else ""
        names = dict.fromkeys(_name_pushing(line) for _, line in pushing)
        hands = join_words(names)
        asked = join_words(name if name.startswith("“") else name.lower() for name in names)
        places = (*wager.statements["wager.bank_condition"].citations, *taken.citations)
        yield Draft(
            f"{hands} is a push on {name_tables([table.id for table, _ in pushing])}"
            f"{_tell_alone(wager, pushing)} ({cite(*(line.citation for _, line in pushing))}"
            f"{_tell_read(case, pushing)}), but the procedure pays a hand that qualifies and takes the stake "
            f"of any other ({cite(*places)}); no step gives a "
            f"stake back.{counts}",
            pushing[0][1].path,
            statement.key,
            entitle(case.jurisdiction, statement),
            f"Is the stake of {asked} given back?",
            None,
            (statement.key,),
            (wager.id,),
            (*(line.citation for _, line in pushing), *taken.citations),
            {"push": hands},
            price_change(
                case,
                wager.id,
                _list_without_push(case, wager, pushing),
                "with the stake taken",
                [table.id for table, _ in pushing],
            ),
            "Say that the stake of such a hand is given back.",
            frozenset({f"push {wager.id}"}),
            spared=LINE_SAYS,
        )


def _name_pushing(line: Line) -> str:
    """A line that pushes, inside a sentence: a class by its name, any other by its label in marks."""
    return name_line(line) if line.hand else f"“{name_line(line)}”"


def _tell_alone(wager: Wager, pushing: Sequence[tuple[Paytable, Line]]) -> str:
    """That the other paytables have no such line, where there are others."""
    return " alone" if len(wager.paytables) > len(pushing) else ""


def _tell_read(case: Case, pushing: Sequence[tuple[Paytable, Line]]) -> str:
    """That the row was put together from a broken text, where it was."""
    broken = place_entries(*case.jurisdiction.list_entries("extraction"))
    read = any(
        place == line.citation or (place.first == place.last and overlap(place, line.citation))
        for _, line in pushing
        for place in broken
    )
    return ", as we read the row" if read else ""


@rule("GAP008", severity=Severity.NOTE)
def paytable_left_to_choose(case: Case) -> Iterator[Draft]:
    """The document has several paytables and leaves the choice to others.

    The price is the range of the house edge over the choice.

    Example: six paytables, and the one that is posted counts.
    """
    for wager in case.jurisdiction.wagers:
        choice = wager.statements["wager.paytable_choice"]
        edges = {
            table.id: odds.house_edge
            for table in wager.paytables
            if (odds := case.find_odds(wager.id, table.id)) is not None
        }
        if len(wager.paytables) < 2 or choice.value == "single" or len(edges) < 2:
            continue
        low, high = min(edges, key=edges.__getitem__), max(edges, key=edges.__getitem__)
        first = next(iter(edges.values()))
        yield Draft(
            f"The document has {len(wager.paytables)} paytables, and {answer(choice, choice.value)} "
            f"({cite(*choice.citations)}). Their house edges without envy run from "
            f"{format_percent(edges[low])} % ({name_tables([low])}) to {format_percent(edges[high])} % "
            f"({name_tables([high])}).",
            choice.path,
            choice.key,
            "Which paytable is in force",
            "Which of the paytables is in force?",
            None,
            (choice.key,),
            (wager.id,),
            choice.citations,
            {"paytables": ", ".join(edges)},
            price_change(
                case,
                wager.id,
                [(first, edge) for edge in edges.values()],
                f"against {name_tables([wager.paytables[0].id])}, without envy",
            ),
            "None in the document; a filing names the paytable that it is for.",
            spared=CHOICE,
        )


def _tell_cap(case: Case, wager: Wager) -> str:
    """That nothing says whether a cap on another wager reaches this one."""
    caps = [
        item.statements["wager.cap"]
        for item in case.jurisdiction.wagers
        if item.statements["wager.cap"].said and item is not wager
    ]
    if not caps or wager.statements["wager.cap"].standing is not Standing.SILENT:
        return ""
    return f", nor whether the cap on payments reaches it ({cite(*caps[0].citations)})"


@rule("INT014", severity=Severity.ERROR)
def wager_never_described(case: Case) -> Iterator[Draft]:
    """A wager stands on the pay scale, and the rules of play never describe it.

    When it is placed, what may be staked and who pays it is anybody's guess: its money is undetermined,
    whatever that is worth.

    Example: a column for a side wager beside the main scale, and no word of it in the rules.
    """
    for wager in case.jurisdiction.wagers:
        described = wager.statements["wager.rules_of_play"]
        if not wager.paytables or (
            described.standing is not Standing.SILENT and described.value != "missing"
        ):
            continue
        lines = [line for table in wager.paytables for line in table.lines]
        scale = tuple(table.citation for table in wager.paytables)
        unsaid = [
            item
            for item in wager.statements.values()
            if item.standing is Standing.SILENT and not item.alternatives
        ]
        yield Draft(
            f"The {wager.name} has a pay scale ({cite(*scale)}), and the rules of play never describe it. "
            "When it is placed, what may be staked, what the winning hand is and who pays it is not said"
            f"{_tell_cap(case, wager)}.",
            described.path,
            described.key,
            f"The {wager.name} is never described",
            ask(case.jurisdiction, described),
            None,
            (described.key, *(item.key for item in unsaid)),
            (wager.id,),
            scale,
            {"lines": ", ".join(line.id for line in lines)},
            cure="Describe the wager, or take it off the scale.",
            bars=True,
        )
