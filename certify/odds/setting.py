"""How the house way of a rulebook sets every hand, for the counts."""

from __future__ import annotations

from certify.base.progress import Progress
from certify.odds.count_settings import set_by_house_way
from certify.odds.count_views import HouseWaySetting
from certify.spec.rulebook import Rulebook


def find_setting(rulebook: Rulebook, progress: Progress | None = None) -> HouseWaySetting | None:
    """The settings of the house way in force; None where the document gives none."""
    if not rulebook.house_way:
        return None
    readings = {
        key: str(given.said)
        for key, given in rulebook.house_way_readings.items()
        if given.said is not None
    }
    return set_by_house_way(rulebook.ranking.rank_rules(), rulebook.house_way, readings, progress)
