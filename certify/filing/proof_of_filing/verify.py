"""Verifying a filing: bytes, signature, enclosures, figures, certificate, printed text, and the PDF again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from certify import __version__
from certify.base.errors import CertifyError
from certify.base.progress import Progress
from certify.filing.proof_of_filing import container
from certify.filing.proof_of_filing.container import Unreadable
from certify.filing.proof_of_filing.contents import Altered, list_enclosure_differences, take_out
from certify.filing.proof_of_filing.expected import list_running, read_expected
from certify.filing.proof_of_filing.form import list_foreign
from certify.filing.proof_of_filing.manifest import (
    NAME as MANIFEST,
)
from certify.filing.proof_of_filing.manifest import (
    Manifest,
    hash_program,
    read_manifest,
)
from certify.filing.proof_of_filing.outcome import (
    Check,
    Difference,
    Result,
    Verification,
    differ,
    hold,
)
from certify.filing.proof_of_filing.printed import read_printed
from certify.filing.proof_of_filing.printed_again import check_bytes
from certify.filing.proof_of_filing.remaking import Remade, remake
from certify.filing.proof_of_filing.seal import MARK, Seal, SeveralSeals, read_seal
from certify.filing.proof_of_filing.sight import list_unseen
from certify.filing.proof_of_filing.signature import Trust, check_signature
from certify.filing.proof_of_filing.text import (
    list_page_differences,
    list_running_differences,
    list_text_differences,
)
from certify.filing.proof_of_filing.values import list_file_differences

_TOLD = 8
"""How many things that no filing holds are named."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be checked."""

    quick: bool = False
    """Only what needs no computing: bytes, signature, enclosures."""
    trust: Trust = field(default_factory=Trust)
    progress: Progress | None = None


def verify_file(path: Path, wish: Wish) -> Verification:
    """Check a file; refused (exit 2) only where it cannot be told to be a filing at all."""
    return verify_content(container.read_file(path), str(path), wish)


def verify_content(content: bytes, name: str, wish: Wish) -> Verification:
    """Check the bytes of a file."""
    checks: list[Check] = []
    digest = hashlib.sha256(content).hexdigest()
    seal: Seal | None = None
    bears_mark = MARK in content
    try:
        container.check_form(content, name)
        seal = read_seal(content)
        checks += _check_seal(seal, content)
        container.check_unpacking(content, name)
        _check_inside(content, seal, name, wish, checks)
    except Altered as error:
        checks.append(differ("enclosures", str(error)))
    except SeveralSeals as error:
        checks.append(differ("seal", str(error)))
    except Unreadable as error:
        if not bears_mark:
            raise
        if seal is None:
            checks.append(differ("seal", "the file bears a seal of certify that is broken"))
        checks.append(differ("file", str(error)))
    return Verification(name, digest, tuple(checks))


def _check_seal(seal: Seal | None, content: bytes) -> list[Check]:
    if seal is None:
        if MARK in content:
            return [differ("seal", "the seal is not whole: the line that holds it was changed")]
        return []
    if not seal.holds:
        return [
            differ(
                "seal",
                "the file is not the one that was written: at least one byte was changed",
                (Difference("SHA-256 of the whole file", seal.found, seal.said),),
            )
        ]
    return [
        hold(
            "seal",
            f"all {seal.end:,} bytes are as they were when the file was sealed (SHA-256 {seal.said})",
        )
    ]


def _check_inside(
    content: bytes, seal: Seal | None, name: str, wish: Wish, checks: list[Check]
) -> None:
    """Everything that needs the PDF opened. What follows the sealed bytes is looked at by itself."""
    end = seal.end if seal else len(content)
    pdf = container.open_pdf(content[:end], name)
    enclosures = take_out(pdf)
    if MANIFEST not in enclosures:
        if seal is None and MARK not in content:
            raise Unreadable(
                f"{name}: is a PDF, but not a filing of certify; nothing here can be checked"
            )
        raise Altered("the manifest is not enclosed; without it nothing can be recomputed")
    if seal is None and MARK not in content:
        checks.append(
            differ("seal", "the filing bears no seal: it was written anew by another program")
        )
    whole = pdf if end == len(content) else container.open_pdf(content, name)
    with container.hold_form(name):
        checks += check_signature(content, end, pdf, whole, wish.trust)
        strange = [*container.list_active(whole), *list_foreign(pdf)]
    if strange:
        told = f"it holds what no filing does: {'; '.join(strange[:_TOLD])}"
        checks.append(differ("file", told + (" and more" if len(strange) > _TOLD else "")))
    else:
        told = (
            "sheets of A4 with letters, drawings and links within the file; nothing acts of its own"
        )
        checks.append(hold("file", told))
    try:
        manifest = read_manifest(enclosures[MANIFEST])
    except CertifyError as error:
        raise Altered(str(error)) from None
    differences = list_enclosure_differences(enclosures, manifest)
    if differences:
        checks.append(
            differ("enclosures", "an enclosure is not the one that was filed", tuple(differences))
        )
    else:
        checks.append(
            hold("enclosures", f"{len(enclosures)} files, each with its size, checksum and SHA-256")
        )
    if wish.quick:
        checks.append(Check("figures", Result.LEFT_OUT, "--quick leaves all computing out"))
        return
    checks += _check_figures(content[:end], pdf, enclosures, manifest, wish)


def _check_figures(
    content: bytes, pdf: Any, enclosures: dict[str, bytes], manifest: Manifest, wish: Wish
) -> list[Check]:
    """Everything made again from the enclosures, and held against them and against the print."""
    try:
        remade = remake(enclosures, manifest, wish.progress)
    except CertifyError as error:
        told = f"the enclosed files give no filing: {' '.join(str(error).split())[:600]}"
        if manifest.program == hash_program() or isinstance(error, Altered):
            return [differ("figures", told)]
        told += (
            f" (another state of the program made it: certify {manifest.version}; install that one)"
        )
        return [Check("figures", Result.UNDECIDED, told)]
    checks = [_compare_enclosures(enclosures, remade), *remade.certificates]
    checks.append(_compare_text(pdf, remade, manifest))
    checks.append(_look_at_pages(pdf))
    checks.append(check_bytes(content, pdf, remade.sheaf, manifest))
    return checks


def _compare_enclosures(enclosures: dict[str, bytes], remade: Remade) -> Check:
    wanted = {item.name: item.content for item in remade.sheaf.enclosures}
    differences: list[Difference] = []
    for name in sorted(enclosures.keys() | wanted.keys()):
        if name not in enclosures or name not in wanted:
            here = "enclosed" if name in enclosures else "missing"
            differences.append(
                Difference(
                    f"enclosure {name}", here, "missing" if name in enclosures else "enclosed"
                )
            )
        else:
            differences += list_file_differences(name, enclosures[name], wanted[name])
    if differences:
        return differ(
            "figures", "the enclosed figures are not those that come out now", tuple(differences)
        )
    return hold(
        "figures",
        "odds and findings were computed again from the enclosed specifications and policy, and are "
        f"the enclosed ones to the last digit ({remade.tell_origins()})",
    )


def _compare_text(pdf: Any, remade: Remade, manifest: Manifest) -> Check:
    printed = read_printed(pdf)
    expected = read_expected(remade.sheaf.html, printed.anchors)
    differences = [
        *list_page_differences(printed),
        *list_running_differences(printed, list_running(remade.sheaf.html)),
        *list_text_differences(printed, expected),
    ]
    if printed.lost:
        differences.insert(
            0,
            Difference(
                "pages", f"{printed.pages}, with {printed.lost} elements on none of them", "all"
            ),
        )
    if not differences:
        return hold(
            "printed text",
            f"{len(expected):,} paragraphs and cells on {printed.pages} pages say what comes out now",
        )
    if manifest.program == hash_program():
        told = (
            "pages were removed"
            if printed.lost
            else "the print says something else than comes out now"
        )
        return differ("printed text", told, tuple(differences))
    return Check(
        "printed text",
        Result.UNDECIDED,
        f"another state of the program made this filing (certify {manifest.version}, here {__version__}), "
        "and words may have changed since; install that one to decide",
        tuple(differences),
    )


def _look_at_pages(pdf: Any) -> Check:
    """Whether the printed text is also what a person sees."""
    name = "seen text"
    with container.hold_form("the PDF"):
        unseen = list_unseen(pdf)
    if unseen:
        return differ(name, "what the text says is not what the pages show: " + "; ".join(unseen))
    return hold(
        name,
        "every letter is painted, stands out, lies on its page and is not painted over; there is no picture",
    )
