"""Counting and finding bits: single machine instructions that numba does not offer by name.

Both take and return 64-bit integers and can be called from compiled code only.
"""

from typing import TYPE_CHECKING, Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable


def _population(context: Any, word: Any) -> Any:  # noqa: ARG001  (numba's protocol)
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _lowest_bit(context: Any, word: Any) -> Any:  # noqa: ARG001  (numba's protocol)
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


population = cast("Callable[[int], int]", intrinsic(_population))
"""Counts the bits that are set."""

lowest_bit = cast("Callable[[int], int]", intrinsic(_lowest_bit))
"""Gives the position of the lowest bit that is set; 64 where there is none."""
