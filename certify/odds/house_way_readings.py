"""The readings under which a jurisdiction's house way is played."""

from __future__ import annotations

from collections.abc import Mapping

from certify.base.errors import CertifyError
from certify.game.rank import RankRules
from certify.game.vocabulary import READINGS
from certify.spec.model import Jurisdiction, Rules, Value
from certify.spec.parameters import PARAMETER_OF_READING


def read_house_way(
    jurisdiction: Jurisdiction, overrides: Mapping[str, Value]
) -> tuple[dict[str, str], RankRules]:
    """Every house-way reading that has a value, and how hands rank."""
    if not jurisdiction.house_way:
        statement = jurisdiction.statements["setting.house_way"]
        told = f"it points to {statement.deferred_to}" if statement.deferred_to else "it is silent"
        raise CertifyError(f"{jurisdiction.id} gives no house way: {told}")
    rules = Rules(jurisdiction, jurisdiction.paytables[0], overrides)
    values = {
        key: str(value)
        for key in READINGS
        if key.startswith("house-way-") and (value := rules.reading(key)) is not None
    }
    return values, RankRules(
        rules.choice("deck.joker") or "bug", rules.choice("deck.wheel") or "lowest"
    )


def list_house_way_alternatives(
    jurisdiction: Jurisdiction, overrides: Mapping[str, Value]
) -> dict[str, tuple[str, ...]]:
    """The other values of every house-way reading: those the text leaves open and those it rules out."""
    values, _ = read_house_way(jurisdiction, overrides)
    return {
        key: tuple(other for other in READINGS[key].values if other != adopted)
        for key, adopted in values.items()
        if jurisdiction.statements[PARAMETER_OF_READING[key].key].standing != "not-offered"
    }
