"""Divides a range of work among threads; kernels hold no interpreter lock, so threads suffice."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.base.progress import Progress


def available_threads() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_in_chunks(
    work: Callable[[int, int], Any],
    total: int,
    *,
    chunks: int,
    threads: int,
    stage: str,
    progress: Progress | None = None,
) -> list[Any]:
    """Run ``work(start, stop)`` over consecutive ranges; the results come in no set order.

    Only sums of integers may be made of them, so the order cannot matter.
    """
    edges = [total * i // chunks for i in range(chunks + 1)]
    ranges = [(a, b) for a, b in pairwise(edges) if a < b]
    results: list[Any] = []
    done = 0
    if progress is not None:
        progress(stage, 0, total)
    with ThreadPoolExecutor(max_workers=max(1, threads)) as pool:
        sizes = {pool.submit(work, start, stop): stop - start for start, stop in ranges}
        try:
            for future in as_completed(sizes):
                results.append(future.result())
                done += sizes[future]
                if progress is not None:
                    progress(stage, done, total)
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return results


def fill_in_chunks(work: Callable[[int, int], None], total: int, *, stage: str) -> None:
    """Let all processors fill consecutive ranges of something, of which no two touch one place."""
    threads = available_threads()
    run_in_chunks(work, total, chunks=4 * threads, threads=threads, stage=stage)


def sum_in_chunks(
    work: Callable[[int, int], NDArray[np.int64]],
    total: int,
    *,
    chunks: int,
    threads: int,
    stage: str,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Add up the arrays that ``work`` returns for consecutive ranges."""
    parts = run_in_chunks(
        work, total, chunks=chunks, threads=threads, stage=stage, progress=progress
    )
    result: NDArray[np.int64] = parts[0].copy()
    for part in parts[1:]:
        result += part
    return result
