"""The broken specs: each is the smallest accepted file with one fault put in.

`python -m tests.specs.faults` writes them anew from the catalogue of parameters, so that a new parameter
does not break sixty files by hand; a test holds that they are current. The first line of each file says
what must be reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from certify.spec.parameters import PARAMETERS, SECTIONS

FOLDER = Path(__file__).parent
SPECIAL = {
    "deck.joker": "{value: bug, at: {clause: (1), lines: 5}}",
    "deck.cards": "{value: 53, at: {clause: (1), lines: 5}}",
    "setting.house_way": "{value: given, at: {clause: A, lines: 50}}",
    "envy.offer": "{value: with-fortune-bonus, at: {clause: (3), lines: 9}}",
    "envy.minimum_stake": "{stated: [{value: 5 USD, at: {clause: (3), lines: 9}}, "
    "{value: 5 USD, at: {clause: (4), lines: 11}}]}",
    "envy.lowest_hand": "{value: four-of-a-kind, at: {clause: (3), lines: 9}}",
    "envy.several_qualifying_hands": "{silent: true, assumed: each-pays, because: others do, "
    "alternatives: [highest-pays]}",
}
TAIL = """\
paytables:
  - id: main
    at: {clause: (8), lines: 27-43}
    lines:
      - {hand: royal-flush, printed: Royal Flush, pays: 100, envy: 25 USD, at: {lines: 34}}
      - {hand: four-of-a-kind, printed: 4 of a Kind, pays: 20, envy: 5 USD, at: {lines: 36}}
      - {hand: three-pair, printed: Three Pair, pays: push, at: {lines: 41}}
    published:
      - {label: no-envy, percent: "8.00", at: {lines: 43}}

house_way:
  - {rule: singles, when: {shape: no-pair}, low: second-and-third-highest, at: {lines: 50}}
  - {rule: pair with deuces, exception_to: pair, when: {shape: one-pair, pair: "2"},
     low: two-highest-singles, at: {lines: 51}}
  - {rule: pair, when: {shape: one-pair}, low: two-highest-singles, at: {lines: 51}}

inventory: {clauses: [], terms: [], references: [], labels: [], dates: [], misprints: [], extraction: []}
"""


def build_minimal(name: str) -> str:
    """The smallest file that is accepted."""
    lines = [
        f"id: {name}",
        "name: Example",
        'edition: {number: 1, date: "2030-01-31"}',
        f"document: {{name: Example rules, sha256: {'a' * 64}, lines: 86, currency: USD}}",
    ]
    for section in SECTIONS:
        lines += ["", f"{section}:"]
        lines += [
            f"  {item.name}: {SPECIAL.get(item.key, '{silent: true}')}"
            for item in PARAMETERS.values()
            if item.section == section
        ]
    return "\n".join([*lines, "", TAIL])


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

    def build(self) -> bytes:
        text = f"# expect: {self.message}\n" + build_minimal(self.name)
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: {self.old!r} stands {text.count(self.old)} times")
        return text.replace(self.old, self.new).encode(self.encoding)


ROYAL = "{hand: royal-flush, printed: Royal Flush, pays: 100, envy: 25 USD, at: {lines: 34}}"
FOUR = "{hand: four-of-a-kind, printed: 4 of a Kind, pays: 20, envy: 5 USD, at: {lines: 36}}"
PAIRS = "{hand: three-pair, printed: Three Pair, pays: push, at: {lines: 41}}"
CARDS = SPECIAL["deck.cards"]
STAKE = SPECIAL["envy.minimum_stake"]
SEVERAL = SPECIAL["envy.several_qualifying_hands"]
PUBLISHED = '{label: no-envy, percent: "8.00", at: {lines: 43}}'

BROKEN = (
    # what YAML would read in two ways
    Broken(
        "duplicate-key",
        "name: Example\n",
        "name: Example\nname: Other\n",
        "the key name stands twice (first in line 3); keep one of them",
    ),
    Broken("anchor", "name: Example\n", "name: &who Example\n", "the anchor &who stands here"),
    Broken("alias", "name: Example\n", "name: *who\n", "the alias *who stands here"),
    Broken("tag", "name: Example\n", "name: !!str Example\n", "stands here; remove it"),
    Broken("float", "pays: 20,", "pays: 20.0,", "20.0 is a float, which is not exact"),
    Broken("float-exponent", "pays: 20,", "pays: 2e1,", "2e1 is a float, which is not exact"),
    Broken("infinity", "pays: 20,", "pays: .inf,", ".inf is a float, which is not exact"),
    Broken("boolean-no", "name: Example\n", "name: NO\n", "NO is a truth value to some readers"),
    Broken("boolean-on", "name: Example\n", "name: On\n", "On is a truth value to some readers"),
    Broken(
        "boolean-capital",
        "silent: true, assumed",
        "silent: True, assumed",
        "True is a truth value to some readers",
    ),
    Broken("sexagesimal", "pays: 20,", "pays: 20:1,", "20:1 is a number in base 60 to YAML 1.1"),
    Broken("octal", "pays: 20,", "pays: 020,", "020 is an octal"),
    Broken("hexadecimal", "pays: 20,", "pays: 0x14,", "0x14 is an octal, binary or hexadecimal"),
    Broken("underscore", "pays: 100,", "pays: 1_00,", "1_00 is a number only to some readers"),
    Broken("plus-sign", "pays: 100,", "pays: +100,", "+100 is a number only to some readers"),
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
    Broken("second-document", "\ninventory:", "\n---\ninventory:", "a second document starts here"),
    Broken("directive", "# expect", "%YAML 1.1\n---\n# expect", "a directive stands before"),
    Broken("tab", "  - id: main", "\t- id: main", "a tab stands here; indent with spaces"),
    Broken("byte-order-mark", "# expect", "# expect", "starts with a byte order mark", "utf-8-sig"),
    Broken("latin-1", "name: Example\n", "name: Straße\n", "this byte is not UTF-8", "latin-1"),
    Broken("control-character", "name: Example\n", "name: Exam\x07ple\n", "U+0007 stands here"),
    Broken("line-separator", "name: Example\n", "name: Exam\u2028ple\n", "U+2028 stands here"),
    Broken(
        "too-deep",
        "name: Example\n",
        "name: " + "[" * 60 + "]" * 60 + "\n",
        "nesting is deeper than 40",
    ),
    Broken("open-quote", "name: Example\n", 'name: "Example\n', "this is not YAML"),
    Broken("wrong-indent", "    at: {clause: (8)", "   at: {clause: (8)", "this is not YAML"),
    # what the schema refuses
    Broken(
        "pays-with-comma",
        "pays: 100,",
        'pays: "5,000",',
        "pays is 5,000, which YAML reads as text; write 5000",
    ),
    Broken("pays-in-words", "pays: 20,", "pays: twenty,", "pays is twenty"),
    Broken("pays-negative", "pays: 20,", "pays: -20,", "pays is -20, below the limit"),
    Broken(
        "unknown-key",
        "name: Example\n",
        "name: Example\nnmae: Example\n",
        "the key nmae is not known here; did you mean name?",
    ),
    Broken(
        "unknown-key-in-line",
        "pays: 20,",
        "pays: 20, payz: 20,",
        "the key payz is not known here; did you mean pays?",
    ),
    Broken("missing-section", "name: Example\n", "", "name is missing; add name"),
    Broken("missing-parameter", f"  cards: {CARDS}\n", "", "cards is missing; add cards"),
    Broken("missing-citation", CARDS, "{value: 53}", "at is missing; add at"),
    Broken("missing-lines", CARDS, "{value: 53, at: {clause: (1)}}", "lines is missing"),
    Broken("no-form", CARDS, "{note: nothing said}", "cards has none of the forms of a statement"),
    Broken("unknown-choice", "{value: bug,", "{value: bugg,", "value is bugg; did you mean bug?"),
    Broken(
        "unknown-hand",
        "hand: royal-flush,",
        "hand: royal-flsh,",
        "hand is royal-flsh; did you mean royal-flush?",
    ),
    Broken("money-without-currency", "envy: 25 USD", "envy: 25", "envy is 25"),
    Broken("money-with-symbol", "envy: 25 USD", "envy: $25", "envy is $25, which has not the form"),
    Broken(
        "percent-unquoted",
        'percent: "8.00"',
        "percent: 8",
        'percent is 8, which YAML reads as a number; put it in quotes: "8"',
    ),
    Broken(
        "paytable-id-unquoted",
        "  - id: main",
        "  - id: 1",
        'id is 1, which YAML reads as a number; put it in quotes: "1"',
    ),
    Broken(
        "assumed-without-because",
        "assumed: each-pays, because: others do, alternatives: [highest-pays]",
        "assumed: each-pays",
        "assumed stands without because",
    ),
    Broken(
        "alternatives-without-assumed",
        "assumed: each-pays, because: others do, ",
        "",
        "alternatives stands without assumed",
    ),
    Broken(
        "wrong-reading",
        SEVERAL,
        SEVERAL.replace("{silent", "{reading: wheel, silent"),
        "reading is wheel; write envy-several",
    ),
    Broken("bad-hash", "a" * 64, "a" * 63, "sha256 is"),
    Broken("line-zero", "at: {lines: 34}", "at: {lines: 0}", "lines is 0, below the limit"),
    Broken(
        "count-as-text",
        "{value: 53,",
        '{value: "53",',
        "value is 53, which YAML reads as text; write 53",
    ),
    Broken("long-text", "name: Example\n", "name: " + "long " * 500 + "\n", "keep it within 2048"),
    # what the schema cannot see
    Broken(
        "hand-twice",
        PAIRS,
        PAIRS.replace("three-pair", "royal-flush"),
        "royal-flush stands twice on paytable main",
    ),
    Broken(
        "paytable-twice",
        "\nhouse_way:",
        "  - {id: main, at: {lines: 27}, lines: [" + FOUR + "]}\n\nhouse_way:",
        "the paytable main stands twice",
    ),
    Broken(
        "citation-outside",
        "at: {lines: 34}",
        "at: {lines: 87}",
        "lines 87 are outside the document, which has 86 lines",
    ),
    Broken(
        "citation-backwards",
        "{clause: (8), lines: 27-43}",
        "{clause: (8), lines: 43-27}",
        "lines 43-27 run backwards; write 27-43",
    ),
    Broken(
        "foreign-currency",
        "envy: 25 USD",
        "envy: 25 EUR",
        "25 EUR is not in the document's currency USD",
    ),
    Broken(
        "conflict-not-settled",
        "{value: 5 USD, at: {clause: (4), lines: 11}}",
        "{value: 25 USD, at: {clause: (4), lines: 11}}",
        "the values in conflict leave open which is adopted",
    ),
    Broken(
        "adopted-not-stated",
        STAKE,
        STAKE[:-1].replace("5 USD", "6 USD", 1) + ", adopted: 25 USD, because: larger}",
        "the adopted value is none of those stated",
    ),
    Broken(
        "adopted-without-conflict",
        STAKE,
        STAKE[:-1] + ", adopted: 5 USD, because: alike}",
        "adopted stands where all stated values agree",
    ),
    Broken(
        "alternative-not-other",
        "alternatives: [highest-pays]",
        "alternatives: [each-pays]",
        "an alternative equals the value assumed",
    ),
    Broken(
        "alternative-twice",
        "alternatives: [highest-pays]",
        "alternatives: [highest-pays, highest-pays]",
        "an alternative stands twice",
    ),
    Broken(
        "envy-not-offered",
        SPECIAL["envy.offer"],
        "{not_offered: true}",
        "envy is paid where it is not offered",
        faults=2,
    ),
    Broken(
        "envy-hand-not-paid",
        "{value: four-of-a-kind,",
        "{value: full-house,",
        "the lowest envy hand full-house is not on this paytable",
    ),
    Broken(
        "push-with-envy",
        PAIRS,
        PAIRS.replace("push,", "push, envy: 5 USD,"),
        "a line that pushes pays envy",
    ),
    Broken(
        "line-for-every-hand",
        PAIRS,
        PAIRS.replace("hand: three-pair", "hand: high-card"),
        "every hand holds high-card",
    ),
    Broken(
        "published-twice",
        f"      - {PUBLISHED}",
        f"      - {PUBLISHED}\n      - {PUBLISHED}",
        "no-envy is published twice",
    ),
    Broken(
        "published-without-players",
        "label: no-envy",
        "label: max-envy",
        "a figure with envy needs other_players",
    ),
    Broken("no-such-date", '"2030-01-31"', '"2030-13-31"', "2030-13-31 is no date"),
    # house ways
    Broken(
        "unknown-shape",
        "{shape: no-pair}",
        "{shape: no-pairs}",
        "shape is no-pairs; did you mean no-pair?",
    ),
    Broken(
        "unknown-selector",
        "low: second-and-third-highest",
        "low: second-and-third",
        "low is second-and-third; did you mean second-and-third-highest?",
    ),
    Broken(
        "unknown-condition",
        "{shape: no-pair}",
        "{shape: no-pair, suits: 4}",
        "the key suits is not known here",
    ),
    Broken(
        "selector-against-shape",
        "low: second-and-third-highest",
        "low: lower-pair",
        "lower-pair finds nothing in the shape no-pair",
    ),
    Broken(
        "exception-to-nothing",
        "exception_to: pair,",
        "exception_to: triples,",
        "no rule is called 'triples'",
    ),
    Broken(
        "rule-twice",
        "rule: pair with deuces, exception_to: pair,",
        "rule: singles, exception_to: pair,",
        "the rule 'singles' stands twice",
    ),
    Broken(
        "rule-unreachable",
        'exception_to: pair, when: {shape: one-pair, pair: "2"}',
        "when: {shape: no-pair, complete: true}",
        "pair with deuces",
    ),
    Broken(
        "house-way-not-declared",
        SPECIAL["setting.house_way"],
        "{silent: true}",
        "house_way is silent and the list of rules stands in the file",
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
