"""The sentences for reasons that the code knows as values."""

from __future__ import annotations

from certify.findings.finding import Basis, Downgrade, NoEffect
from certify.findings.policy import Policy
from certify.findings.verdict import Verdict
from certify.odds.result import Status
from certify.render.numbers import count, points
from certify.spec.model import Standing

NO_EFFECT: dict[NoEffect, str] = {
    NoEffect.SINGLE_ROUNDS: "none on the house edge, but the result of a single round can change",
    NoEffect.FOULS: "none on the house edge, which is calculated without foul hands",
    NoEffect.IRREGULARITIES: "none on the house edge, which is calculated without irregularities",
    NoEffect.BANKING: "none on the house edge; the calculation assumes that every wager is covered",
    NoEffect.CAPS: "none at wagers too small to reach the maximum payout",
    NoEffect.SEATS: "none on the house edge for a given number of players",
    NoEffect.COLLECTION: "not calculated, because the house edge excludes fees",
    NoEffect.ROUNDING: "not calculated, because it depends on the wager amount and the smallest chip",
    NoEffect.NOT_CALCULABLE: (
        "not calculated for the {wager}, because its house edge cannot be calculated from this document "
        "alone"
    ),
    NoEffect.NOT_UNDER_THIS: (
        "not calculated for the {wager}, because the house way for the alternative is not known"
    ),
    NoEffect.LEAVES_OPEN: "not calculated for the {wager}, because the alternative does not state {point}",
    NoEffect.OWN_WORDS: "not calculated for a value that is not modelled",
    NoEffect.EQUAL_HANDS: (
        "not calculated, because no document states how such a hand must be set instead"
    ),
    NoEffect.NO_ALTERNATIVE: "not calculated, because the document supports no other value",
    NoEffect.SHOWN_ONLY: "not calculated, because the document implies only one value",
    NoEffect.NO_RANKING: "not calculated, because the document contains no hand ranking to compare with",
    NoEffect.NOT_MODELLED: "not calculated, because this rule is not modelled",
    NoEffect.CURRENCY: "not calculated, because the amounts are in different currencies",
    NoEffect.NO_SUCH_ROW: "none, because no payout of this document depends on it",
    NoEffect.AS_WRITTEN: "not calculated, because every supported interpretation gives the advantage",
    NoEffect.OTHER_ISSUES: "listed with the issues on the other interpretations",
    NoEffect.RULE_ORDER: "not calculated, because another order of the rules is not modelled",
    NoEffect.SETTING_UNKNOWN: "not calculated, because the document does not state another setting",
    NoEffect.TEXT_NOT_SUPPLIED: "not calculated, because the other document was not supplied",
    NoEffect.PART_MISSING: "not calculated, because the part referred to is not in the document",
    NoEffect.HOUSE_WAY_DEFECT: (
        "not calculated, because the house way does not set every hand properly"
    ),
    NoEffect.CANNOT_BE_DEALT: "not calculated, because the deck has too few cards for that many hands",
    NoEffect.SURRENDER_COST: "not calculated, because the cost of a surrender is not stated",
    NoEffect.BANK_STAKE: "not calculated, because it depends on the amount that the {bank} puts up",
    NoEffect.WHO_BANKS: "not calculated, because the document does not state who banks",
    NoEffect.ROW_SHOWS: (
        "none on the house edge, because a separate row of the paytable shows what is meant"
    ),
    NoEffect.OTHER_MEANING: "not calculated, because no other meaning is stated or implied",
    NoEffect.OTHER_SUM: "not calculated, because no other amount is stated",
}
BASES: dict[Basis, str] = {
    Basis.PRINTED: "",
    Basis.HOUSE_WAY: "with every hand set by the house way",
    Basis.BANK_SEEN: "with optimal setting by a player who sees the {bank}'s hand",
    Basis.BANK_SEEN_ON_ONE_SIDE: (
        "with the player's hand set by the house way if the {bank}'s hand is hidden, and optimally if it is "
        "exposed"
    ),
    Basis.IMPLIED: "with what the same words imply for other payouts",
    Basis.WITH_LINKED: "together with the related rules of the other document",
    Basis.ANY_SUM: "for any higher minimum",
    Basis.NO_PUSH: "if the hand loses",
    Basis.STAKE_TAKEN: "if the wager is collected",
    Basis.AGAINST_FIRST: "",
    Basis.AS_SET: (
        "at most, if the high hand as set counts (a player who keeps a paying high hand loses less)"
    ),
    Basis.AS_SET_MATCH: "if the hands as set count except for the royal match",
    Basis.ROW_IN: "if a row with that payout were added",
    Basis.ROW_PUSHES: "if that hand were a push here",
    Basis.WITH_ROW: "with the payouts of the other paytable",
    Basis.POOLED: "with no other player paid",
    Basis.PUSH_APPLIES: "if the push also applies to this wager",
    Basis.FULL_TABLE: "",
    Basis.WITHOUT_ENVY: "",
}
DOWNGRADES: dict[Downgrade | None, str] = {
    Downgrade.STATED_OUTRIGHT: "the interpretation used is stated, and the other one is only implied",
    Downgrade.OWN_CLAUSE: "the rules of the wager itself state when it is paid",
    Downgrade.CONFIRMED: "the printed house edges match only the interpretation used",
    Downgrade.ROW_STATES: "the paytable states the push",
    Downgrade.EQUAL_SEATS: "the number of players is a condition of play and makes no rule contradictory",
    Downgrade.CHOICE: "each paytable states its payouts, and the cardroom or casino chooses one paytable",
    Downgrade.CRITERION: "the document states the rule; only the policy sets the limit",
    Downgrade.UNSUPPORTED: "no words of the document support another value",
    None: "",
}
STANDINGS: dict[Standing, str] = {
    Standing.STATED: "stated",
    Standing.CONFLICTING: "contradictory",
    Standing.SILENT: "not addressed",
    Standing.DEFERRED: "in another document",
    Standing.NOT_OFFERED: "not offered",
    Standing.TODO: "not yet transcribed",
}
STATUSES: dict[Status, str] = {
    Status.EXACT: "exact",
    Status.UNDER_READINGS: "exact under readings",
    Status.INCOMPLETE: "incomplete",
    Status.NOT_MODELLED: "not modelled",
    Status.DEFERRED: "deferred",
    Status.PRICED: "calculated for a paytable without a document",
}
MEANINGS: dict[Status, str] = {
    Status.EXACT: "the document states every value that the figure rests on",
    Status.UNDER_READINGS: (
        "the figure is exact for the values named; the document contradicts itself on some of them or does "
        "not state them"
    ),
    Status.INCOMPLETE: "the document states a rule of this wager that the figure leaves out",
    Status.NOT_MODELLED: "the document states a rule that cannot be calculated, so there is no figure",
    Status.DEFERRED: (
        "the document leaves a value to another document that was not supplied, so there is a figure only "
        "under a named assumption"
    ),
    Status.PRICED: "no document is behind the figure",
}
"""What each status of a figure means."""


def describe_verdict(verdict: Verdict, readings: int = 0) -> str:
    """A verdict in words."""
    match verdict:
        case Verdict.AS_WRITTEN:
            return "certified as written"
        case Verdict.SUBJECT_TO_READINGS:
            return f"certified subject to {count(readings, 'interpretation')}"
        case Verdict.AMBIGUOUS:
            return "ambiguous as written"
    return "incomplete"


def define_severities(policy: Policy) -> dict[str, str]:
    """What each severity means under a policy."""
    limit = points(policy.materiality).removeprefix("+").removesuffix(" pp").rstrip("0").rstrip(".")
    return {
        "error": (
            "it blocks certification. Supported interpretations differ by the limit of "
            f"{limit} pp or more (set by {policy.owner}), or one of them gives the player an advantage, or a "
            "wager cannot be calculated from the document alone."
        ),
        "warning": (
            "the situation will occur at the table, or the effect is below the limit, or something else "
            "decides the point (see “Why not an error”)."
        ),
        "note": (
            "a defect of the text, a choice that the document leaves to the casino or cardroom, or a point "
            "with an effect below the limit that another clause decides."
        ),
    }


WORDS: dict[str, str] = {
    "issue": "the findings with one cause in one document.",
    "difference": "a rule that differs from another document. It is not a defect.",
    "house edge": "the share of a wager that the player loses on average.",
    "range": (
        "the lowest and highest house edge without Envy Bonus under the interpretations that words of the "
        "document support, one at a time."
    ),
    "pp": "percentage points of house edge.",
    "interpretation": "one meaning that the words of the document allow (`--reading` selects it).",
    "stated": "the document states it.",
    "implied": "the document does not state it, but the cited words allow only this meaning.",
    "contradictory": "the document states or implies two values. The one used is named with the reason.",
    "assumption": "the value used where the document states none.",
    "waived": "accepted by the person named until the date named. It still counts in the verdict.",
}
"""Each term with its meaning, in the order in which a reader meets them."""


def describe_waiver(reason: str, accepted_by: str, until: str) -> str:
    """A waiver: who accepted it, until when, and why."""
    return f"accepted by {accepted_by} until {until}: {reason}"
