"""Verifies a filing: bytes, signature, enclosures, figures, certificate, and what its pages show."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path

from certify import __version__
from certify.base.errors import CertifyError
from certify.base.load import load_bytes
from certify.base.progress import Progress
from certify.filing.enclosures import is_text
from certify.filing.verification import pdf_reader
from certify.filing.verification.contents import (
    Altered,
    list_enclosure_differences,
    list_file_differences,
    take_out,
)
from certify.filing.verification.manifest import (
    NAME,
    Manifest,
    hash_program,
    hash_setup,
    read_manifest,
)
from certify.filing.verification.manifest import (
    NAME as MANIFEST,
)
from certify.filing.verification.outcome import (
    Check,
    Mismatch,
    Result,
    Verification,
    differ,
    hold,
)
from certify.filing.verification.pdf_reader import Unreadable
from certify.filing.verification.rebuild import Rebuilt, check_pages, explain_libraries, rebuild
from certify.filing.verification.signature import (
    MARK,
    Seal,
    SeveralSeals,
    Signature,
    Trust,
    check_signature,
    read_seal,
)
from certify.spec.model import Jurisdiction
from certify.spec.validate import read_jurisdiction


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be checked."""

    quick: bool = False
    """Only what needs no computing: bytes, signature, enclosures."""
    trust: Trust = field(default_factory=Trust)
    progress: Progress | None = None
    pictures: Path | None = None
    """A folder for pictures of what differs on the pages."""
    documents: Path | None = None
    """A folder with the texts of the documents, for a filing that quotes them and does not enclose them."""


def verify_file(path: Path, wish: Wish) -> Verification:
    """Check a file; refused (exit 2) only where it cannot be told to be a filing at all."""
    return verify_content(pdf_reader.read_file(path), str(path), wish)


def verify_content(content: bytes, name: str, wish: Wish) -> Verification:
    """Check the bytes of a file."""
    checks: list[Check] = []
    digest = hashlib.sha256(content).hexdigest()
    seal: Seal | None = None
    bears_mark = MARK in content
    try:
        pdf_reader.check_form(content, name)
        seal = read_seal(content)
        checks += _check_seal(seal, content)
        pdf_reader.check_unpacking(content, name)
        _check_inside(content, seal, name, wish, checks)
    except Altered as error:
        checks.append(differ("enclosures", str(error)))
    except SeveralSeals as error:
        checks.append(differ("seal", str(error)))
    except Unreadable as error:
        if not bears_mark:
            raise
        if seal is None:
            checks.append(differ("seal", "the seal of certify in this file is broken"))
        checks.append(differ("file", str(error)))
    return Verification(name, digest, tuple(checks))


def _check_seal(seal: Seal | None, content: bytes) -> list[Check]:
    if seal is None:
        if MARK in content:
            return [differ("seal", "the line with the seal was changed")]
        return []
    if not seal.holds:
        return [
            differ(
                "seal",
                "the file is not the one that was written: at least one byte was changed",
                (Mismatch("SHA-256 of the whole file", seal.found, seal.said),),
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
    pdf = pdf_reader.open_pdf(content[:end], name)
    enclosures = take_out(pdf)
    if MANIFEST not in enclosures:
        if seal is None and MARK not in content:
            raise Unreadable(
                f"{name}: is a PDF, but not a filing of certify; nothing here can be checked"
            )
        raise Altered("the manifest is not enclosed; without it nothing can be recomputed")
    if seal is None and MARK not in content:
        checks.append(differ("seal", "the filing has no seal: another program wrote it again"))
    whole = pdf if end == len(content) else pdf_reader.open_pdf(content, name)
    with pdf_reader.hold_form(name):
        signature = check_signature(content, end, pdf, whole, wish.trust)
        active = pdf_reader.list_active(whole)
    checks += signature.checks
    if active:
        checks.append(
            differ("file", f"it contains active content, which no filing has: {', '.join(active)}")
        )
    else:
        checks.append(hold("file", "no active content"))
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
        checks.append(Check("figures", Result.LEFT_OUT, "--quick computes nothing"))
        return
    found = _check_figures(enclosures, manifest, wish)
    if isinstance(found, Check):
        checks.append(found)
        return
    checks += [_compare_enclosures(enclosures, found), *found.certificates]
    if manifest.quoted and wish.documents is None and not any(map(is_text, enclosures)):
        checks.append(_ask_for_documents(enclosures, manifest))
        return
    pages = check_pages(content, end, found.sheaf, name, wish.pictures)
    checks.append(_explain(pages, signature, manifest))


def _check_figures(enclosures: dict[str, bytes], manifest: Manifest, wish: Wish) -> Rebuilt | Check:
    """The filing made again from its enclosures, or why they give none."""
    try:
        return rebuild(enclosures, manifest, wish.progress, wish.documents)
    except CertifyError as error:
        told = (
            f"no filing can be made from the enclosed files: {' '.join(str(error).split())[:600]}"
        )
        if manifest.program == hash_program() or isinstance(error, Altered):
            return differ("figures", told)
        told += f" (another version of the program made it: certify {manifest.version}; install that one)"
        return Check("figures", Result.UNDECIDED, told)


def _ask_for_documents(enclosures: dict[str, bytes], manifest: Manifest) -> Check:
    """What a filing that quotes the documents needs before its pages can be printed again."""
    documents = [
        item
        for name in manifest.jurisdictions
        for item in read_jurisdiction(
            load_bytes(enclosures[f"{name}.yaml"], f"{name}.yaml")
        ).documents
    ]
    listed = "; ".join(f"{item.name} (SHA-256 {item.sha256})" for item in documents)
    return Check(
        "pages",
        Result.UNDECIDED,
        "the filing quotes its documents and does not enclose them; "
        f"give --dir DIR with the text of {listed}",
    )


def _explain(pages: Check, signature: Signature, manifest: Manifest) -> Check:
    """Pages that are not as printed here: covered by a signature, or not proved, with what may explain it."""
    if pages.result is not Result.NOT_PROVED:
        return pages
    try:
        is_elsewhere = signature.setup not in {"", hash_setup()}
        hint = explain_libraries(manifest.libraries)
    except CertifyError:  # nothing can be printed here
        is_elsewhere, hint = bool(signature.setup), ""
    if signature.is_trusted and is_elsewhere:
        told = f"covered by the signature: the signer had verified them elsewhere; {pages.told}"
        return replace(pages, result=Result.HOLDS, told=told)
    if manifest.program != hash_program():
        hint += f"; another version of the program (certify {manifest.version}) is named, here {__version__}"
    told = f"{pages.told}{hint}; look at these pages, or ask for a filing that was signed"
    return replace(pages, told=told)


def _compare_enclosures(enclosures: dict[str, bytes], rebuilt: Rebuilt) -> Check:
    wanted = {item.name: item.content for item in rebuilt.sheaf.enclosures}
    differences: list[Mismatch] = []
    for name in sorted(enclosures.keys() | wanted.keys()):
        if name not in enclosures or name not in wanted:
            here = "enclosed" if name in enclosures else "missing"
            differences.append(
                Mismatch(f"enclosure {name}", here, "missing" if name in enclosures else "enclosed")
            )
        else:
            differences += list_file_differences(name, enclosures[name], wanted[name])
    if differences:
        return differ(
            "figures", "the enclosed figures differ from those computed now", tuple(differences)
        )
    return hold(
        "figures",
        "odds and findings were computed again from the enclosed specifications and policy, and match "
        f"the enclosed ones to the last digit ({rebuilt.tell_origins()})",
    )


def read_filed(path: Path) -> dict[str, Jurisdiction]:
    """The jurisdictions that a filing is about, by id; one that was altered is refused.

    Seal, signature and enclosures are checked. The figures are not: who compares two filings computes
    them anew from what is enclosed.
    """
    content = pdf_reader.read_file(path)
    verification = verify_content(content, str(path), Wish(quick=True))
    for check in verification.checks:
        if check.result is Result.DIFFERS:
            raise CertifyError(f"{path}: {check.told}; see certify verify")
    seal = read_seal(content)
    enclosures = take_out(
        pdf_reader.open_pdf(content[: seal.end if seal else len(content)], str(path))
    )
    manifest = read_manifest(enclosures[NAME])
    found = {}
    for name in manifest.jurisdictions:
        specification = enclosures.get(f"{name}.yaml")
        if specification is None:
            raise CertifyError(f"{path}: the specification of {name} is not enclosed")
        item = read_jurisdiction(load_bytes(specification, f"{path}:{name}.yaml"))
        if item.id != name:
            raise CertifyError(f"{path}: the specification of {name} is that of {item.id}")
        found[name] = item
    return found
