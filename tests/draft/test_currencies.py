"""A draft from a text whose sums bear another mark than a dollar sign."""

import pytest

from certify.draft.text import NumberedText
from certify.draft.write import DraftOrder, write_draft

TEXT = """\
PART THREE. THE MARSH BONUS
At least {5} are laid on the Marsh Bonus.

Hand               Pays        Envy
Five aces          400 to 1    {150}
Royal flush        150 to 1    {60}
Straight flush     50 to 1     {20}
Full house         5 to 1
"""


def draft(form, currency=""):
    text = TEXT
    for amount in ("5", "150", "60", "20"):
        text = text.replace(f"{{{amount}}}", form.replace("5", amount))
    document = NumberedText("rules", "rules", "0" * 64, tuple(text.splitlines()))
    return write_draft(DraftOrder("marsh", "Marsh", "2031-03-01", currency), [document])


@pytest.mark.parametrize(
    ("form", "given", "code"),
    [
        ("€5", "", "EUR"),
        ("£5", "", "GBP"),
        ("5 EUR", "", "EUR"),
        ("EUR 5", "", "EUR"),
        ("S$5", "", "SGD"),
        ("R$5", "", "BRL"),
        ("OMF 5", "OMF", "OMF"),
        ("5 OMF", "OMF", "OMF"),
    ],
)
def test_the_envy_column_and_the_limits_are_seen(form, given, code):
    made = draft(form, given)
    (wager,) = made.wagers
    assert (wager.id, wager.name) == ("marsh-bonus", "Marsh Bonus")  # and no number of its part
    assert [line.envy for line in wager.tables[0].lines] == ["150", "60", "20", None]
    assert f"envy: 150 {code}" in made.text
    assert f"#   line 2: 5 {code}" in made.text
    assert not any(item.is_urgent for item in made.open)


def test_a_mark_that_is_not_known_is_told():
    made = draft("fl. 5", "OMF")
    assert not made.wagers[0].has_envy
    (told,) = [item for item in made.open if item.is_urgent]
    assert told.line == 5
    assert '3 rows have figures behind their pays, like "fl. 150"' in told.what
