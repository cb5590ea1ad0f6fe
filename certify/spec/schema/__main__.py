"""Writes the schemas of a jurisdiction file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from certify.spec.schema import SCHEMAS


def main(folder: str) -> None:
    """Write each schema into a folder."""
    for name, build in SCHEMAS.items():
        text = json.dumps(build(), indent=1, ensure_ascii=False)
        (Path(folder) / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
