"""Every worked example of MBS Appendix A, and each sentence of the designated-player house way.

The appendix prints a high and a low hand for each example; cases carry the lines where the seven
cards and the setting stand. The designated-player document prints no example: its cases are ours,
at the limit of each sentence and on both sides of it.
"""

from types import ModuleType

import pytest

from . import house_way_designated_player, house_way_mbs
from .poker import JOKER, is_foul, rank_high, rank_low, rest

Case = tuple[str, str, str]


def read_cards(text: str) -> tuple[int, ...]:
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    return tuple(
        JOKER if card == "@" else 4 * ranks.index(card[:-1]) + "cdhs".index(card[-1])
        for card in text.split()
    )


def read_pair(text: str) -> tuple[int, int]:
    first, second = read_cards(text)
    return first, second


# (lines, low, high). The seven cards are the two hands together; a suit that the text drops from
# the low hand at 1250 is the one it prints in the seven cards at 1238.
APPENDIX_A: list[Case] = [
    ("647-663", "Qh 9s", "Kc 6h 4c 3d 2s"),
    ("668-682", "Ks Jh", "3c 3h 9c 8d 5s"),
    ("733-748", "Kc Qd", "4c 4h 2s 2h 7s"),
    ("738-754", "6s 6h", "8c 8h Qc 9d 7s"),
    ("759-778", "Ac 6d", "Kc Kh 5s 5h 4s"),
    ("764-783", "8s 8h", "10c 10h Kc 9d 2s"),
    ("806-840", "9s 9h", "Jc Jh Ac Kd 3s"),
    ("812-846", "Qs Qh", "Kc Kh Ac Jd 9s"),
    ("820-852", "2s 2h", "Ac Ah Kc Qd Js"),
    ("876-887", "Jc Jh", "7s 7h 2c 2d 6s"),
    ("908-922", "Jh 8c", "7c 7h 7s 4d 3s"),
    ("927-939", "As Kh", "Ac Ah Qc Jd 2s"),
    ("944-962", "10c 10h", "4h 4c 4d 10s 8s"),
    ("989-1005", "Jc 10h", "8s 7d 6h 5d 4c"),
    ("994-1010", "Kh 8h", "7s 6h 5h 4h 3d"),
    ("1018-1039", "Qc 8s", "Ah 8h 6h 5h 4h"),
    ("1023-1044", "8h 8s", "Ah Qh 6h 5h 4h"),
    ("1051-1061", "6h 6s", "10h 10c Qh 7h 5h"),
    ("1068-1077", "Ac @", "3h 3d 2s 2d 4c"),
    ("1083-1091", "9d 9c", "10c 9h 8s 7d 6h"),
    ("1098-1118", "Kc Kd", "Ah As @ Qh Jd"),
    ("1103-1123", "Kc Kd", "As Kh @ Jd 10s"),
    ("1128-1137", "Ac Ah", "As Kd Qh Jd @"),
    ("1172-1177", "2h 2c", "Kc Kh Ks 7d 6s"),
    ("1185-1193", "Ad Ks", "Qc Qh Qs 2h 2c"),
    ("1201-1208", "4h 4c", "Jc Jh Js 3d 3s"),
    ("1223-1229", "8h 7d", "4c 4h 4s 4d 3c"),
    ("1235-1247", "7c 7h", "7s 7d Qh Jd 5c"),
    ("1238-1251", "Ah Jd", "7c 7h 7s 7d 5c"),
    ("1257-1264", "Jc Jh", "Js Jd Qh 9d 4c"),
    ("1272-1278", "2h 2d", "Qc Qh Qs Qd 3c"),
    ("1287-1305", "Ac Ah", "As Ad Qh Qd 9c"),
    ("1289-1311", "Kh Kd", "Ac Ah As Ad 9c"),
    ("1338-1351", "Ac Ah", "As Ad @ Qh Qd"),
    ("1342-1355", "Kh Kd", "Ac Ah As Ad @"),
]


@pytest.mark.parametrize(("lines", "low", "high"), APPENDIX_A, ids=[c[0] for c in APPENDIX_A])
def test_mbs_appendix_a_example(lines: str, low: str, high: str) -> None:
    """Both hands rank as printed, and the joker lies where it is printed."""
    cards = read_cards(f"{high} {low}")
    assert len(set(cards)) == 7
    found, _ = house_way_mbs.set_hand(cards)
    assert rank_low(found) == rank_low(read_pair(low))
    assert rank_high(rest(cards, found)) == rank_high(read_cards(high))
    assert (JOKER in found) == ("@" in low)
    assert not is_foul(found, rest(cards, found))


# (line, cards, low)
DESIGNATED_PLAYER: list[Case] = [
    ("38", "Kc Qh 9s 6h 4c 3d 2s", "Qh 9s"),
    ("38", "@ Qh 9s 6h 4c 3d 2s", "Qh 9s"),
    ("39", "3c 3h Ks Jh 9c 8d 5s", "Ks Jh"),
    ("39", "Qc Qh 2s 2h Ac Kd 9s", "2s 2h"),
    ("39", "Jc Jh 2s 2h Ac Kd 9s", "Ac Kd"),
    ("39", "9c 9h 2s 2h Kc Qd 7s", "2s 2h"),
    ("39", "8c 8h 2s 2h Kc Qd 7s", "Kc Qd"),
    ("39", "6c 6h 2s 2h Qc Jd 7s", "2s 2h"),
    ("39", "5c 5h 2s 2h Qc Jd 7s", "Qc Jd"),
    ("39", "3c 3h 2s 2h Jc 10d 7s", "2s 2h"),
    ("39", "3c 3h 2s 2h @ 10d 7s", "@ 10d"),
    ("40", "Jc Jh 7s 7h 2c 2d 6s", "Jc Jh"),
    ("40", "Ac Ah As Kh Qc Jd 2s", "Ac Kh"),
    ("40", "Kc Kh Ks Ah Qc Jd 2s", "Ah Qc"),
    ("40", "10c 10h 10s 4h 4c 4d 8s", "10c 10h"),
    ("41", "Jc 10h 8s 7d 6h 5d 4c", "Jc 10h"),
    ("41", "Ah Qh 8h 6h 5h 4h 8s", "8h 8s"),
    ("41", "Qh 10h 7h 6h 5h 10c 6s", "6h 6s"),
    ("41", "10c 9h 8s 7d 6h 9d 9c", "9d 9c"),
    ("42", "Kc Kh Ks 2h 2c 7d 6s", "2h 2c"),
    ("42", "2c 2h 2s Kh Kc 7d 6s", "Kh Kc"),
    ("42", "Jc Jh Js 4h 4c 3d 3s", "Jc Jh"),
    ("43", "Qc Qh Qs Qd Ah Kd 4c", "Qc Qh"),
    ("43", "Jc Jh Js Jd Kh 9d 4c", "Kh 9d"),
    ("43", "9c 9h 9s 9d Qh Jd 4c", "9c 9h"),
    ("43", "8c 8h 8s 8d Qh Jd 4c", "Qh Jd"),
    ("43", "6c 6h 6s 6d Jh 9d 4c", "6c 6h"),
    ("43", "5c 5h 5s 5d Jh 9d 4c", "Jh 9d"),
    ("43", "Qc Qh Qs Qd 2h 2d 3c", "2h 2d"),
    ("44", "Ac Ah As Ad @ Kh Kd", "Ac Ah"),
]


@pytest.mark.parametrize(("line", "text", "low"), DESIGNATED_PLAYER)
def test_designated_player_sentence(line: str, text: str, low: str) -> None:
    cards = read_cards(text)
    assert len(set(cards)) == 7
    found, _ = house_way_designated_player.set_hand(cards)
    assert rank_low(found) == rank_low(read_pair(low))
    assert not is_foul(found, rest(cards, found))


# (reading, cards, low as adopted, low under the alternative)
BOTH = (house_way_mbs, house_way_designated_player)
ALTERNATIVES = [
    *(
        (house_way, *case)
        for house_way in BOTH
        for case in [
            ("joker=completes", "Qc Qd Qh @ As Kd 10s", "As @", "Qc Qd"),
            ("two-pair-complete=complete-hand", "5c 5d 4h 4s Ac 3c 2d", "Ac 3c", "5c 4h"),
            ("quads-with-pair=split", "Qc Qh Qs Qd 2h 2d 3c", "2h 2d", "Qc Qh"),
            ("three-aces-complete=three-aces-rule", "Ac Ad @ Kh Qs Jc 3d", "Ac 3d", "Ac Kh"),
        ]
    ),
    (house_way_mbs, "aces-with-three-kings=keep", "Ac Ah As Ad Kc Kd Kh", "Ac Ah", "Kc Kd"),
    (
        house_way_designated_player,
        "named-card=exactly",
        "8c 8h 2s 2h Ac Qd 7s",
        "Ac Qd",
        "2s 2h",
    ),
    (
        house_way_designated_player,
        "full-house-pair=keep-three",
        "Jc Jh Js 4h 4c 3d 3s",
        "Jc Jh",
        "4h 4c",
    ),
]


@pytest.mark.parametrize(("house_way", "reading", "text", "adopted", "other"), ALTERNATIVES)
def test_reading_changes_the_setting(
    house_way: ModuleType, reading: str, text: str, adopted: str, other: str
) -> None:
    cards = read_cards(text)
    key, value = f"house-way-{reading}".split("=")
    assert rank_low(house_way.set_hand(cards)[0]) == rank_low(read_pair(adopted))
    assert rank_low(house_way.set_hand(cards, {key: value})[0]) == rank_low(read_pair(other))


@pytest.mark.parametrize("house_way", BOTH)
def test_unknown_value_of_a_reading_is_refused(house_way: ModuleType) -> None:
    with pytest.raises(ValueError, match="house-way-joker is wild"):
        house_way.set_hand(read_cards("Kc Qh 9s 6h 4c 3d 2s"), {"house-way-joker": "wild"})
