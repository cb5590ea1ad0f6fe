"""The mistakes are the ones we mean, they are put into loaded code, and the equivalent ones still exist."""

from __future__ import annotations

import textwrap

from tests.conftest import ROOT
from tests.mutation.__main__ import ROOMS, choose_mutants, list_equivalent, list_room, read_options
from tests.mutation.operators import build_tree, list_mutants
from tests.mutation.outcomes import Outcomes, Run, hash_file, tell_score
from tests.mutation.swap import apply, list_functions

SOURCE = '''
    """A module."""

    LIMIT = 3

    def settle(stake: int, paid: int = 1) -> int:
        """A function."""
        total = 0
        for item in (1, stake):
            if item >= LIMIT and not paid:
                continue
            total += min(item, paid)
            note(item, paid)
        if total == 7:
            raise ValueError("seven 7")
        return total * 2 if paid else [x for x in (stake,) if x]
'''


def write(tmp_path, source=SOURCE):
    folder = tmp_path / "certify" / "room"
    folder.mkdir(parents=True)
    (folder / "module.py").write_text(textwrap.dedent(source), encoding="utf-8")
    return list_mutants(tmp_path, "certify/room/module.py")


def test_each_kind_of_mistake_is_made_once_in_its_place(tmp_path):
    mutants = write(tmp_path)
    made = {(item.kind, item.before, item.after) for item in mutants}
    assert len(made) == len(mutants)
    condition = "if item >= LIMIT and (not paid):"
    for expected in (
        ("constant", "LIMIT = 3", "LIMIT = 4"),
        ("constant", "total = 0", "total = 1"),
        ("constant", "for item in (1, stake):", "for item in (2, stake):"),
        ("comparison", condition, "if item > LIMIT and (not paid):"),
        ("comparison", condition, "if item < LIMIT and (not paid):"),
        ("and/or", condition, "if item >= LIMIT or not paid:"),
        ("sign", condition, "if item >= LIMIT and paid:"),
        ("loop", "continue", "break"),
        ("arithmetic", "total += min(item, paid)", "total -= min(item, paid)"),
        ("removed", "total += min(item, paid)", "(removed)"),
        ("twin", "total += min(item, paid)", "total += max(item, paid)"),
        ("arguments", "note(item, paid)", "note(paid, item)"),
        ("removed", "note(item, paid)", "(removed)"),
        ("removed", "raise ValueError('seven 7')", "(removed)"),
        ("comparison", "if total == 7:", "if total != 7:"),
    ):
        assert expected in made, expected
    told = [item.after for item in mutants if item.before.startswith("return")]
    assert "return None" in told
    assert "return total + 2 if paid else [x for x in (stake,) if x]" in told
    assert "return [x for x in (stake,) if x] if paid else total * 2" in told
    assert "return total * 2 if paid else [x for x in (stake,)]" in told
    wording = [item for item in mutants if "A function" in item.before or item.before == "paid=1"]
    assert not wording


def test_a_mistake_compiles_and_stands_alone(tmp_path):
    for mutant in write(tmp_path):
        source = (tmp_path / mutant.module).read_text(encoding="utf-8")
        tree = build_tree(source, mutant)
        compile(tree, mutant.module, "exec")
        assert mutant.room == "room"


def test_a_mistake_is_put_into_a_function_that_is_loaded(tmp_path):
    mutants = write(tmp_path, "def double(x):\n    return x * 2\n")
    path = tmp_path / "certify" / "room" / "module.py"
    home = {}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), home)
    taken = home["double"]  # as another module holds it that imported it by name
    assert taken(5) == 10
    apply(tmp_path, next(item for item in mutants if item.kind == "arithmetic"), list_functions())
    assert taken(5) == 7


def test_every_equivalent_mistake_can_still_be_made():
    """One that cannot is about code that has changed, and must be judged anew."""
    mutated = {path for room in ROOMS.values() for path in _list_paths(room)}
    listed = list_equivalent()
    for module in {entry.module for entry in listed}:
        assert ROOT / module in mutated
        mutants = list_mutants(ROOT, module)
        for entry in listed:
            assert entry.module != module or any(map(entry.matches, mutants)), entry
    assert all(entry.because.strip() for entry in listed)


def test_the_parts_of_a_room_make_the_whole_and_nothing_twice():
    chosen = [
        choose_mutants(read_options(["--all", "--room", "wagers", "--part", part]))["wagers"]
        for part in ("1/3", "2/3", "3/3")
    ]
    parts = [mutants for mutants, _ in chosen]
    equal = chosen[0][1]
    assert len({item for part in parts for item in part}) == sum(map(len, parts))
    assert sum(map(len, parts)) + equal == len(list_room("wagers"))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


def test_an_outcome_is_kept_until_its_module_changes(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.mutation.outcomes.ROOT", tmp_path)
    first, second, third, *rest = write(tmp_path)
    path = tmp_path / "kept" / "outcomes.jsonl"
    outcomes = Outcomes(path)
    outcomes.keep(Run(first, "killed", "tests/a.py::test_b", 1.25))
    outcomes.keep(Run(second, "survived", "", 3.5, ("0a1b2c3d",)))
    outcomes.keep(Run(third, "untested"))
    outcomes.keep(Run(third, "late", "", 20.0))
    with path.open("a", encoding="utf-8") as file:
        file.write('{"key": "torn')
    again = Outcomes(path)
    assert again.find(first) == Run(first, "killed", "tests/a.py::test_b", 1.25)
    assert again.find(second) == Run(second, "survived", "", 3.5, ("0a1b2c3d",))
    assert again.find(third) == Run(third, "late", "", 20.0)
    assert all(again.find(item) is None for item in rest)
    told = tell_score("room", [first, second, third, *rest], 4, again)
    assert told[0].startswith("room: 66.7 % of 3 tried; 1 killed, 1 never ended, 1 survived, 0 unt")
    assert told[0].endswith(f"4 equivalent, {len(rest)} not tried")
    assert told[1:] == [f"  survived: {second}"]
    module = tmp_path / first.module
    module.write_text(module.read_text(encoding="utf-8") + "\n# more\n", encoding="utf-8")
    hash_file.cache_clear()
    assert again.find(first) is None


def _list_paths(patterns):
    return [path for pattern in patterns for path in ROOT.glob(pattern)]
