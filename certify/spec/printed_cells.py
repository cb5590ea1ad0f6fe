"""The part of a printed row that belongs to one line, and whether a figure stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.spec import printed
from certify.spec.model import Citation, Line
from certify.spec.printed_sums import list_sums
from certify.spec.values import parse_fraction, parse_money


@dataclass(frozen=True, slots=True)
class Cell:
    """The part of a row that belongs to one line: what is read in it, and in which column."""

    text: str
    place: int
    columns: int
    """Zero where the figure may stand anywhere, as in prose."""
    envy_place: int
    envy_columns: int
    currency: str

    def holds(self, key: str, raw: Any) -> bool:
        """Whether a pay or an envy amount as the file writes it stands here."""
        if key == "envy" and not isinstance(raw, Mapping):
            wanted = parse_money(raw)
            amounts = list_sums(self.text, wanted.currency)
            return stands_in_column(wanted.amount, amounts, self.envy_place, self.envy_columns)
        if raw in ("loses", "pushes"):
            return (printed.has_loss if raw == "loses" else printed.has_push)(self.text)
        terms = raw if isinstance(raw, Mapping) else {"to": raw}
        return all(self._holds_term(name, str(value)) for name, value in terms.items())

    def _holds_term(self, name: str, value: str) -> bool:
        match name:
            case "to" | "for" | "times":
                return self._stands(
                    parse_fraction(value), printed.list_pays(self.text, self.currency)
                )
            case "money":
                wanted = parse_money(value)
                return wanted.amount in list_sums(self.text, wanted.currency)
            case "meter":
                return parse_fraction(value) in {1, *printed.list_shares(self.text)}
        return True

    def _stands(self, value: Fraction, found: list[Fraction]) -> bool:
        return stands_in_column(value, found, self.place, self.columns)

    @property
    def has_envy(self) -> bool:
        """Whether every column of the row has a sum of money in it, or this one does."""
        return len(list_sums(self.text, self.currency)) >= self.columns


def find_cell(text: str, line: Line, row: list[Line], currency: str) -> Cell:
    """Where a row gives each paytable its own label, the figures after it; else a column of the row."""
    alike = [other for other in row if other.printed == line.printed]
    parts = printed.list_after_label(text, line.printed)
    place = next(number for number, other in enumerate(alike) if other is line)
    if len(parts) == len(alike):
        return Cell(parts[place], 0, 1, 0, 1, currency)
    with_envy = [other for other in alike if other.envy is not None]
    envy_place = next((n for n, other in enumerate(with_envy) if other is line), 0)
    rest = parts[0] if len(parts) == 1 else text
    return Cell(rest, place, len(alike), envy_place, len(with_envy), currency)


def place_of(citation: Citation) -> Citation:
    """A citation without its clause: two paytables share a row by its lines alone."""
    return Citation("", citation.first, citation.last, citation.document)


def stands_in_column(value: Fraction, found: list[Fraction], place: int, columns: int) -> bool:
    """Whether a figure stands in its column; anywhere, where the row has more figures than the file lines.

    What is then left over in the row is told as left out (`uncited`).
    """
    if columns and len(found) == columns:
        return found[place] == value
    return value in found


def tell_value(raw: Any) -> str:
    """A pay as the file writes it, in words."""
    if isinstance(raw, Mapping):
        return " ".join(f"{key} {value}" for key, value in raw.items())
    return f"{raw} to 1" if isinstance(raw, int) else str(raw)
