"""Sweeps: the same rows as one command at a time, kept when a run is stopped, in the same bytes anywhere."""

import csv
import io
import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from certify.base.errors import CertifyError, InvalidSpec
from certify.cli.main import program
from certify.odds.compute import Request, compute_odds
from certify.spec.readings import parse_readings
from certify.sweep import rows as rows_module
from certify.sweep.plan import SpecificationFile, SweepTask, hash_program, read_plan
from certify.sweep.rows import COLUMNS, compute_task, format_rows
from certify.sweep.run import LocalExecutor, Store, count_workers, run_tasks
from tests.conftest import ROOT, load

PLAN = """\
grids:
  - files: [south-dakota]
    wagers: [fortune-bonus]
    paytables: ["1", "2"]
    readings: {bonus-precedence: all}
    others: [0, 5]
  - files: [pennsylvania]
    wagers: [fortune-bonus]
    stakes: ["5", "25"]
"""


class InProcess:
    """An executor that computes here, in the order asked for, and may be stopped."""

    def __init__(self, order=1, stop_after=None):
        self.order, self.stop_after, self.computed = order, stop_after, 0

    def run(self, tasks):
        for place, task in list(enumerate(tasks))[:: self.order]:
            if self.computed == self.stop_after:
                raise KeyboardInterrupt
            self.computed += 1
            yield place, compute_task(task)


@pytest.fixture
def plan(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN, encoding="utf-8")
    return path


def test_a_plan_is_the_product_of_what_it_lists(plan):
    tasks = read_plan(plan)
    assert [task.readings for task in tasks] == [
        ("bonus-precedence=paytable-order",),
        ("bonus-precedence=rank-order",),
        (),
    ]
    rows = run_tasks(tasks, InProcess(), Store(plan.parent / "rows"))
    found = [(row["readings"][-10:], row["paytable"], row["stake"], row["others"]) for row in rows]
    expected = [
        (order, paytable, "", others)
        for order in ("able-order", "rank-order")
        for paytable in "12"
        for others in "05"
    ]
    assert found == [*expected, ("", "main", "5", "0"), ("", "main", "25", "0")]


def test_each_row_is_what_the_odds_say_alone(plan):
    jurisdiction = load("south-dakota")
    for row in run_tasks(read_plan(plan)[:2], InProcess(), Store(plan.parent / "rows")):
        readings = parse_readings(jurisdiction, (row["readings"],))
        request = Request(("fortune-bonus",), row["paytable"], readings)
        (odds,) = compute_odds(jurisdiction, request)
        edges = {0: odds.house_edge, **{item.other_players: item.house_edge for item in odds.envy}}
        assert Fraction(row["house_edge"]) == edges[int(row["others"])]
        assert Fraction(row["variance"]) == odds.variance
        assert row["status"] == odds.status


def test_the_order_of_work_changes_no_byte(plan):
    tasks = read_plan(plan)
    tables = {
        form: {
            format_rows(run_tasks(tasks, InProcess(order), Store(plan.parent / f"{order}")), form)
            for order in (1, -1)
        }
        for form in ("csv", "jsonl")
    }
    assert all(len(found) == 1 for found in tables.values())
    (table,) = tables["csv"]
    assert next(csv.reader(io.StringIO(table.decode()))) == list(COLUMNS)
    (lines,) = tables["jsonl"]
    assert [json.loads(line)["others"] for line in lines.decode().splitlines()[:2]] == ["0", "5"]


def test_what_is_finished_is_kept_when_a_run_is_stopped(plan):
    tasks, store = read_plan(plan), Store(plan.parent / "rows")
    first = InProcess(stop_after=2)
    with pytest.raises(KeyboardInterrupt):
        run_tasks(tasks, first, store)
    second = InProcess()
    rows = run_tasks(tasks, second, store)
    assert (first.computed, second.computed) == (2, 1)
    assert rows == run_tasks(tasks, InProcess(), Store(plan.parent / "anew"))


@pytest.mark.parametrize("harm", ["cut", "forged", "another"])
def test_rows_that_were_harmed_are_computed_again(plan, harm):
    task = read_plan(plan)[2]
    store = Store(plan.parent / "rows")
    true = run_tasks([task], InProcess(), store)
    (path,) = store.folder.glob("*.json")
    text = path.read_text(encoding="utf-8")
    if harm == "cut":
        path.write_text(text[: len(text) // 2], encoding="utf-8")
    elif harm == "forged":
        path.write_text(text.replace("7.8279", "0.8279"), encoding="utf-8")
    else:
        other = read_plan(plan)[0]
        run_tasks([other], InProcess(), store)
        path.write_bytes((store.folder / f"{other.digest}.json").read_bytes())
    executor = InProcess()
    assert run_tasks([task], executor, store) == true
    assert executor.computed == 1


def test_a_digest_turns_on_all_that_a_row_depends_on():
    base = SweepTask("program", SpecificationFile("a.yaml", b"one"))
    others = [
        SweepTask("another", SpecificationFile("a.yaml", b"one")),
        SweepTask("program", SpecificationFile("a.yaml", b"two")),
        SweepTask(
            "program", SpecificationFile("a.yaml", b"one"), SpecificationFile("b.yaml", b"one"), "b"
        ),
        SweepTask("program", SpecificationFile("a.yaml", b"one"), readings=("joker=wild",)),
        SweepTask("program", SpecificationFile("a.yaml", b"one"), wagers=("standard",)),
        SweepTask("program", SpecificationFile("a.yaml", b"one"), paytables=("1",)),
        SweepTask("program", SpecificationFile("a.yaml", b"one"), stakes=("5",)),
        SweepTask("program", SpecificationFile("a.yaml", b"one"), others=(1,)),
    ]
    assert len({task.digest for task in (base, *others)}) == 9
    assert base.digest == SweepTask("program", SpecificationFile("renamed.yaml", b"one")).digest


def test_a_worker_of_another_program_refuses():
    with pytest.raises(CertifyError, match="another version of certify"):
        compute_task(SweepTask("0" * 64, SpecificationFile("a.yaml", b"")))


def test_what_cannot_be_computed_is_a_row_that_says_why(plan, monkeypatch):
    def refuse(*_):
        raise CertifyError("no count covers this")

    monkeypatch.setattr(rows_module, "compute_odds", refuse)
    (row,) = compute_task(read_plan(plan)[0])
    assert (row["status"], row["why_not"]) == ("refused", "no count covers this")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("others: [0, 5]", "others: [9]"), "9"),
        (("grids:", "grid:"), "grid"),
        (("fortune-bonus", "roulette"), "has no wager 'roulette'; it has standard, fortune-bonus"),
        (('["1", "2"]', '["5"]'), "has no paytable '5'; it has 1, 2, 3, 4, 6, 7"),
        (("bonus-precedence: all", "colour: all"), "unknown reading 'colour'"),
        (("bonus-precedence: all", "commission: all"), "no closed list"),
        (("bonus-precedence: all", "joker: [bugg]"), "joker cannot be 'bugg'"),
        (("files: [pennsylvania]", "files: [atlantis]"), "no jurisdiction 'atlantis'"),
        (("    stakes:", "    house_ways: [south-dakota]\n    stakes:"), "contains no house way"),
        (
            ('["5", "25"]', '["5", "0"]'),
            "9:19: a wager amount must be above zero; write for example 5 USD",
        ),
        (('["5", "25"]', '["-5"]'), "9:14: '-5' is not an amount of money; write"),
        (('["5", "25"]', '["1e999"]'), "9:14: '1e999' is not an amount of money"),
        (('["5", "25"]', '["99999999999999999"]'), "9:14: '99999999999999999 USD' has too many"),
        (('["5", "25"]', '["25 EUR"]'), "9:14: 25 EUR is not in USD"),
    ],
)
def test_a_plan_with_a_fault_is_refused_at_its_place_before_anything_is_computed(
    plan, change, told
):
    plan.write_text(PLAN.replace(*change), encoding="utf-8")
    with pytest.raises(InvalidSpec) as caught:
        read_plan(plan)
    assert told in str(caught.value)
    assert all(fault.line > 1 or "grid" in fault.what for fault in caught.value.faults)
    assert {fault.file for fault in caught.value.faults} == {str(plan)}


def test_memory_bounds_the_workers():
    assert count_workers(64, 3 << 30) == 3
    assert count_workers(2, 64 << 30) == 2
    assert count_workers(None, 1 << 30) == 1


def test_the_command_writes_the_table_and_goes_on_where_it_was(plan):
    target = plan.parent / "table.jsonl"
    arguments = ["sweep", str(plan), "-o", str(target), "--workers", "1"]
    done = CliRunner().invoke(program, arguments)
    assert done.exit_code == 0, done.output
    first = target.read_bytes()
    tasks = read_plan(plan)
    assert first == format_rows(run_tasks(tasks, InProcess(), Store(plan.parent / "x")), "jsonl")
    target.unlink()
    assert run_tasks(tasks, InProcess(stop_after=0), Store(plan.parent / "table.jsonl.rows"))


def test_the_command_shows_what_differs(plan):
    done = CliRunner().invoke(program, ["sweep", str(plan), "--workers", "1"])
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[-1] == "10 rows"
    assert "7.8279%" in done.output
    assert not any("own" in line for line in lines)  # every row has the document's own house way
    data = json.loads(CliRunner().invoke(program, ["sweep", str(plan), "--json"]).output)
    assert [row["house_edge_percent"] for row in data[-2:]] == ["7.8279", "7.8279"]
    refused = CliRunner().invoke(program, ["sweep", str(plan), "--format", "parquet"])
    assert "cannot be printed" in str(refused.exception)


def test_parquet_holds_the_same_rows(plan):
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = run_tasks(read_plan(plan)[2:], InProcess(), Store(plan.parent / "rows"))
    content = format_rows(rows, "parquet")
    assert parquet.read_table(io.BytesIO(content)).to_pylist() == rows


class Dying(LocalExecutor):
    """Whose first pool breaks after one task."""

    pools = 0

    def _run_pool(self, tasks, workers):
        from concurrent.futures.process import BrokenProcessPool

        self.pools += 1
        for number, (place, task) in enumerate(list(tasks.items())):
            if self.pools == 1 and number == 1:
                raise BrokenProcessPool
            yield place, compute_task(task)


def test_a_worker_that_dies_costs_its_own_task_alone(plan):
    tasks = read_plan(plan)
    executor = Dying(2)
    rows = run_tasks(tasks, executor, Store(plan.parent / "rows"))
    assert executor.pools == 2
    assert rows == run_tasks(tasks, InProcess(), Store(plan.parent / "anew"))
    assert hash_program() == tasks[0].program
