"""Writes the schemas of a jurisdiction file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from certify.base.storage import write_file
from certify.spec.schema import SCHEMAS


def main(folder: str) -> None:
    """Write each schema into a folder."""
    for name, build in SCHEMAS.items():
        text = json.dumps(build(), indent=1, ensure_ascii=False)
        write_file(Path(folder) / name, f"{text}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1])
