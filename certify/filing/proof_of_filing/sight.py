"""Whether the printed text can be seen: painted, dark, large enough, on the page, and not painted over.

The text of a PDF is what a program reads; a person sees what is painted. Between the two a forger has room:
the true figure hidden and another drawn. So every page is painted here in outline, with the few means that
the renderer of filings uses, and every letter is looked for. A means that it does not use is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from certify.filing.proof_of_filing.container import load_pikepdf

_SMALLEST = 4.0
"""Text below so many points is not read by people."""
_FAINTEST = 0.25
"""How far the light of letters must be from that of what they stand on (white is 1, black 0)."""
_BROADEST = 4.0
"""A line broader than this, in points, could cover text."""
_DEEPEST = 8
_CURVE = 6
"""Into how many pieces a curve is cut."""

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
Polygon = list[Point]
_UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_NUMBERS = frozenset(("cm", "rg", "w", "Tr", "Tm", "re", "m", "l", "c"))
_IDLE = frozenset(("BMC", "EMC", "d", "J", "j", "M", "RG", "BT", "ET", "i", "ri"))


@dataclass(frozen=True, slots=True)
class Area:
    """A filled path in the points of the page, with the box around it."""

    polygons: tuple[Polygon, ...]
    even_odd: bool
    box: tuple[float, float, float, float]

    def holds(self, point: Point) -> bool:
        """Whether a point lies within it."""
        left, low, right, high = self.box
        x, y = point
        if not (left <= x <= right and low <= y <= high):
            return False
        turns = crossings = 0
        for polygon in self.polygons:
            before = polygon[-1]
            for corner in polygon:
                if (before[1] > y) != (corner[1] > y):
                    at = before[0] + (y - before[1]) / (corner[1] - before[1]) * (
                        corner[0] - before[0]
                    )
                    if x < at:
                        crossings += 1
                        turns += 1 if corner[1] > before[1] else -1
                before = corner
        return bool(crossings % 2) if self.even_odd else turns != 0


@dataclass(frozen=True, slots=True)
class _Ink:
    """The state of the pen that a PDF keeps and gives back."""

    matrix: Matrix = _UNIT
    clips: tuple[Area, ...] = ()
    light: float = 0.0
    width: float = 1.0
    mode: int = 0


def multiply(one: Matrix, other: Matrix) -> Matrix:
    """One change of place after another."""
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def move(point: Point, by: Matrix) -> Point:
    """A point where a change of place puts it."""
    x, y = point
    return x * by[0] + y * by[2] + by[4], x * by[1] + y * by[3] + by[5]


def scale(matrix: Matrix) -> float:
    """How much larger a change of place makes things upright."""
    return float((matrix[2] ** 2 + matrix[3] ** 2) ** 0.5)


@dataclass(slots=True)
class _Painter:
    """Paints one page in outline."""

    pikepdf: Any
    paper: Area
    widths: dict[tuple[int, int], dict[int, float]]
    ink: _Ink = field(default_factory=_Ink)
    kept: list[_Ink] = field(default_factory=list)
    path: list[Polygon] = field(default_factory=list)
    pending: bool | None = None
    """A clip that the next end of a path makes, and its rule."""
    text: Matrix = _UNIT
    font: dict[int, float] = field(default_factory=dict)
    size: float = 0.0
    letters: list[Point] = field(default_factory=list)
    fills: list[tuple[Area, _Ink]] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)

    def paint(self, stream: Any, resources: Any, depth: int = 0) -> None:
        """Follow the drawing of a page, or of a part of it."""
        if depth > _DEEPEST:
            raise ValueError("drawings within drawings without end")
        for step in self.pikepdf.parse_content_stream(stream):
            operator, given = str(step.operator), step.operands
            if operator == "Do":
                self._draw(resources.XObject[str(given[0])], resources, depth)
            elif operator == "gs":
                self._look_through(resources.ExtGState[str(given[0])])
            elif operator == "Tf":
                self._take_font(resources.Font[str(given[0])], float(given[1]))
            elif operator == "TJ":
                self._write(given[0])
            elif operator == "BDC":
                self._look_at_mark(given[1])
            elif operator in _STEPS:
                _STEPS[operator](self)
            elif operator not in _IDLE:
                self._set(operator, [float(item) for item in given] if operator in _NUMBERS else [])

    def _set(self, operator: str, given: list[float]) -> None:
        """The steps that only take numbers."""
        match operator, given:
            case "cm", [a, b, c, d, e, f]:
                self.ink = replace(self.ink, matrix=multiply((a, b, c, d, e, f), self.ink.matrix))
            case "rg", [red, green, blue]:
                light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
                self.ink = replace(self.ink, light=light)
            case "w", [width]:
                self.ink = replace(self.ink, width=width)
            case "Tr", [mode]:
                self.ink = replace(self.ink, mode=int(mode))
            case "Tm", [a, b, c, d, e, f]:
                self.text = (a, b, c, d, e, f)
            case "re", [x, y, wide, high]:
                corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
                self.path.append([self._place(corner) for corner in corners])
            case "m", [x, y]:
                self.path.append([self._place((x, y))])
            case "l", [x, y]:
                self.path[-1].append(self._place((x, y)))
            case "c", [*corners] if len(corners) == 6:
                self.path[-1] += list(self._bend(corners))
            case "h", []:
                pass  # every path that is filled is closed
            case _:
                self.faults[f"is drawn with “{operator[:12]}”, which no filing uses"] += 1

    def _place(self, point: Point) -> Point:
        return move(point, self.ink.matrix)

    def _bend(self, given: list[float]) -> Iterator[Point]:
        start = self.path[-1][-1]
        one, two, end = (self._place((given[at], given[at + 1])) for at in (0, 2, 4))
        for step in range(1, _CURVE + 1):
            share = step / _CURVE
            rest = 1 - share
            parts = (rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3)
            corners = (start, one, two, end)
            yield (
                sum(part * corner[0] for part, corner in zip(parts, corners, strict=True)),
                sum(part * corner[1] for part, corner in zip(parts, corners, strict=True)),
            )

    def keep(self) -> None:
        """Keep the state of the pen."""
        self.kept.append(self.ink)

    def give_back(self) -> None:
        """Take the state that was kept last."""
        self.ink = self.kept.pop()

    def clip(self, *, even_odd: bool) -> None:
        """Paint from the end of this path on only within it."""
        self.pending = even_odd

    def _area(self, *, even_odd: bool) -> Area | None:
        polygons = tuple(item for item in self.path if len(item) > 2)
        return enclose(polygons, even_odd=even_odd) if polygons else None

    def end(self) -> None:
        """Forget the path; where a clip was asked for it holds from here on."""
        if self.pending is not None:
            area = self._area(even_odd=self.pending) or enclose(([(0.0, 0.0)] * 3,), even_odd=True)
            self.ink = replace(self.ink, clips=(*self.ink.clips, area))
        self.path, self.pending = [], None

    def fill(self, *, even_odd: bool) -> None:
        """Paint an area; letters below it are gone."""
        area = self._area(even_odd=even_odd)
        if area is not None:
            covered = [item for item in self.letters if area.holds(item) and self._shows(item)]
            if covered:
                self.faults["has letters that are painted over"] += len(covered)
            self.fills.append((area, self.ink))
        self.end()

    def stroke(self) -> None:
        """Paint a line."""
        if self.ink.width * scale(self.ink.matrix) > _BROADEST:
            self.faults["has a line so broad that it could cover text"] += 1
        self.end()

    def _shows(self, point: Point) -> bool:
        return all(clip.holds(point) for clip in self.ink.clips)

    def _tell_ground(self, point: Point) -> float:
        """How light it is where a letter is put: the last thing painted there, or the paper."""
        for area, ink in reversed(self.fills):
            if area.holds(point) and all(clip.holds(point) for clip in ink.clips):
                return ink.light
        return 1.0

    def _draw(self, item: Any, resources: Any, depth: int) -> None:
        if item.get("/Subtype") != "/Form":
            self.faults["shows a picture, which no filing does"] += 1
            return
        kept = self.ink
        given = tuple(float(number) for number in item.get("/Matrix", _UNIT))
        self.ink = replace(kept, matrix=multiply(given, kept.matrix))  # type: ignore[arg-type]
        left, low, right, high = (float(number) for number in item.BBox)
        self.path = [
            [
                self._place(point)
                for point in ((left, low), (right, low), (right, high), (left, high))
            ]
        ]
        self.pending = False
        self.end()
        self.paint(item, item.get("/Resources", resources), depth + 1)
        self.ink = kept

    def _look_through(self, state: Any) -> None:
        for key in state.keys():  # noqa: SIM118  (a dictionary of the library, not of Python)
            if key not in {"/ca", "/CA", "/Type"} or (key != "/Type" and float(state[key]) != 1):
                self.faults["is painted so that one sees through it, which no filing is"] += 1

    def _look_at_mark(self, given: Any) -> None:
        """A mark says which element of the structure its text belongs to, and nothing else."""
        if not isinstance(given, self.pikepdf.Dictionary) or set(given.keys()) != {"/MCID"}:
            self.faults["has text that can be hidden, or is read otherwise than it is shown"] += 1

    def _take_font(self, font: Any, size: float) -> None:
        if font.objgen not in self.widths:
            self.widths[font.objgen] = read_widths(font.DescendantFonts[0])
        self.font, self.size = self.widths[font.objgen], size

    def _write(self, shown: Any) -> None:
        """Put down every letter of a piece of text, and look at it."""
        place = multiply(self.text, self.ink.matrix)
        at = 0.0
        letters: list[Point] = []
        for item in shown:
            if not isinstance(item, self.pikepdf.String):
                at -= float(item) / 1000 * self.size
                continue
            codes = bytes(item)
            for start in range(0, len(codes), 2):
                wide = self.font.get(int.from_bytes(codes[start : start + 2]), 1000.0)
                wide *= self.size / 1000
                letters.append(move((at + wide / 2, 0.3 * self.size), place))
                at += wide
        if self.ink.mode:
            self.faults["has text that is not painted"] += len(letters)
        if any(abs(self._tell_ground(item) - self.ink.light) < _FAINTEST for item in letters):
            self.faults["has text in the colour of what it stands on"] += len(letters)
        if self.size * scale(place) < _SMALLEST:
            self.faults["has text too small to be read"] += len(letters)
        hidden = [item for item in letters if not self.paper.holds(item) or not self._shows(item)]
        if hidden:
            self.faults["has text outside of what the page shows"] += len(hidden)
        self.letters += letters


_STEPS: dict[str, Callable[[_Painter], None]] = {
    "q": _Painter.keep,
    "Q": _Painter.give_back,
    "n": _Painter.end,
    "S": _Painter.stroke,
    "W": partial(_Painter.clip, even_odd=False),
    "W*": partial(_Painter.clip, even_odd=True),
    **dict.fromkeys(("f", "B", "b"), partial(_Painter.fill, even_odd=False)),
    **dict.fromkeys(("f*", "B*", "b*"), partial(_Painter.fill, even_odd=True)),
}
"""The steps that take nothing."""


def enclose(polygons: tuple[Polygon, ...], *, even_odd: bool) -> Area:
    """An area with the box around it."""
    across = [point[0] for item in polygons for point in item]
    upright = [point[1] for item in polygons for point in item]
    return Area(polygons, even_odd, (min(across), min(upright), max(across), max(upright)))


def read_widths(font: Any) -> dict[int, float]:
    """How wide each letter of a font is, in thousandths of its size."""
    found: dict[int, float] = {}
    parts = list(font.W)
    while parts:
        first, second = int(parts.pop(0)), parts.pop(0)
        if isinstance(second, (int,)):
            wide = float(parts.pop(0))
            found |= dict.fromkeys(range(first, min(int(second), 0xFFFF) + 1), wide)
        else:
            found |= {first + step: float(wide) for step, wide in enumerate(second)}
    return found


def list_unseen(pdf: Any) -> list[str]:
    """What a reader of the pages would not see as the text says it, page by page."""
    pikepdf = load_pikepdf()
    told: list[str] = []
    widths: dict[tuple[int, int], dict[int, float]] = {}
    for number, page in enumerate(pdf.pages, 1):
        left, low, right, high = (float(item) for item in page.obj.MediaBox)
        paper = enclose(([(left, low), (right, low), (right, high), (left, high)],), even_odd=False)
        painter = _Painter(pikepdf, paper, widths)
        painter.paint(page.obj, page.obj.Resources)
        told += [f"page {number} {fault}" for fault in painter.faults]
    return told
