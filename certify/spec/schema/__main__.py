"""Brings the schemas of a jurisdiction file up to date."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from certify.base.storage import write_file
from certify.spec.schema import SCHEMAS


def main(folder: Path) -> None:
    """Bring the schemas in a folder up to date."""
    for name, build in SCHEMAS.items():
        text = json.dumps(build(folder), indent=1, ensure_ascii=False)
        write_file(folder / name, f"{text}\n".encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
