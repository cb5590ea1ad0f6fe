from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from certify.base.errors import CertifyError
from certify.filing.sheets import build_sheet, list_prices
from certify.findings.policy import Policy

POLICY = Policy(
    lowest_edge=Fraction(0),
    highest_edge=Fraction(1),
    full_table_others=5,
    maximum_stakes={"fortune-bonus": Fraction(100)},
    minimum_stakes={},
)


def test_contributions_make_up_the_edge_and_deals_all_hands(jurisdiction, examination):
    sheet = build_sheet(jurisdiction, examination.odds[0], None)
    assert sum(row.contribution for row in sheet.rows) == -sheet.odds.house_edge
    assert sum(row.deals for row in sheet.rows) == comb(53, 7)
    assert sheet.push_rate == Fraction(
        next(row.deals for row in sheet.rows if row.outcome == "three-pair"), comb(53, 7)
    )


def test_outcomes_that_miss_a_deal_are_refused(jurisdiction, examination):
    odds = replace(examination.odds[0], outcomes=examination.odds[0].outcomes[:-1])
    with pytest.raises(CertifyError, match="do not sum to all deals"):
        build_sheet(jurisdiction, odds, None)


def test_the_largest_exposure_is_the_top_pay_and_the_envy_it_brings(jurisdiction, examination):
    """South Dakota (8), paytable 1: 5,000 to 1, and 1,000 dollars to each of five others."""
    exposure = build_sheet(jurisdiction, examination.odds[0], POLICY).exposure
    assert str(exposure.pay) == "500000 USD"
    assert str(exposure.envy) == "5000 USD"
    assert str(exposure.total) == "505000 USD"
    assert not exposure.capped


def test_readings_are_priced_widest_first(jurisdiction, examination):
    prices = list_prices(jurisdiction, (build_sheet(jurisdiction, examination.odds[0], None),))
    assert {price.key for price in prices} == {"bonus-precedence", "royal-match-joker"}
    assert prices[0].widest >= prices[1].widest > 0
