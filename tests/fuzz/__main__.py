"""Make cases, run them, keep those that fail; exit 1 if any does."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.fuzz.machine import KINDS, REGRESSIONS, run_cases


def main() -> int:
    """Run as asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=1000, help="how many cases are made")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same cases")
    parser.add_argument(
        "--start", type=int, default=0, help="the number of the first case, to go on with a run"
    )
    parser.add_argument("--seconds", type=float, help="stop after so long")
    parser.add_argument(
        "--kind", action="append", choices=KINDS, help="only cases of this kind; may be repeated"
    )
    parser.add_argument(
        "--keep", type=Path, default=REGRESSIONS, help="where failing inputs are kept"
    )
    asked = parser.parse_args()
    kinds = {kind: share for kind, share in KINDS.items() if not asked.kind or kind in asked.kind}
    tally = run_cases(
        asked.cases,
        asked.seed,
        kinds,
        seconds=asked.seconds,
        kept=asked.keep,
        start=asked.start,
        tell=lambda line: print(line, file=sys.stderr, flush=True),
    )
    done = tally.cases.total()
    print(
        f"{done:,} cases: "
        + ", ".join(f"{kind} {number:,}" for kind, number in tally.cases.most_common())
    )
    print(
        f"{tally.calls.total():,} calls: "
        + ", ".join(f"{name} {n:,}" for name, n in tally.calls.most_common())
    )
    print(f"{tally.valid:,} changed files were valid")
    print(f"{tally.not_kept:,} calls needed counts that are not at hand")
    print(
        f"{len(tally.failures)} failures; go on with --seed {asked.seed} --start {asked.start + done}"
    )
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
