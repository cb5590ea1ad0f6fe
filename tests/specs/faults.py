"""The broken specs: each is the smallest accepted file with one fault put in.

`python -m tests.specs.faults` writes them anew, so that a change of form does not break ninety files by
hand; a test holds that they are current. The first line of each file says what must be reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
CARDS = "{value: 53, at: (1) L5}"
STAKE = "{stated: [{value: 5 USD, at: (3) L9}, {value: 5 USD, at: (4) L11}]}"
SEVERAL = "{silent: true, assumed: each-pays, because: others do, alternatives: [highest-pays]}"
ROYAL = "{hand: royal-flush, printed: Royal Flush, pays: 100, envy: 25 USD, at: L34}"
FOUR = "{hand: four-of-a-kind, printed: 4 of a Kind, pays: 20, envy: 5 USD, at: L36}"
PAIRS = "{hand: three-pair, printed: Three Pair, pays: pushes, at: L41}"
PUBLISHED = '{label: no-envy, percent: "8.00", at: L43}'
OFFER = "{value: optional, at: (1) L5}"
INSURED = "{bank: {hand: high-card, highest: Q}, pays: 50, at: L60}"
GIVEN = "{value: given, at: A L50}"

PAYTABLES = f"""\
    paytables:
      - id: main
        at: (8) L27-43
        lines:
          - {ROYAL}
          - {FOUR}
          - {PAIRS}
        published:
          - {PUBLISHED}
"""

MINIMAL = f"""\
name: Example
edition: {{number: 1, date: "2030-01-31"}}
currency: USD
documents:
  - {{id: rules, name: Example rules, sha256: {"a" * 64}, lines: 86, kind: rules}}

identity:
  all: {{silent: true}}

deck:
  cards: {CARDS}
  jokers: {{value: 1, at: (1) L5}}
  card_backs: {{silent: true}}
  card_rank: {{value: ace-to-deuce, at: (1) L5}}
  joker: {{value: bug, at: (1) L5}}
  wheel: {{silent: true, assumed: lowest, because: others have it lowest, alternatives: [second-highest]}}
  hand_ranking: {{silent: true}}
  low_hand_ranking: {{value: pairs-then-high-card, at: (1) L5}}
  within_class: {{value: by-card-ranks, at: (1) L5}}
  seven_card_straight_flush: {{value: seven-consecutive-suited, at: (1) L5}}
  seven_card_straight_flush_joker: {{value: joker-stands-for-one, at: (1) L5}}
  royal_match: {{not_offered: true}}
  royal_match_joker: {{not_offered: true}}

table:
  all: {{not_offered: true}}
  players: {{value: 6, at: (2) L7}}
  bank: {{value: house, at: (2) L7}}

play:
  all: {{deferred: {{to: house procedures, at: (2) L7}}}}
  cards_dealt: {{value: 7, at: (2) L7}}
  bank_exposed: {{value: after, at: (2) L7}}

setting:
  all: {{silent: true}}
  house_way: {GIVEN}

comparison:
  all: {{silent: true}}
  method: {{value: high-with-high-low-with-low, at: (2) L7}}

standard:
  all: {{silent: true}}
  pays: {{value: 1, at: (2) L7}}
  commission: {{value: 1/20, at: (2) L7}}
  stake_minimum: {{value: 5 USD, at: (2) L7}}
  stake_maximum: {{value: 500 USD, at: (2) L7}}

irregularities:
  all: {{silent: true}}

wagers:
  - id: fortune-bonus
    name: Fortune Bonus
    looks_at: player
    all: {{silent: true}}
    offer: {OFFER}
    hand_considered: {{value: best-of-seven, at: (1) L5}}
    precedence: {{value: paytable-order, at: (1) L5}}
    lines_paid: {{value: one-line, at: (1) L5}}
    not_qualifying: {{value: loses, at: (1) L5}}
    bank_condition: {{value: none, at: (1) L5}}
    envy:
      all: {{silent: true}}
      offer: {{value: with-the-wager, at: (3) L9}}
      minimum_stake: {STAKE}
      lowest_hand: {{value: four-of-a-kind, at: (3) L9}}
      several_qualifying_hands: {SEVERAL}
      forfeits: {{value: [{{own: royal-flush}}], at: (3) L9}}
{PAYTABLES}  - id: insurance
    name: Insurance
    looks_at: both
    at: (9) L60
    all: {{silent: true}}
    lines:
      - {INSURED}

house_way:
  readings:
    - {{reading: house-way-deuces, title: deuces, question: Are deuces special?, values: [special, plain],
       assumed: special, because: they are named, alternatives: [plain], silent: true}}
  tie_break: {{assumed: best-high, because: dealers do so, silent: true}}
  rules:
    - {{rule: singles, when: {{shape: no-pair}}, low: second-and-third-highest, at: L50}}
    - {{rule: pair with deuces, under: {{house-way-deuces: special}}, exception_to: pair,
       when: {{shape: one-pair, pair: "2"}}, low: two-highest-singles, at: L51}}
    - {{rule: pair, when: {{shape: one-pair}}, low: two-highest-singles, at: L51}}

uncovered:
  - {{what: a fee for each shoe, wagers: [standard], at: (9) L61}}
"""


def build_minimal(name: str) -> str:
    """A small file that is accepted and has one of everything."""
    return f"schema: 2\nid: {name}\n{MINIMAL}"


_FIRST = "{hand: four-of-a-kind, pays: [20, 20], at: L33}"


def _print_matrix(*found: str, tables: str = '["1", "2"]', first: str = _FIRST) -> str:
    rows = "".join(f"        - {row}\n" for row in (first, *found) if row)
    return f"    paytables:\n      tables: {tables}\n      rows:\n{rows}"


@dataclass(frozen=True)
class Broken:
    """One fault: what is replaced by what, and the message that must come."""

    name: str
    old: str
    new: str
    message: str
    encoding: str = "utf-8"
    faults: int = 1
    """How many places one fault shows in."""
    also: tuple[str, str] | None = None
    """A second replacement, where a fault takes two statements that do not go together."""

    def build(self) -> bytes:
        text = f"# expect: {self.message}\n" + build_minimal(self.name)
        for old, new in ((self.old, self.new), *((self.also,) if self.also else ())):
            if text.count(old) != 1:
                raise ValueError(f"{self.name}: {old!r} stands {text.count(old)} times")
            text = text.replace(old, new)
        return text.encode(self.encoding)


BROKEN = (
    # what YAML would read in two ways
    Broken(
        "duplicate-key",
        "name: Example\n",
        "name: Example\nname: Other\n",
        "duplicate key name (first in line 4); keep one of them",
    ),
    Broken("anchor", "name: Example\n", "name: &who Example\n", "anchor &who"),
    Broken("alias", "name: Example\n", "name: *who\n", "alias *who"),
    Broken(
        "tag", "name: Example\n", "name: !!str Example\n", "tag tag:yaml.org,2002:str; remove it"
    ),
    Broken("float", "pays: 20,", "pays: 20.0,", "20.0 is a float, which is not exact"),
    Broken("float-exponent", "pays: 20,", "pays: 2e1,", "2e1 is a float, which is not exact"),
    Broken("infinity", "pays: 20,", "pays: .inf,", ".inf is a float, which is not exact"),
    Broken(
        "boolean-no",
        "name: Example\n",
        "name: NO\n",
        "NO is true or false for some programs and text for others",
    ),
    Broken(
        "boolean-on",
        "name: Example\n",
        "name: On\n",
        "On is true or false for some programs and text for others",
    ),
    Broken(
        "boolean-capital",
        "silent: true, assumed: each",
        "silent: True, assumed: each",
        "True is true or false for some programs and text for others",
    ),
    Broken("sexagesimal", "pays: 20,", "pays: 20:1,", "20:1 is a number in base 60 to YAML 1.1"),
    Broken("octal", "pays: 20,", "pays: 020,", "020 is an octal"),
    Broken("hexadecimal", "pays: 20,", "pays: 0x14,", "0x14 is an octal, binary or hexadecimal"),
    Broken("underscore", "pays: 100,", "pays: 1_00,", "1_00 is a number for some programs only"),
    Broken("plus-sign", "pays: 100,", "pays: +100,", "+100 is a number for some programs only"),
    Broken(
        "implicit-date",
        'date: "2030-01-31"',
        "date: 2030-01-31",
        "2030-01-31 is a date to YAML 1.1; put it in quotes",
    ),
    Broken("empty-value", "name: Example\n", "name:\n", "the value is empty"),
    Broken("null-value", "name: Example\n", "name: ~\n", "the value is empty"),
    Broken("merge-key", "name: Example\n", "name: Example\n<<: {a: b}\n", "<< is a merge"),
    Broken(
        "number-as-key",
        "name: Example\n",
        "name: Example\n7: seven\n",
        'the key 7 is not text; put it in quotes: "7"',
    ),
    Broken(
        "mapping-as-key",
        "name: Example\n",
        "name: Example\n? {a: b}\n: c\n",
        "the key is not plain text",
    ),
    Broken(
        "second-document", "\nuncovered:", "\n---\nuncovered:", "second YAML document in one file"
    ),
    Broken("directive", "# expect", "%YAML 1.1\n---\n# expect", "directive before the document"),
    Broken("tab", "  - id: main", "\t- id: main", "tab character; indent with spaces"),
    Broken("byte-order-mark", "# expect", "# expect", "starts with a byte order mark", "utf-8-sig"),
    Broken("latin-1", "name: Example\n", "name: Straße\n", "this byte is not UTF-8", "latin-1"),
    Broken(
        "control-character",
        "name: Example\n",
        "name: Exam\x07ple\n",
        "invisible or forbidden character U+0007",
    ),
    Broken(
        "line-separator",
        "name: Example\n",
        "name: Exam\u2028ple\n",
        "invisible or forbidden character U+2028",
    ),
    Broken(
        "too-deep",
        "name: Example\n",
        "name: " + "[" * 60 + "]" * 60 + "\n",
        "nesting is deeper than 40",
    ),
    Broken("open-quote", "name: Example\n", 'name: "Example\n', "this is not YAML"),
    Broken("wrong-indent", "    at: (8)", "   at: (8)", "this is not YAML"),
    # what the schema refuses
    Broken(
        "pays-with-comma",
        "pays: 100,",
        'pays: "5,000",',
        "pays is '5,000', which YAML reads as text; write 5000",
    ),
    Broken("pays-in-words", "pays: 20,", "pays: twenty,", "pays is 'twenty'"),
    Broken("pays-negative", "pays: 20,", "pays: -20,", "pays is -20, below the limit"),
    Broken(
        "unknown-key",
        "name: Example\n",
        "name: Example\nnmae: Example\n",
        "unknown key 'nmae'; did you mean name?",
    ),
    Broken(
        "unknown-key-in-line",
        "pays: 20,",
        "pays: 20, payz: 20,",
        "unknown key 'payz'; did you mean pays?",
    ),
    Broken(
        "unknown-name",
        "currency: USD\n",
        "currency: USD\nnames: {bank: dealer, standart: Pai Gow wager}\n",
        "unknown key 'standart'; did you mean standard?",
    ),
    Broken("missing-section", "name: Example\n", "", "name is missing; add name"),
    Broken("missing-citation", CARDS, "{value: 53}", "at is missing; add at"),
    Broken("missing-lines", CARDS, "{value: 53, at: (1)}", "'(1)' does not end with lines; add"),
    Broken(
        "citation-of-format-1",
        CARDS,
        "{value: 53, at: {clause: (1), lines: 5}}",
        'at is {"clause": "(1)", "lines": 5}, not text',
    ),
    Broken(
        "format-1",
        "schema: 2\n",
        "",
        "in format 1; run: certify migrate ",
    ),
    Broken("format-3", "schema: 2\n", "schema: 3\n", "schema is 3; write 2"),
    Broken("no-form", CARDS, "{note: nothing said}", "cards has no value or standing"),
    Broken("money-without-currency", "envy: 25 USD", "envy: 25", "envy is 25"),
    Broken(
        "money-with-symbol",
        "envy: 25 USD",
        "envy: $25",
        "envy is '$25', which is not of the required form",
    ),
    Broken(
        "percent-unquoted",
        'percent: "8.00"',
        "percent: 8",
        'percent is 8, which YAML reads as a number; put it in quotes: "8"',
    ),
    Broken(
        "assumed-without-because",
        "assumed: each-pays, because: others do, alternatives: [highest-pays]",
        "assumed: each-pays",
        "'assumed' needs a reason",
    ),
    Broken(
        "alternatives-without-assumed",
        "assumed: each-pays, because: others do, ",
        "",
        "'alternatives' needs 'assumed'",
    ),
    Broken(
        "line-zero", "at: L34", "at: L0", "'L0' does not end with lines; add them, counted from 1"
    ),
    Broken(
        "count-as-text",
        "{value: 53,",
        '{value: "53",',
        "value is '53', which YAML reads as text; write 53",
    ),
    Broken(
        "long-text", "name: Example\n", "name: " + "long " * 500 + "\n", "name has 2499 characters"
    ),
    Broken(
        "unknown-choice",
        "{value: bug,",
        "{value: bugg,",
        "value is 'bugg'; write bug or wild, or {other: …} in your own words",
    ),
    Broken(
        "unknown-alternative",
        "alternatives: [highest-pays]",
        "alternatives: [highest]",
        "alternatives is 'highest'; write each-pays or highest-pays, or {other: …} in your own words",
    ),
    Broken(
        "unknown-hand",
        "hand: royal-flush,",
        "hand: royal-flsh,",
        "hand is 'royal-flsh'; write one of seven-card-straight-flush, royal-match,",
    ),
    Broken(
        "unknown-section-standing",
        "identity:\n  all: {silent: true}",
        "identity:\n  all: {value: 5}",
        "all has no standing; write one of silent, deferred, not_offered",
    ),
    Broken(
        "missing-parameter",
        f"  cards: {CARDS}\n",
        "",
        "cards is missing; add cards, or add 'all' for all parameters that are not listed",
    ),
    Broken(
        "wrong-reading",
        SEVERAL,
        SEVERAL.replace("{silent", "{reading: wheel, silent"),
        "reading is 'wheel'; write envy-several",
    ),
    Broken("bad-hash", "a" * 64, "a" * 63, "sha256 is"),
    Broken(
        "paytable-id-unquoted",
        "      - id: main",
        "      - id: 1",
        'id is 1, which YAML reads as a number; put it in quotes: "1"',
    ),
    Broken(
        "pays-to-and-for", "pays: 20,", "pays: {to: 20, for: 21},", "to and for exclude each other"
    ),
    Broken(
        "pays-in-no-terms",
        "pays: 20,",
        "pays: {odds: 20},",
        "unknown key 'odds'; write one of to, for, money, meter, stake",
    ),
    Broken("other-without-text", "{value: bug,", "{value: {other: 7},", "other is 7"),
    Broken(
        "own-reading-with-capitals",
        "card_backs: {silent: true}",
        "card_backs: {silent: true, reading: Backs}",
        "reading is 'Backs', which is not of the required form",
    ),
    Broken(
        "lines-without-place",
        "    at: (9) L60\n",
        "",
        "'lines' needs a citation",
    ),
    Broken("highest-no-rank", "highest: Q}", "highest: 11}", "highest is 11, above the limit"),
    # what the schema cannot see
    Broken(
        "line-twice",
        PAIRS,
        PAIRS.replace("three-pair", "royal-flush"),
        "duplicate condition of royal-flush on paytable main",
    ),
    Broken(
        "line-id-twice",
        PAIRS,
        PAIRS.replace("{hand", "{id: royal-flush, hand"),
        "duplicate line royal-flush on paytable main",
    ),
    Broken(
        "paytable-twice",
        "  - id: insurance",
        f"      - {{id: main, at: L27, lines: [{FOUR}]}}\n  - id: insurance",
        "duplicate paytable main",
        faults=2,
    ),
    Broken(
        "wager-twice",
        "id: insurance",
        "id: fortune-bonus",
        "duplicate wager fortune-bonus",
        faults=2,
    ),
    Broken(
        "wager-called-standard",
        "id: insurance",
        "id: standard",
        "standard is a reserved name",
    ),
    Broken(
        "lines-beside-paytables",
        "    paytables:\n",
        f"    at: (8) L27\n    lines: [{ROYAL}, {FOUR}]\n    paytables:\n",
        "lines next to paytables",
    ),
    Broken(
        "not-offered-with-lines",
        OFFER,
        "{not_offered: true}",
        "fortune-bonus is not offered but has lines",
    ),
    Broken(
        "envy-not-offered",
        "offer: {value: with-the-wager, at: (3) L9}",
        "offer: {not_offered: true}",
        "'envy' on a line, but fortune-bonus has no Envy Bonus",
        faults=2,
    ),
    Broken(
        "envy-without-envy",
        "highest: Q}, pays: 50,",
        "highest: Q}, pays: 50, envy: 5 USD,",
        "'envy' on a line, but insurance has no Envy Bonus",
    ),
    Broken(
        "envy-hand-not-paid",
        "{value: four-of-a-kind,",
        "{value: full-house,",
        "lowest_hand full-house is not on any paytable",
    ),
    Broken(
        "forfeits-no-line",
        "[{own: royal-flush}]",
        "[{own: royal-match}]",
        "unknown line royal-match; write four-of-a-kind or royal-flush or three-pair",
    ),
    Broken(
        "line-wants-nothing",
        INSURED,
        INSURED.replace("bank: {hand: high-card, highest: Q}, ", ""),
        "the line has no condition, so every deal qualifies for it",
    ),
    Broken(
        "line-whose-hand",
        INSURED,
        INSURED.replace("bank: {hand: high-card, highest: Q}", "hand: flush"),
        "hand does not state whose hand, and insurance looks at both",
    ),
    Broken(
        "line-looks-elsewhere",
        PAIRS,
        PAIRS.replace("hand: three-pair", "hand: three-pair, bank: {hand: flush}"),
        "the line looks at the bank, but fortune-bonus looks at the player only",
    ),
    Broken("line-cites-nothing", PAIRS, PAIRS.replace(", at: L41", ""), "pays has no citation"),
    Broken(
        "line-not-offered",
        "pays: 20,",
        "pays: {not_offered: true},",
        "the line four-of-a-kind is stated as not offered",
    ),
    Broken(
        "rank-of-no-group",
        PAIRS,
        PAIRS.replace("hand: three-pair", "hand: flush, rank: A"),
        "rank does not apply to flush",
    ),
    Broken(
        "rank-of-a-low-straight",
        PAIRS,
        PAIRS.replace("hand: three-pair", "hand: straight, rank: 4"),
        "no straight has the top card 4",
    ),
    Broken(
        "rank-of-a-royal",
        PAIRS,
        PAIRS.replace("hand: three-pair", "hand: straight-flush, rank: A"),
        "a straight flush up to the ace is a royal flush",
    ),
    Broken(
        "only-of-nothing",
        PAIRS,
        PAIRS.replace("hand: three-pair", "only: true"),
        "only does not apply to a line without hand",
    ),
    Broken(
        "natural-five-aces",
        PAIRS,
        PAIRS.replace("hand: three-pair", "hand: five-aces, natural: true"),
        "five-aces needs the joker",
    ),
    Broken(
        "natural-with-rank",
        PAIRS,
        PAIRS.replace("hand: three-pair", "hand: one-pair, rank: A, natural: true"),
        "natural does not go together with rank",
    ),
    Broken(
        "natural-without-joker",
        PAIRS,
        PAIRS.replace("hand: three-pair", "hand: flush, natural: true, joker: without"),
        "the hand holds no joker in any case",
    ),
    Broken(
        "numbers-of-cards-backwards",
        PAIRS,
        PAIRS.replace("hand: three-pair", "red_cards: 6-4"),
        "'6-4' is not a number of cards",
    ),
    Broken(
        "too-many-colours",
        PAIRS,
        PAIRS.replace("hand: three-pair", "red_cards: 5+, black_cards: 4+"),
        "no seven cards have so many of both colours",
    ),
    Broken(
        "envy-beside-standard",
        PAIRS,
        PAIRS.replace("hand: three-pair", "standard: push"),
        "fortune-bonus has an Envy Bonus",
    ),
    Broken(
        "highest-of-a-class",
        INSURED,
        INSURED.replace("high-card", "flush"),
        "highest does not apply to flush, only to high-card",
    ),
    Broken(
        "highest-below-nine",
        "highest: Q}",
        "highest: 8}",
        "no seven cards without a class have 8 as the highest card",
    ),
    Broken(
        "five-of-a-kind-with-a-bug",
        PAIRS,
        PAIRS.replace("three-pair", "five-of-a-kind"),
        "with a bug no five of a kind is possible except five aces",
    ),
    Broken(
        "joker-against-class",
        PAIRS,
        PAIRS.replace("hand: three-pair", "hand: five-aces, joker: without"),
        "five-aces always contains the joker",
    ),
    Broken(
        "rank-order-without-classes",
        PAIRS,
        PAIRS.replace("hand: three-pair", "hand: one-pair, rank: A"),
        "rank-order has no place for the line one-pair-of-A, which is not a hand class",
        also=("{value: paytable-order,", "{value: rank-order,"),
    ),
    Broken(
        "deck-without-joker",
        "jokers: {value: 1,",
        "jokers: {value: 0,",
        "53 cards with no joker are not a full deck",
    ),
    Broken(
        "deck-of-52-with-joker",
        "{value: 53,",
        "{value: 52,",
        "52 cards with 1 joker are not a full deck",
    ),
    Broken("commission-in-percent", "{value: 1/20,", "{value: 5%,", "as a fraction; write 1/20"),
    Broken(
        "commission-above-one",
        "{value: 1/20,",
        "{value: 21/20,",
        "commission is 21/20, which is more than 1",
    ),
    Broken(
        "least-stake-above-most",
        "{value: 500 USD,",
        "{value: 4 USD,",
        "the minimum wager 5 USD is above the maximum wager 4 USD",
    ),
    Broken(
        "unknown-document",
        "at: L34",
        "at: statut s. 4 L34",
        "unknown document 'statut'; write 'statute', or one of rules, statute before the clause",
        also=(
            "\nidentity:",
            "  - {id: statute, name: Act, sha256: " + "b" * 64 + ", lines: 86}\n\nidentity:",
        ),
    ),
    Broken(
        "document-twice",
        "\nidentity:",
        "  - {id: rules, name: More rules, sha256: " + "b" * 64 + ", lines: 86}\n\nidentity:",
        "duplicate id rules",
    ),
    Broken(
        "uncovered-no-wager",
        "wagers: [standard]",
        "wagers: [dragon]",
        "unknown wager dragon; write standard or fortune-bonus or insurance",
    ),
    Broken(
        "own-reading-taken",
        "hand: three-pair, printed: Three Pair, pays: pushes",
        "hand: three-pair, printed: Three Pair, pays: {reading: joker, value: pushes, at: L41}",
        "joker is the reading of deck.joker",
    ),
    Broken(
        "brings-what-nobody-asks",
        "alternatives: [highest-pays]",
        "alternatives: [{value: highest-pays, brings: {jokers-wild: wild}}]",
        "jokers-wild is not a reading or a statement",
    ),
    Broken(
        "brings-no-value-of-the-other",
        "alternatives: [highest-pays]",
        "alternatives: [{value: highest-pays, brings: {joker: wild}}]",
        "joker is never wild in this file; write bug",
    ),
    Broken(
        "brings-to-what-has-no-value",
        "alternatives: [highest-pays]",
        "alternatives: [{value: highest-pays, brings: {comparison.copy_both: push}}]",
        "comparison.copy_both is never push in this file; give it a value first",
    ),
    Broken(
        "foreign-currency",
        "envy: 25 USD",
        "envy: 25 EUR",
        "25 EUR is not in the document's currency USD",
    ),
    Broken(
        "foreign-currency-of-pays",
        "pays: 50,",
        "pays: {money: 75 EUR},",
        "75 EUR is not in the document's currency USD",
    ),
    Broken(
        "conflict-not-settled",
        "{value: 5 USD, at: (4) L11}",
        "{value: 25 USD, at: (4) L11}",
        "conflicting values without 'adopted'",
    ),
    Broken(
        "published-twice",
        f"          - {PUBLISHED}",
        f"          - {PUBLISHED}\n          - {PUBLISHED}",
        "duplicate label no-envy",
    ),
    Broken("no-such-date", '"2030-01-31"', '"2030-02-31"', "2030-02-31 is not a date"),
    Broken(
        "citation-outside",
        "at: L34",
        "at: L87",
        "lines 87 are outside the document, which has 86 lines",
    ),
    Broken(
        "citation-backwards",
        "(8) L27-43",
        "(8) L43-27",
        "lines 43-27 are in the wrong order; write L27-43",
    ),
    Broken(
        "adopted-not-stated",
        STAKE,
        STAKE[:-1].replace("5 USD", "6 USD", 1) + ", adopted: 25 USD, because: larger}",
        "the adopted value is not one of the stated values",
    ),
    Broken(
        "adopted-without-conflict",
        STAKE,
        STAKE[:-1] + ", adopted: 5 USD, because: alike}",
        "'adopted' is not needed: all stated values agree",
    ),
    Broken(
        "alternative-not-other",
        "alternatives: [highest-pays]",
        "alternatives: [each-pays]",
        "the alternative equals the assumed value",
    ),
    Broken(
        "alternative-twice",
        "alternatives: [highest-pays]",
        "alternatives: [highest-pays, highest-pays]",
        "duplicate alternative",
    ),
    Broken(
        "published-without-players",
        "label: no-envy",
        "label: max-envy",
        "a figure with Envy Bonus needs other_players",
    ),
    Broken(
        "published-in-two-forms",
        'percent: "8.00"',
        'percent: "8.00", share: "0.08"',
        "percent and share exclude each other; keep one of them",
    ),
    Broken(
        "published-without-figure",
        'percent: "8.00", ',
        "",
        "published has no percent or share; add one of them",
    ),
    Broken(
        "hand-in-own-words",
        ROYAL,
        "{hand: {other: a flush in hearts}, pays: 100, at: L34}",
        "write 'other: …' in the row itself, in your own words",
    ),
    Broken(
        "uncovered-of-no-wager",
        "wagers: [standard]",
        "paytables: [main]",
        "'paytables' needs the wagers that have them; add 'wagers: [",
    ),
    # house ways
    Broken(
        "unknown-shape",
        "{shape: no-pair}",
        "{shape: no-pairs}",
        "shape is 'no-pairs'; write one of no-pair,",
    ),
    Broken(
        "unknown-selector",
        "low: second-and-third-highest",
        "low: second-and-third",
        "low is 'second-and-third'; write",
    ),
    Broken(
        "unknown-condition",
        "{shape: no-pair}",
        "{shape: no-pair, suits: 4}",
        "unknown key 'suits'",
    ),
    Broken(
        "exception-to-nothing",
        "exception_to: pair,",
        "exception_to: triples,",
        "unknown rule 'triples'",
    ),
    Broken(
        "rule-twice",
        "rule: pair with deuces,",
        "rule: singles,",
        "duplicate rule 'singles'",
    ),
    Broken(
        "rule-unreachable",
        'exception_to: pair,\n       when: {shape: one-pair, pair: "2"}',
        "when: {shape: no-pair, complete: true}",
        "pair with deuces",
    ),
    Broken(
        "row-as-printed-of-no-rule",
        "  rules:\n    - {rule: singles",
        "  as_printed: [{rule: treys, when: {shape: one-pair}, because: the row is wider}]\n"
        "  rules:\n    - {rule: singles",
        "unknown rule 'treys'",
    ),
    Broken(
        "row-as-printed-without-exception",
        "  rules:\n    - {rule: singles",
        "  as_printed: [{rule: singles, exception_by: ours, because: nobody says so}]\n"
        "  rules:\n    - {rule: singles",
        "'singles' is an exception to no rule",
    ),
    Broken(
        "row-as-printed-not-narrowed",
        "  rules:\n    - {rule: singles",
        "  as_printed: [{rule: singles, when: {shape: no-pair}, because: nobody says so}]\n"
        "  rules:\n    - {rule: singles",
        "'singles' has the same condition as printed",
    ),
    Broken(
        "house-way-not-declared",
        GIVEN,
        "{silent: true}",
        "house_way is silent and the list of rules is in the file",
    ),
    Broken(
        "reading-not-declared",
        "under: {house-way-deuces: special}",
        "under: {house-way-deuce: special}",
        "no rule depends on the reading house-way-deuces",
        faults=2,
    ),
    Broken(
        "reading-without-that-answer",
        "under: {house-way-deuces: special}",
        "under: {house-way-deuces: rare}",
        "rare is not a value of the reading house-way-deuces; write special or plain",
    ),
    Broken(
        "reading-assumes-no-answer",
        "assumed: special",
        "assumed: rare",
        "rare is not a value of house-way-deuces",
    ),
    Broken(
        "reading-taken",
        "{reading: house-way-deuces,",
        "{reading: house-way-tie-break,",
        "house-way-tie-break is the reading of house_way.tie_break",
        faults=3,
    ),
    Broken(
        "tie-break-missing",
        "  tie_break: {assumed: best-high, because: dealers do so, silent: true}\n",
        "",
        "tie_break is missing",
    ),
    Broken(
        "joker-apart-false",
        "{shape: no-pair}",
        "{shape: no-pair, joker_apart: false}",
        "joker_apart is false; write true",
    ),
    Broken(
        "unexpressed-without-reason",
        "  rules:\n",
        "  unexpressed: [{rule: asks the floor, at: L51}]\n  rules:\n",
        "because is missing",
    ),
    Broken(
        "selector-against-shape",
        "low: second-and-third-highest",
        "low: lower-pair",
        "lower-pair does not exist in the shape no-pair",
    ),
    # what is written shorter than it is read
    Broken(
        "inherits-from-nothing",
        CARDS,
        "{assumed: 53, because: others have it}",
        "cards has no standing; add for example 'silent: true', or give the section 'all'",
    ),
    Broken(
        "inherits-what-is-not-offered",
        "players: {value: 6, at: (2) L7}",
        "players: {assumed: 6, because: others have it}",
        "'assumed' cannot be added to 'not_offered', the standing of 'all'",
        faults=2,
    ),
    Broken(
        "inherits-without-because",
        SEVERAL,
        "{assumed: each-pays}",
        "'assumed' needs a reason",
    ),
    Broken(
        "cell-missing",
        PAYTABLES,
        _print_matrix("{hand: royal-flush, pays: [100], at: L34}"),
        "pays has cells for 1 of 2 paytables; write one for each, 'none' where a paytable has none",
    ),
    Broken(
        "cell-too-many",
        PAYTABLES,
        _print_matrix("{hand: royal-flush, pays: [100, 200], envy: [5 USD, none, none], at: L34}"),
        "envy has cells for 3 of 2 paytables",
    ),
    Broken(
        "cell-without-list",
        PAYTABLES,
        _print_matrix("{hand: royal-flush, pays: 100, at: L34}"),
        "pays is 100, not a list",
    ),
    Broken(
        "cell-of-no-row",
        PAYTABLES,
        _print_matrix("{hand: royal-flush, pays: [100, none], envy: [5 USD, 5 USD], at: L34}"),
        "envy is given where the paytable has no such row; write 'none', or correct pays",
    ),
    Broken(
        "cell-in-words",
        PAYTABLES,
        _print_matrix("{hand: royal-flush, pays: [100, twenty], at: L34}"),
        "pays is 'twenty', which is not of the required form",
    ),
    Broken(
        "column-twice",
        PAYTABLES,
        _print_matrix("{hand: royal-flush, pays: [100, 200], at: L34}", tables='["1", "1"]'),
        "duplicate paytable 1; give each its own id",
        faults=2,
    ),
    Broken(
        "column-cites-nothing",
        PAYTABLES,
        _print_matrix("{hand: royal-flush, pays: [100, none], at: L34}", first=""),
        "paytable 2 has no citation; add 'at'",
    ),
    Broken(
        "row-twice",
        PAYTABLES,
        _print_matrix(
            "{hand: royal-flush, pays: [100, 200], at: L34}",
            "{hand: royal-flush, pays: [50, none], at: L35}",
        ),
        "duplicate condition of royal-flush on paytable 1; keep one of the lines",
    ),
    Broken("no-cards", "{value: 53,", "{value: 0,", "cards is 0; write a number above zero"),
)


def build_all() -> dict[str, bytes]:
    """Every generated file by its path below this folder."""
    files = {"accept/minimal.yaml": build_minimal("minimal").encode()}
    files |= {f"reject/{item.name}.yaml": item.build() for item in BROKEN}
    return files


if __name__ == "__main__":
    for name, content in build_all().items():
        target = FOLDER / name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(content)
