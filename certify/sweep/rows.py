"""The rows of one task: odds by wager, paytable, stake and number of others."""

from __future__ import annotations

import importlib
import io
import json
from collections.abc import Iterator, Sequence

from certify.base.errors import CertifyError
from certify.base.figures import format_percent
from certify.base.load import load_bytes
from certify.base.tables import format_csv, format_table
from certify.odds.compute import Request, compute_odds
from certify.odds.facts import Show, project, tabulate
from certify.odds.price import read_stake
from certify.odds.result import WagerOdds
from certify.spec.model import Jurisdiction
from certify.spec.readings import parse_readings
from certify.spec.validate import read_jurisdiction
from certify.sweep.plan import SpecificationFile, SweepTask, hash_program

COLUMNS = (
    "jurisdiction",
    "edition",
    "spec_sha256",
    "house_way",
    "readings",
    "wager",
    "paytable",
    "stake",
    "others",
    "status",
    "house_edge",
    "house_edge_percent",
    "highest_house_edge",
    "hit_rate",
    "variance",
    "why_not",
)
"""Everything is text; figures are exact fractions but for the percentage."""

REFUSED = "refused"
"""The status of a combination that could not be computed at all."""

Row = dict[str, str]


class AnotherProgram(CertifyError):
    """A worker that is not of the same program, or got another file than was meant."""


def compute_task(task: SweepTask) -> list[Row]:
    """The rows of a task; refused where this program is not the one that the plan was made with."""
    if task.program != hash_program():
        raise AnotherProgram(
            "this worker has another version of certify than the one that made the plan; "
            "install the same on all machines"
        )
    jurisdiction = _read(task.document)
    lender = _read(task.lender) if task.lender else None
    head = {
        **dict.fromkeys(COLUMNS, ""),
        "jurisdiction": jurisdiction.id,
        "edition": str(jurisdiction.edition),
        "spec_sha256": jurisdiction.source.sha256,
        "house_way": lender.id if lender else task.house_way,
        "readings": "; ".join(task.readings),
    }
    rows: list[Row] = []
    for stake in task.stakes or (None,):
        try:
            rows += _list_rows(task, jurisdiction, lender, stake, head)
        except AnotherProgram:
            raise
        except CertifyError as error:
            rows.append({**head, "stake": stake or "", "status": REFUSED, "why_not": str(error)})
    return rows


def _read(document: SpecificationFile) -> Jurisdiction:
    return read_jurisdiction(load_bytes(document.content, document.name))


def _list_rows(
    task: SweepTask,
    jurisdiction: Jurisdiction,
    lender: Jurisdiction | None,
    stake: str | None,
    head: Row,
) -> Iterator[Row]:
    request = Request(
        task.wagers,
        readings=parse_readings(jurisdiction, task.readings, lender),
        stake=read_stake(stake, jurisdiction.currency),
        alternatives=False,
        assumed=lender,
    )
    for odds in compute_odds(jurisdiction, request):
        if odds.paytable and task.paytables and odds.paytable not in task.paytables:
            continue
        for others in task.others:
            yield {
                **head,
                "wager": odds.wager,
                "paytable": odds.paytable or "",
                "stake": stake or "",
                "others": str(others),
                "status": str(odds.status),
                "why_not": "; ".join(odds.missing),
                **_list_figures(odds, others),
            }


def _list_figures(odds: WagerOdds, others: int) -> Row:
    """The figures with so many other players; those of the wager alone where there is no Envy Bonus."""
    if not odds.has_figures:
        return {}
    facts = tabulate(odds)
    envy = [item for item in facts.split("envy") if item.seats == others]
    row = project(_ALONE, facts) | project(_EDGE, envy[0] if envy else facts)
    return row if "house_edge" in row else {**row, "why_not": _NO_STAKE}


_NO_STAKE = "envy is paid in money: name a stake"
_ALONE = (Show("hit_rate", str), Show("variance", str))
_EDGE = (
    Show("house_edge", str),
    Show("house_edge_percent", format_percent, "house_edge"),
    Show("highest_house_edge", str, "highest_edge"),
)


FORMATS = ("csv", "jsonl", "parquet")


def list_lines(rows: Sequence[Row]) -> list[str]:
    """The rows for people: what differs, the edge and the status, then how many there are."""
    shown = [
        name
        for name in (
            "jurisdiction",
            "house_way",
            "readings",
            "wager",
            "paytable",
            "stake",
            "others",
        )
        if len({row[name] for row in rows}) > 1
    ]
    table = []
    for row in rows:
        edge = row["house_edge_percent"].replace("-", "−")
        cells = (f"{edge}%" if edge else row["why_not"], row["status"] or "")
        table.append((*(row[name] for name in shown), *cells))
    refused = sum(row["status"] == REFUSED for row in rows)
    told = f", {refused} of them refused" if refused else ""
    return [*format_table((*shown, "house edge", "status"), table), f"{len(rows):,} rows{told}"]


def format_rows(rows: Sequence[Row], form: str) -> bytes:
    """The table in one of the formats; the same rows give the same bytes."""
    if form == "csv":
        return format_csv(COLUMNS, rows).encode()
    if form == "jsonl":
        lines = (json.dumps(row, ensure_ascii=False) for row in rows)
        return "".join(f"{line}\n" for line in lines).encode()
    try:
        pyarrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise CertifyError("Parquet needs pyarrow; install it with: pip install pyarrow") from None
    columns = {name: [row[name] for row in rows] for name in COLUMNS}
    table = pyarrow.table(columns, schema=pyarrow.schema([(name, "string") for name in COLUMNS]))
    sink = io.BytesIO()
    parquet.write_table(table, sink)
    return sink.getvalue()
