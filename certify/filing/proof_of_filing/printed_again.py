"""The PDF printed again, and held against the one that was filed: the same bytes, or which parts are not."""

from __future__ import annotations

from typing import Any

from certify import __version__
from certify.base.errors import CertifyError
from certify.filing.build import Sheaf
from certify.filing.printing import print_pdf
from certify.filing.proof_of_filing import container
from certify.filing.proof_of_filing.manifest import (
    Manifest,
    hash_environment,
    hash_program,
    list_libraries,
)
from certify.filing.proof_of_filing.outcome import Check, Result, differ, hold
from certify.filing.proof_of_filing.parts import Parts, compare_parts
from certify.filing.proof_of_filing.seal import seal_pdf

NAME = "same bytes"


def check_bytes(content: bytes, pdf: Any, sheaf: Sheaf, manifest: Manifest) -> Check:
    """Print a filing again. Where that gives another file, say which parts are not the same.

    That another state of the program or another environment made it is only what its manifest says. So it is
    printed again all the same, and what may then differ is told apart from what may not.
    """
    try:
        elsewhere = _tell_program(manifest) or _tell_environment(manifest)
        again = seal_pdf(print_pdf(sheaf.html, sheaf.date, sheaf.enclosures).content)
    except CertifyError as error:
        return Check(NAME, Result.LEFT_OUT, f"not printed again: {error}")
    if again == content:
        where = "here" if elsewhere else "in the environment that it was made in"
        return hold(NAME, f"printed again {where}: the same file, byte for byte")
    parts = compare_parts(pdf, container.open_pdf(again, NAME), NAME)
    if elsewhere:
        return _judge_elsewhere(parts, elsewhere, is_other=bool(_tell_program(manifest)))
    return _judge_here(content, again, parts)


def _judge_here(content: bytes, again: bytes, parts: Parts) -> Check:
    place = next(
        (at for at, pair in enumerate(zip(again, content, strict=False)) if pair[0] != pair[1]),
        min(len(again), len(content)),
    )
    differences = (*parts.letters, *parts.said, *parts.drawn)
    told = "" if differences else "; its parts are packed or ordered otherwise"
    return differ(
        NAME,
        f"printed again in the same environment, the file differs from byte {place:,} on{told}",
        differences,
    )


def _judge_elsewhere(parts: Parts, elsewhere: str, *, is_other: bool) -> Check:
    """What can be said where the bytes need not be the same; another program may also say other words."""
    if parts.letters:
        told = f"{elsewhere}; but a font that is at hand here too has other letters in it"
        return differ(NAME, told, parts.letters)
    if parts.said:
        told = f"{elsewhere}; but it differs where every environment gives the same"
        result = Result.UNDECIDED if is_other else Result.DIFFERS
        return Check(NAME, result, told, parts.said)
    if parts.same_fonts and parts.same_pages:
        told = (
            f"{elsewhere}, says its manifest; but its fonts and {parts.same_pages} of its pages are drawn as "
            "here, to the byte, and the others are not: look at those, or verify it where it was made"
        )
        return Check(NAME, Result.UNDECIDED, told, parts.drawn)
    told = (
        f"not compared: {elsewhere}; metadata, bookmarks, links, alternative texts and the drawing of "
        "letters are those that come out here, the layout of the pages was not compared"
    )
    return Check(NAME, Result.LEFT_OUT, told)


def _tell_program(manifest: Manifest) -> str:
    if manifest.program == hash_program():
        return ""
    return f"it was made by another state of the program (certify {manifest.version}, here {__version__})"


def _tell_environment(manifest: Manifest) -> str:
    if manifest.environment == hash_environment():
        return ""
    here = list_libraries()
    told = [
        f"{name} {manifest.libraries.get(name, 'unknown')} there, {here.get(name, 'none')} here"
        for name in sorted(here.keys() | manifest.libraries.keys())
        if here.get(name) != manifest.libraries.get(name)
    ]
    return "it was made in another environment: " + ("; ".join(told) or "other fonts")
