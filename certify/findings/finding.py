"""A finding as data: what is wrong, where, and its effect. The words are made in `render`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from fractions import Fraction

from certify.base.load import DataPath
from certify.spec.model import Citation
from certify.spec.values import Money, Value

Bounds = tuple[Fraction, Fraction]
"""The lowest and the highest value of a figure; equal where it is known exactly."""


class Severity(IntEnum):
    """How serious a finding is; the most serious is the highest."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        """The severity as people and tools write it."""
        return self.name.lower()


class Kind(StrEnum):
    """The kind of thing that is found, in the order of the issues."""

    OWN = "own"
    """A defect of the document itself."""
    LANGUAGE = "language"
    """A defect of wording: terms, misprints, labels."""
    DIFFERENCE = "difference"
    """A difference from other documents."""


class NoEffect(StrEnum):
    """Why a finding has no effect on the house edge, or why the effect was not calculated."""

    SINGLE_ROUNDS = "single-rounds"
    FOULS = "fouls"
    IRREGULARITIES = "irregularities"
    BANKING = "banking"
    CAPS = "caps"
    SEATS = "table"
    COLLECTION = "collection"
    ROUNDING = "rounding"
    NOT_CALCULABLE = "not-calculable"
    """The wager cannot be calculated from this document."""
    NOT_UNDER_THIS = "not-under-this-interpretation"
    LEAVES_OPEN = "leaves-open"
    """The alternative needs the value of a statement that is not given."""
    OWN_WORDS = "own-words"
    EQUAL_HANDS = "equal-hands"
    NO_ALTERNATIVE = "no-alternative"
    SHOWN_ONLY = "shown-only"
    NO_RANKING = "no-ranking"
    NOT_MODELLED = "not-modelled"
    CURRENCY = "currency"
    NO_SUCH_ROW = "no-such-row"
    AS_WRITTEN = "as-written"
    OTHER_ISSUES = "other-issues"
    RULE_ORDER = "rule-order"
    SETTING_UNKNOWN = "setting-unknown"
    TEXT_NOT_SUPPLIED = "text-not-supplied"
    PART_MISSING = "part-missing"
    HOUSE_WAY_DEFECT = "house-way-defect"
    CANNOT_BE_DEALT = "cannot-be-dealt"
    SURRENDER_COST = "surrender-cost"
    BANK_STAKE = "bank-stake"
    WHO_BANKS = "who-banks"
    ROW_SHOWS = "row-shows"
    OTHER_MEANING = "other-meaning"
    OTHER_SUM = "other-sum"

    @property
    def is_round(self) -> bool:
        """Whether only single rounds depend on it."""
        return self in _ROUNDS


_ROUNDS = {
    NoEffect.SINGLE_ROUNDS,
    NoEffect.FOULS,
    NoEffect.IRREGULARITIES,
    NoEffect.BANKING,
    NoEffect.CAPS,
    NoEffect.SEATS,
}


def explain_round(topic: str) -> NoEffect:
    """Why a parameter that only a round depends on has no effect on the house edge, by its topic."""
    return NoEffect(topic) if topic in _ROUNDS else NoEffect.SINGLE_ROUNDS


class Downgrade(StrEnum):
    """Why a finding with an effect of the materiality or more is not an error."""

    STATED_OUTRIGHT = "stated-outright"
    OWN_CLAUSE = "own-clause"
    CONFIRMED = "confirmed"
    ROW_STATES = "row-states"
    EQUAL_SEATS = "equal-seats"
    CHOICE = "choice"
    CRITERION = "criterion"
    UNSUPPORTED = "unsupported"
    """No words of the document support the alternative."""


class Basis(StrEnum):
    """The conditions of a comparison, besides wager amount and seats."""

    PRINTED = "printed"
    """A printed figure against the calculated one: the house edge itself does not change."""
    HOUSE_WAY = "house-way"
    """Every hand is set by the house way."""
    BANK_SEEN = "bank-seen"
    """The player sees the banker's hand and sets their own in the best way."""
    BANK_SEEN_ON_ONE_SIDE = "bank-seen-on-one-side"
    IMPLIED = "implied"
    """Together with what the same words imply for other rows."""
    WITH_LINKED = "with-linked"
    """Together with the other document's values of linked parameters."""
    ANY_SUM = "any-sum"
    """Equal for every amount above the wager."""
    NO_PUSH = "no-push"
    STAKE_TAKEN = "stake-taken"
    AGAINST_FIRST = "against-first"
    """Against the first paytable, without Envy Bonus."""
    AS_SET = "as-set"
    AS_SET_MATCH = "as-set-match"
    ROW_IN = "row-in"
    ROW_PUSHES = "row-pushes"
    WITH_ROW = "with-row"
    POOLED = "pooled"
    PUSH_APPLIES = "push-applies"
    """The push on a hand of the bank also applies to this wager."""
    FULL_TABLE = "full-table"
    """A full table against a table without other players."""
    WITHOUT_ENVY = "without-envy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The house edge of one wager on one paytable as interpreted, and otherwise."""

    wager: str
    paytable: str = ""
    before: Bounds
    after: Bounds
    stake: Money | None = None
    other_players: int | None = None
    basis: tuple[Basis, ...] = ()
    assumed_house_way: str = ""
    """The jurisdiction whose house way is assumed because the document has none."""

    @property
    def change(self) -> Bounds:
        """The lowest and the highest difference."""
        return self.after[0] - self.before[1], self.after[1] - self.before[0]

    @property
    def size(self) -> Fraction:
        """The largest difference in either direction."""
        return max(map(abs, self.change))

    @property
    def is_printed(self) -> bool:
        """Whether it is the deviation of a printed figure, not of a house edge."""
        return Basis.PRINTED in self.basis

    @property
    def favours_player(self) -> bool:
        """Whether the player has the advantage afterwards and not before."""
        return not self.is_printed and self.after[0] < 0 <= self.before[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotCalculated:
    """Why there is no effect on a wager, or on any."""

    reason: NoEffect
    wager: str = ""
    statement: str = ""
    value: tuple[str, Value] | None = None
    """The key of a statement and its value that is not modelled."""


@dataclass(frozen=True, slots=True)
class Price:
    """The effects of a change, and what could not be calculated."""

    effects: tuple[Effect, ...] = ()
    missing: tuple[NotCalculated, ...] = ()

    @property
    def size(self) -> Fraction:
        """The largest difference on any wager."""
        return max((effect.size for effect in self.effects), default=Fraction(0))


def no_effect(reason: NoEffect) -> Price:
    """No effect, for one reason."""
    return Price((), (NotCalculated(reason=reason),))


@dataclass(frozen=True, slots=True)
class Source:
    """A value and the places that state it; without a value only the places."""

    value: Value | None
    citations: tuple[Citation, ...]
    implied: bool = False
    """Whether the places only imply it."""
    document: str = ""
    """The jurisdiction whose document it is, where it is another one."""
    statement: str = ""
    """The key of the statement; empty for the finding's first."""


@dataclass(frozen=True, slots=True)
class Option:
    """Another value that the words of the document support."""

    value: Value
    because: str = ""
    citation: Citation | None = None
    implies: tuple[tuple[str, Value], ...] = ()
    """The values that the same words imply for other statements, by key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One contradiction, omission, defect or difference.

    A rule fills the fields up to `others`, the registry the rest.
    """

    subject: str
    """What it is about, in data: with code and document all that the fingerprint depends on."""
    place: DataPath = ()
    """Where it is in the specification."""
    variant: str = ""
    """Which of the texts of its rule applies."""
    slots: Mapping[str, object] = field(default_factory=dict)
    """The data that the texts of its rule name."""
    statements: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    sources: tuple[Source, ...] = ()
    used: Value | None = None
    because: str = ""
    deferred_to: str = ""
    """The text that is not supplied and that the document refers to."""
    alternatives: tuple[Option, ...] = ()
    assumed: tuple[tuple[str, Value], ...] = ()
    """The values assumed for several statements that the document does not address, by key."""
    price: Price = Price()
    downgraded: Downgrade | None = None
    """Why it is not an error whatever its effect."""
    blocks: bool = False
    """Whether a wager cannot be certified until it is answered."""
    severity: Severity | None = None
    roots: frozenset[str] = frozenset()
    """Findings that share a root are one issue."""
    joins: bool = True
    """Whether it is one issue with the other findings on its statements."""
    others: tuple[str, ...] = ()
    """The document that a difference is from."""

    code: str = ""
    kind: Kind = Kind.OWN
    jurisdiction: str = ""
    path: str = ""
    line: int = 0
    column: int = 0
    materiality: Fraction = Fraction(0)

    @property
    def jurisdictions(self) -> tuple[str, ...]:
        """The document, and for a difference the one it differs from."""
        return (self.jurisdiction, *self.others)

    @property
    def fingerprint(self) -> str:
        """Stable while the same rule finds the same thing in the same document, or pair of documents."""
        return self._hash(*self.jurisdictions)

    @property
    def mirror(self) -> str:
        """The fingerprint of the same difference found from the other document; empty on the first side."""
        if len(self.others) != 1 or self.jurisdiction < self.others[0]:
            return ""
        return self._hash(*self.others, self.jurisdiction)

    def _hash(self, *jurisdictions: str) -> str:
        basis = json.dumps([self.code, jurisdictions, self.subject], ensure_ascii=False)
        return hashlib.sha256(basis.encode()).hexdigest()[:16]

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Every calculated effect."""
        return self.price.effects

    @property
    def effect(self) -> Effect | None:
        """The largest effect on any wager."""
        return max(self.effects, key=lambda item: item.size, default=None)

    @property
    def weight(self) -> Severity:
        """The severity that the registry settled."""
        if self.severity is None:
            raise AssertionError(f"{self.code} has no severity yet")
        return self.severity
