"""What is made once for several figures gives each of them what it would have alone."""

from __future__ import annotations

import pytest

from certify.base import cache
from certify.odds.compute import Request, compute_odds
from certify.odds.counts import count_pairs
from certify.odds.lines import evaluate
from certify.odds.situations import _situate_pairs, count_situations
from certify.spec.compile import compile_rulebook
from certify.wagers.envy import list_claim_givens, settle_claim
from certify.wagers.lines import Situation, situate
from tests.conftest import IDS, load


class Forgetful(dict):
    """Keeps what it is given and never admits to have it."""

    def __contains__(self, key: object) -> bool:
        return False


@pytest.mark.parametrize(
    "name",
    [
        "mbs",
        pytest.param("south-dakota", marks=pytest.mark.slow),
        pytest.param("california-bgc", marks=pytest.mark.slow),
    ],
)
def test_odds_are_the_same_if_nothing_is_shared(name, monkeypatch):
    names = tuple(wager.id for wager in load(name).wagers)
    request = Request(wagers=names)
    shared = compute_odds(load(name), request)
    monkeypatch.setattr(cache, "_shared", Forgetful())
    assert compute_odds(load(name), request) == shared


def list_terms():
    for name in IDS:
        rulebook = compile_rulebook(load(name))
        for terms in filter(lambda terms: terms.envy, rulebook.wagers.values()):
            yield pytest.param(rulebook.ranking, terms, id=f"{name}-{terms.id}")


def list_changes(terms, givens):
    """The terms with each other word in the place of each value."""
    for given in givens:
        for word in given.domain:
            if word != given.said:
                yield terms.put(given, word)


def try_claims(terms):
    lines = (*terms.lines, None)
    return [
        settle_claim(terms, other, own, bank, own_lost=lost).pay
        for other in lines
        for own, bank in (*((line, None) for line in lines), *((None, line) for line in lines))
        for lost in (False, True)
    ]


@pytest.mark.parametrize(("ranking", "terms"), tuple(list_terms()))
def test_a_claim_turns_on_no_other_value(ranking, terms):
    """Claims are shared by all rulebooks that say the same of `list_claim_givens`."""
    claims = try_claims(terms)
    own = {id(given) for given in list_claim_givens(terms)}
    others = [given for given in terms.list_resolved() if id(given) not in own]
    assert all(try_claims(changed) == claims for changed in list_changes(terms, others))
    assert any(
        try_claims(changed) != claims for changed in list_changes(terms, list_claim_givens(terms))
    )


@pytest.mark.parametrize(("ranking", "terms"), tuple(list_terms()))
def test_a_line_turns_on_no_value_of_envy(ranking, terms):
    """What the lines come to is kept while values of envy are weighed."""
    counts = count_situations(ranking, terms)
    pays = evaluate(terms, counts.situations)[0]
    for changed in list_changes(terms, list_claim_givens(terms)):
        assert evaluate(changed, counts.situations)[0] == pays


@pytest.mark.parametrize("name", IDS)
def test_pairs_are_situated_as_each_deal_would_be(name):
    """Views that no line tells apart are situated together: the same as one by one."""
    rulebook = compile_rulebook(load(name))
    pairs = count_pairs(rulebook.ranking.rank_rules())
    for terms in rulebook.wagers.values():
        alone: dict[Situation, int] = {}
        for (player, bank), number in pairs.views.items():
            situation = situate(terms, player, bank)
            alone[situation] = alone.get(situation, 0) + number
        assert _situate_pairs(terms, pairs) == alone
