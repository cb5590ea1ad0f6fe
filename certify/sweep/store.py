"""Finished rows kept beside the table, each task by the digest of all that it depends on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from certify.base.cache import hash_data
from certify.base.storage import make_folder, write_file
from certify.sweep.plan import Task
from certify.sweep.rows import COLUMNS, Row


@dataclass(frozen=True, slots=True)
class Store:
    """A folder of finished tasks; one that was killed leaves whole files only."""

    folder: Path

    def find(self, task: Task) -> list[Row] | None:
        """The rows of a task that was finished before; None where nothing whole is there."""
        try:
            data = json.loads((self.folder / f"{task.digest}.json").read_bytes())
            rows = data["rows"]
            if data["sha256"] != hash_data([task.digest, rows]):
                return None
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return rows if all(tuple(row) == COLUMNS for row in rows) else None

    def keep(self, task: Task, rows: list[Row]) -> None:
        """Write the rows of a task down."""
        make_folder(self.folder)
        data = {"rows": rows, "sha256": hash_data([task.digest, rows])}
        write_file(
            self.folder / f"{task.digest}.json", json.dumps(data, ensure_ascii=False).encode()
        )
