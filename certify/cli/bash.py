"""Completion in bash, which breaks words where the names of readings do not end."""

from __future__ import annotations

from click.shell_completion import BashComplete, CompletionItem


class Bash(BashComplete):
    """Bash breaks words at `=`, so `joker=w` comes as three; it wants what stands behind the last `=`."""

    name = "bash"
    _typed = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words as they were typed."""
        args, incomplete = super().get_completion_args()
        *words, last = _join_broken([*args, incomplete])
        if incomplete != last:
            self._typed = last[: last.rindex("=") + 1]
        return words, last

    def format_completion(self, item: CompletionItem) -> str:
        """A proposal without what stands before the last `=` on the line already."""
        known = self._typed.partition("=")[2] if self._typed.startswith("--") else self._typed
        item.value = item.value.removeprefix(known)
        return super().format_completion(item)


def _join_broken(words: list[str]) -> list[str]:
    found: list[str] = []
    for word in words:
        if found and (word == "=" or found[-1].endswith("=")):
            found[-1] += word
        else:
            found.append(word)
    return found
