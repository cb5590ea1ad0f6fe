"""Whatever is done to a file, it is read or refused with a position: never a traceback."""

import copy
import random

import pytest

from certify.base.errors import InvalidSpec
from certify.base.load import load_bytes
from certify.spec.validate import read_jurisdiction
from tests.base.test_load import write
from tests.conftest import load
from tests.specs.faults import build_minimal

VALUES = (
    7,
    -1,
    0,
    True,
    "bug",
    "5 USD",
    "5 EUR",
    "1/0",
    "9-2",
    "K+",
    "Z",
    "2030-02-30",
    [],
    {},
    ["x"],
    {"other": "x"},
    {"value": 5},
    {"silent": True},
    {"not_offered": True},
    {"deferred": {"to": "x", "at": {"lines": "9-3"}}},
    {"stated": [{"value": "x", "at": {"lines": 1}}]},
    {"hand": "flush", "rank": "A"},
    {"money": "7 USD", "stake": "lost"},
)


def list_places(data, path=()):
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from list_places(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from list_places(value, (*path, number))


def mutate(data, dice):
    """One value replaced, removed, doubled or moved."""
    places = [path for path in list_places(data) if path]
    path = dice.choice(places)
    holder = data
    for step in path[:-1]:
        holder = holder[step]
    match dice.randrange(4):
        case 0:
            holder[path[-1]] = copy.deepcopy(dice.choice(VALUES))
        case 1:
            del holder[path[-1]]
        case 2 if isinstance(holder, list):
            holder.append(copy.deepcopy(holder[path[-1]]))
        case _:
            source = data
            for step in dice.choice(places):
                source = source[step]
            holder[path[-1]] = copy.deepcopy(source)


def check(data):
    """Whether the file is accepted; where it is not, each fault has its place and its cure in one line."""
    faults = ()
    try:
        read_jurisdiction(load_bytes(write(data).encode(), "mutant.yaml"))
    except InvalidSpec as error:
        faults = error.faults
    for fault in faults:
        assert fault.line >= 1
        assert fault.what
        assert fault.cure
        assert "\n" not in str(fault)
    return not faults


@pytest.mark.parametrize("seed", range(4))
def test_mutants_of_the_small_file(seed):
    dice = random.Random(seed)
    original = load_bytes(build_minimal("minimal").encode(), "minimal").data
    outcomes = set()
    for _ in range(60):
        data = copy.deepcopy(original)
        for _ in range(dice.choice((1, 1, 1, 3))):
            mutate(data, dice)
        outcomes.add(check(data))
    assert False in outcomes


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mbs", "pennsylvania", "designated-player"])
def test_mutants_of_real_files(name):
    dice = random.Random(name)
    original = load(name).source.data
    for _ in range(150):
        data = copy.deepcopy(original)
        mutate(data, dice)
        check(data)
