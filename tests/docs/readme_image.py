"""Makes the picture in the README, a page of a filing: `make readme-image`.

`python -m tests.docs.readme_image FILE.png [FILING.pdf]`; without a filing one is printed first. Needs
pdftoppm.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

JURISDICTION = "south-dakota"
SUMMARY = "2"
"""The page with the verdict, the wagers and the questions by their effect."""

RESOLUTION = "84"
COLOURS = 24
LARGEST = 100_000
"""Bytes: a README is not to be heavy."""


def make_picture(filing: Path, target: Path) -> None:
    """Print the summary of a filing as a small picture."""
    with tempfile.TemporaryDirectory() as folder:
        stem = Path(folder) / "page"
        subprocess.run(
            ["pdftoppm", "-png", "-r", RESOLUTION, "-f", SUMMARY, "-singlefile", filing, stem],
            check=True,
        )
        page = Image.open(stem.with_suffix(".png")).convert("RGB")
        page.quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)


def print_filing(folder: Path) -> Path:
    """A filing printed by the program itself."""
    command = [sys.executable, "-m", "certify", "report", JURISDICTION, "-o", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return folder / f"{JURISDICTION}.pdf"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        given = Path(sys.argv[2]) if len(sys.argv) > 2 else print_filing(Path(made))
        make_picture(given, Path(sys.argv[1]))
