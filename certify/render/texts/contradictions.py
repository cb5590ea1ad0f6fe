"""The texts of the rules on contradictions (INT)."""

from __future__ import annotations

from certify.render.texts import Texts

_CONTRADICTORY = "{key:title} is contradictory{among}"

TEXTS: dict[str, Texts] = {
    "INT001": Texts(title=_CONTRADICTORY, action="State one value in all of these places."),
    "INT001/one-place": Texts(title=_CONTRADICTORY, action="State one value."),
    "INT001/label": Texts(
        title="Two rows have the label “{label}” but different payouts{among}",
        action="Give each of these rows its own label, so that a hand qualifies for one of them.",
        wording="{sentence}",
        where="Give the other row its own label, and state",
    ),
    "INT001/settled": Texts(
        title=_CONTRADICTORY,
        action="Keep the stated value, and clarify the other words so that they imply nothing else.",
    ),
    "INT002": Texts(
        title="The title contradicts the rules of play. {key:title}{among}",
        action="Change the title or the procedure, so that both state the same.",
        wording="{sentence}",
        where="Delete the contrary words from the title, and keep in the rules of play",
    ),
}
