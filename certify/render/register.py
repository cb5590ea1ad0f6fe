"""The register as a table, as CSV and as a calendar."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence

from certify.base.tables import format_table

HEAD = ("kind", "for", "by", "date", "until", "signed")
_COLUMNS = ("kind", "name", "by", "date", "until", "signed", "file")
_LONGEST_LINE = 73

Row = Mapping[str, str | None]


def format_register(rows: Sequence[Row]) -> list[str]:
    """A table for a terminal."""
    return format_table(HEAD, [[row[key] or "" for key in _COLUMNS[: len(HEAD)]] for row in rows])


def format_register_csv(rows: Sequence[Row]) -> str:
    """One line per entry."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, [*_COLUMNS, "what"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def format_calendar(rows: Sequence[Row]) -> bytes:
    """A calendar with the last day of everything that ends, and the day of everything else."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//certify//register//EN"]
    for row in rows:
        lines += _list_event(row)
    lines.append("END:VCALENDAR")
    return "".join(f"{piece}\r\n" for line in lines for piece in _fold(line)).encode()


def _list_event(row: Row) -> Iterator[str]:
    day = (row["until"] or row["date"] or "").replace("-", "")
    if not day:
        return
    title = f"{row['kind']} {row['name']}{' ends' if row['until'] else ''}"
    told = "; ".join(row[key] or "" for key in ("by", "signed", "what", "file") if row[key])
    identity = hashlib.sha256(f"{title} {told} {day}".encode()).hexdigest()[:32]
    yield "BEGIN:VEVENT"
    yield f"UID:{identity}@certify"
    yield f"DTSTAMP:{day}T000000Z"
    yield f"DTSTART;VALUE=DATE:{day}"
    yield f"SUMMARY:{_escape(title)}"
    yield f"DESCRIPTION:{_escape(told)}"
    yield "END:VEVENT"


def _escape(text: str) -> str:
    for character in "\\;,":
        text = text.replace(character, f"\\{character}")
    return text


def _fold(line: str) -> Iterator[str]:
    """A line in pieces of at most 75 bytes, as calendars require."""
    piece = ""
    for letter in line:
        if len((piece + letter).encode()) > _LONGEST_LINE:
            yield piece
            piece = " "
        piece += letter
    yield piece
