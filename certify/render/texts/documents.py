"""The texts of the rules on documents (DOC, GAP012, GAP016)."""

from __future__ import annotations

from dataclasses import replace

from certify.render.texts import Texts

_AMOUNT = Texts(
    title="The amount “{printed}” is misprinted",
    problem="It can mean more than one amount. Affected: {keys:titles}.",
    wording="{meant}",
    where="In {places:cite}, replace “{printed}” with",
)
_MISPRINTS = Texts(
    title="{count} language errors", problem="{misprints:by_line}.", action="Correct them."
)

TEXTS: dict[str, Texts] = {
    "DOC001": Texts(
        title="{name} is missing",
        problem="The numbering continues from {before} to {after}. The document does not state why.",
        action="State that {name} is removed or reserved, insert it, or renumber.",
    ),
    "DOC001/repeated": Texts(
        title="{name} appears {times} times",
        problem="A reference to this number is ambiguous.",
        action="Give each of them its own number.",
    ),
    "DOC001/shared": Texts(
        title="{first} and {second} use the same numbers: {shared:words}",
        problem="A reference by number alone is ambiguous.",
        action="Number one of the two series differently.",
    ),
    "DOC004": Texts(
        title="{times} rows of the {table} table have the label “{label}”",
        problem="The label does not show which row applies to a hand.",
        action="Give each of these rows a label that describes only its own hands.",
    ),
    "DOC005": Texts(
        title="The {what} is not filled in: “{printed}”",
        problem="The document may be a draft. Without its {what} it does not show that it is in force.",
        action="Print the {what}, or mark the document as a draft.",
    ),
    "DOC014": Texts(
        title="The document has no version and no date",
        problem="It cannot be distinguished from an earlier or later revision.",
        action="Print a version and an approval or effective date below the title.",
    ),
    "DOC014/author": Texts(
        title="The document has no version, no date and no issuing authority",
        problem="It cannot be distinguished from an earlier or later revision.",
        action=(
            "Print a version, an approval or effective date and the issuing authority below the title."
        ),
    ),
    "DOC012": Texts(
        title="Rows of the {wager:wager} paytables are broken in the supplied text",
        problem="The specification contains them as repaired: {rows:by_line}.",
        action="Compare these rows with the original; the document itself needs no change.",
    ),
    "DOC006": Texts(
        title="“{term}” is defined but not used",
        action="Use the term where it applies, or delete its definition.",
    ),
    "DOC007": Texts(
        title="“{term}” is used but not defined",
        action="Define the term, or replace it with a defined one.",
    ),
    "GAP012": Texts(
        title="“{term}” is not defined",
        problem="{question:asked}",
        wording="{wording}",
        action="Define the term, or state the answer where it is used.",
    ),
    "GAP012/in-part": Texts(
        title="“{term}” is not defined everywhere",
        problem="{question:asked} It does so only for {answered:cite}.",
        wording="{wording}",
        action="Define the term for all of its uses.",
    ),
    "DOC008/words": _MISPRINTS,
    "DOC008/signs": replace(_MISPRINTS, title="{count} punctuation errors"),
    "GAP016": _AMOUNT,
    "GAP016/alone": replace(_AMOUNT, problem="It can mean more than one amount."),
    "DOC009": Texts(
        title="{hand:class,upper} has {count} different labels in the {wager:wager} paytables",
        problem="{labels:labels}.",
        action="Use one label on all paytables.",
    ),
    "DOC009/spelling": Texts(
        title="One term has two spellings: “{first}” and “{second}”",
        action="Use one spelling.",
    ),
    "DOC011": Texts(
        title="The label “{upper}” also covers the row “{lower}” below it",
        problem=(
            "On {tables:tables}, only the order of the rows shows that hands with a joker belong to the "
            "lower row."
        ),
        action="Change the upper label to “{upper} (no joker)”.",
    ),
    "DOC013": Texts(
        title="A footnote mark appears before the note, but at no word of the document",
        problem="The document does not show which words the note belongs to.",
        action="Add the mark at the words that the note explains, or delete it.",
    ),
}
