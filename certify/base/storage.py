"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from certify.base.errors import CertifyError


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole, or leave what was there and say why."""
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise CertifyError(
            f"{path}: cannot be written ({error.strerror or error}); "
            "free some space or choose another place"
        ) from None
