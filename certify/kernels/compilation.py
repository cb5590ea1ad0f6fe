"""Compiles kernels once and keeps the machine code where it cannot go stale.

numba's own store looks at the file of a function to see whether its machine code is still good, not at
the files of the functions it calls, so a change in ``rank`` would leave old code in use elsewhere. It also
numbers the files of a function, and two processes that compile it at once for different arguments can take
one number. Here a file is named by a hash of all that its code depends on, and written whole or not at all.
"""

import hashlib
import inspect
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import caching, compiler, serialize

from certify.base.storage import read_private, replace_file
from certify.kernels.store import compiles_anew, list_sources, open_folder

Function = TypeVar("Function", bound=Callable[..., Any])

_NumbaStore: Any = caching.NullCache
_result: Any = compiler.CompileResult
_dump: Any = serialize.dumps
_DIGEST = hashlib.sha256().digest_size
_made: list[tuple[Any, Path]] = []
"""Every compiled function with its module."""
_loaded: set[Path] = set()
"""The modules whose machine code was taken from the store."""


def compiled(function: Function) -> Function:
    """Compile without the interpreter's lock, keeping the machine code where that is possible."""
    made = numba.njit(function, nogil=True, error_model="numpy")
    path = Path(inspect.getfile(function))
    folder = open_folder(path)
    if folder is not None and hasattr(made, "_cache"):  # not where numba is told not to compile
        made._cache = _Store(function, folder)
        _made.append((made, path))
    return cast("Function", made)


def forget_stored() -> None:
    """Drop the machine code that came from the store, and whatever was compiled with it."""
    for made, path in _made:
        if _loaded.intersection((path, *list_sources(path))):
            made._make_finalizer()()
            made._reset_overloads()
    _loaded.clear()


class _Store(_NumbaStore):  # type: ignore[misc]
    """The machine code of one function, by the types of its arguments and the machine."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self.function = function
        self.folder = folder

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for some types; None where there is none, or none that is whole."""
        target_context.refresh()
        if compiles_anew():
            return None
        try:
            content = read_private(self._locate(sig, target_context.codegen()))
        except OSError:
            return None
        digest, data = content[:_DIGEST], content[_DIGEST:]
        if hashlib.sha256(data).digest() != digest:
            return None
        _loaded.add(Path(inspect.getfile(self.function)))
        # a file and a folder that only this user can write to: see can_write
        return _result._rebuild(target_context, *pickle.loads(data))  # noqa: S301

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep the code for some types; a folder that cannot be written is no error."""
        if cres.library.has_dynamic_globals or cres.lifted or compiles_anew():
            return
        data = _dump(cres._reduce())
        with suppress(OSError):
            content = hashlib.sha256(data).digest() + data
            replace_file(self._locate(sig, cres.library.codegen), content, 0o600)

    def _locate(self, sig: Any, codegen: Any) -> Path:
        code = self.function.__code__
        key = (
            [
                str(item)
                for item in (sig if isinstance(sig, tuple) else (sig.args, sig.return_type))
            ],
            codegen.magic_tuple(),
            hashlib.sha256(code.co_code).hexdigest(),
            numba.__version__,
            sys.version_info[:3],
        )
        name = hashlib.sha256(repr(key).encode()).hexdigest()[:24]
        return self.folder / f"{code.co_name}-{name}"
