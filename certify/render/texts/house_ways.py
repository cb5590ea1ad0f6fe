"""The texts of the rules on house ways (HWY)."""

from __future__ import annotations

from certify.render.texts import Texts

_TWO_SETTINGS = (
    "By “{first}”, the low hand of {example} is {low}; by “{second}”, it is {other_low}."
)
_FIRST_ROW = "If a hand meets both rows, ‘{first}’ prevails over ‘{second}’."
_NEVER_SET = (
    "The definition requires king and queen as the low hand. The house way sets none of the {hands} possible "
    "hands this way: the low hand of {example} is {low}. By the hands as set, neither the {bank} nor a "
    "player who follows the house way can hold one"
)
_SEVEN_CARDS = "A “{label}” is a Royal Flush and a suited King and Queen among the seven cards."
_REPLACE = "In {places:cite}, replace the definition with"

TEXTS: dict[str, Texts] = {
    "HWY001": Texts(
        title="The house way does not set {hands:count} hands, for example {example}",
        problem="Hands without a rule: {shapes:shapes}.",
        action="Add a rule for these hands to the house way.",
    ),
    "HWY002": Texts(
        title="Two rules of the house way set the same {hands:count} hands differently",
        problem=f"{_TWO_SETTINGS} Neither rule is called an exception to the other.",
        wording="If a hand meets both rules, ‘{first}’ prevails over ‘{second}’.",
    ),
    "HWY003": Texts(
        title="The house way produces a foul hand in {hands:count} cases, for example {example}",
        problem="The house way plays {low} low, which ranks above the high hand.",
        action="Change the rule for these hands, so that the high hand ranks above the low hand.",
    ),
    "HWY004": Texts(
        title="The worked example {cards} contradicts the house way: low hand {printed} or {low}",
        problem="The example plays {printed} low. The rules of the house way play {low} low.",
        action="Change the low hand of the example to {low}, or change the rule “{rule}”.",
    ),
    "HWY004/not-set": Texts(
        title="No rule of the house way sets the worked example {cards}",
        problem="The example plays {printed} low. The rules of the house way give no low hand.",
        action="Extend the rule “{rule}”, so that it sets the hand as the example does.",
    ),
    "HWY005": Texts(
        title="The document does not state {key:clause}",
        action="State in the house way which setting applies.",
    ),
    "HWY006": Texts(
        title="The house way has no rule for {hands:count} hands: {rule}",
        problem="Assumption: the low hand of {example} is {low}, because {because}.",
        action="Add a rule for these hands to the house way.",
    ),
    "HWY006/without-reason": Texts(
        title="The house way has no rule for {hands:count} hands: {rule}",
        problem="Assumption: the low hand of {example} is {low}.",
        action="Add a rule for these hands to the house way.",
    ),
    "HWY007": Texts(
        title="The rule “{rule}” of the house way applies to no hand",
        problem="Other rules set every hand that it names.",
        action="Place the rule before the rules that set its hands, or delete it.",
    ),
    "HWY008": Texts(
        title=(
            "The house way sets equal high and low hands in {hands:count} cases, although {stated:cite} "
            "requires the high hand to rank higher"
        ),
        problem="Example: {example} has the low hand {low} and a pair of the same rank in the high hand.",
        action="Allow equal high and low hands, or change these rules of the house way.",
    ),
    "HWY009": Texts(
        title="A rule of the house way is not modelled: {rule}",
        problem="The figures leave it out, because {because}. The {wagers:wagers} stays incomplete.",
        action="State the rule by the ranks and suits of the cards, so that it can be modelled.",
    ),
    "HWY010": Texts(
        title="As printed, two rows of the house way set the same {hands:count} hands differently",
        problem=_TWO_SETTINGS,
        wording=_FIRST_ROW,
    ),
    "HWY010/separated": Texts(
        title="As printed, two rows of the house way set the same {hands:count} hands differently",
        problem=f"{_TWO_SETTINGS} Assumption: the first applies ({{reasons:words}}).",
        wording=_FIRST_ROW,
    ),
    "HWY010/shown": Texts(
        title=(
            "As printed, two rows of the house way set the same {hands:count} hands differently; only an "
            "example shows which row applies"
        ),
        problem=f"{_TWO_SETTINGS} The worked example uses the first ({{shown:cite}}).",
        wording=_FIRST_ROW,
    ),
    "HWY011": Texts(
        title="The house way never sets a “{label}” as the rules define it",
        problem=f"{_NEVER_SET}.",
        wording=_SEVEN_CARDS,
        where=_REPLACE,
    ),
    "HWY011/envy": Texts(
        title="The house way never sets a “{label}” as the rules define it",
        problem=f"{_NEVER_SET}. Yet the {{envy}} depends on the {{bank}}'s hand.",
        wording=_SEVEN_CARDS,
        where=_REPLACE,
    ),
}
