"""certify report, sign and verify."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.base.progress import show_progress
from certify.base.storage import check_target, make_folder, write_file
from certify.cli.options import leave, load_specs, parse_day, take_specs
from certify.cli.output import FILE, FOLDER, Output, make_command, show_examples, take_output
from certify.gate.waivers import Waiver, load_waivers
from certify.render.numbers import count
from certify.spec.model import Jurisdiction
from certify.spec.validate import list_specs, load_valid

if TYPE_CHECKING:
    from certify.filing.verification.outcome import Check, Verification


_LONGEST = 120


_take_documents = click.option(
    "--dir",
    "documents",
    metavar="DIR",
    type=FOLDER,
    help="Folder with the documents, for a filing that quotes them and does not enclose them.",
)


@make_command(
    "report",
    epilog=show_examples(
        "certify report",
        "certify report SPEC -o filings --html",
        "certify report SPEC --dir documents --enclose-documents",
        "certify report SPEC --applicant 'A Casino' --number 7 --json",
    ),
)
@take_specs(required=False)
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    default="filings",
    show_default=True,
    type=FOLDER,
    help="Folder for the filings.",
)
@click.option(
    "--html",
    "with_pages",
    is_flag=True,
    help="Also an HTML page for each PDF, and an index.html if there are several.",
)
@click.option(
    "--date", metavar="YYYY-MM-DD", help="Date of the filings (default: the date of the revision)."
)
@click.option(
    "--applicant", metavar="NAME", default="", help="Applicant, printed on the first page."
)
@click.option("--number", metavar="NUMBER", default="", help="Number of the filing.")
@click.option(
    "--examiner", metavar="NAME", default="", help="Examiner of the document, printed on page 1."
)
@click.option("--reviewer", metavar="NAME", default="", help="Reviewer, printed on page 1.")
@click.option(
    "--regulation",
    metavar="FILE",
    default="",
    help="Requirements to check (default: those that the policy names): "
    "a file, or the name of a shipped one.",
)
@click.option(
    "--dir",
    "documents",
    metavar="DIR",
    type=FOLDER,
    help="Folder with the documents: each issue quotes its clause.",
)
@click.option(
    "--enclose-documents",
    "encloses",
    is_flag=True,
    help="Enclose the documents of --dir in the filing.",
)
@take_output("text", "json", to_file=False)
def run_report(  # noqa: PLR0913
    *,
    specs: tuple[str, ...],
    folder: Path,
    with_pages: bool,
    date: str | None,
    applicant: str,
    number: str,
    examiner: str,
    reviewer: str,
    regulation: str,
    documents: Path | None,
    encloses: bool,
    output: Output,
) -> None:
    """Write the filings: one PDF per document, and a comparison.

    Without SPEC all jurisdictions are filed. The PDF files conform to PDF/A-3a and PDF/UA-1 and enclose
    everything they were made from, the findings and the odds. The HTML pages need no other file or
    server; payouts can be changed in them. Exit code 1 if a check of the figures fails.
    """
    from certify.filing.build import FilingOrder, file_all, gather
    from certify.filing.conformity import find_regulation

    if encloses and documents is None:
        raise CertifyError("--enclose-documents needs the documents; give their folder with --dir")
    jurisdictions = load_specs(specs)
    everyone = gather(jurisdictions, load_valid(list_specs())[0])
    order = FilingOrder(
        folder,
        day.isoformat() if (day := parse_day("--date", date)) else "",
        _read_line("--applicant", applicant),
        _read_line("--number", number),
        _read_line("--examiner", examiner),
        _read_line("--reviewer", reviewer),
        _load_waivers(jurisdictions),
        with_pages,
        regulation=find_regulation(regulation) if regulation else None,
        documents=documents,
        encloses=encloses,
    )
    with show_progress() as progress:
        filed = file_all(jurisdictions, everyone, order, _tell, progress)
    if output.is_json:
        output.write_json([item.describe() for item in filed])
    else:
        output.write(f"{item.path}: {item.verdict or 'no verdict of its own'}" for item in filed)
    for item in filed:
        for line in item.failed:
            _tell(f"{item.name}: check failed: {line}")
    leave(not any(item.failed for item in filed))


def _load_waivers(jurisdictions: list[Jurisdiction]) -> tuple[Waiver, ...]:
    """The waivers of every folder that a specification comes from."""
    folders = dict.fromkeys(Path(item.source.name).parent for item in jurisdictions)
    return tuple(waiver for folder in folders for waiver in load_waivers(folder))


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _read_line(option: str, text: str) -> str:
    """A name or number for the cover: one line, not too long."""
    kept = " ".join(text.split())
    if len(kept) > _LONGEST:
        raise CertifyError(f"{option} is longer than {_LONGEST} characters; shorten it")
    if not kept.isprintable():
        raise CertifyError(f"{option} contains characters that cannot be printed; remove them")
    return kept


_LONGEST_PASSPHRASE = 1024
_LONGEST_REASON = 240
_SHOWN = 20


@make_command(
    "sign",
    epilog=show_examples(
        "certify sign filings/SPEC.pdf --key key.p12",
        "certify sign filings/*.pdf --key key.p12 -o signed --sums signed/SHA256SUMS",
    ),
)
@click.argument("filings", metavar="FILING.pdf...", nargs=-1, required=True, type=FILE)
@click.option(
    "--key",
    "key_file",
    metavar="KEY.p12",
    type=FILE,
    help="PKCS#12 file with key and certificate.",
)
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    type=FOLDER,
    help="Folder for the signed filings (default: each replaces its original).",
)
@click.option("--passphrase-env", metavar="NAME", help="Environment variable with the passphrase.")
@click.option("--passphrase-fd", metavar="N", type=int, help="File descriptor with the passphrase.")
@click.option("--reason", metavar="TEXT", default="", help="Reason, recorded in the signature.")
@click.option(
    "--sums",
    metavar="FILE",
    type=FILE,
    help="File for the checksums of these filings, in the format of sha256sum.",
)
@_take_documents
@take_output("text", "json", to_file=False)
def run_sign(  # noqa: PLR0913
    *,
    filings: tuple[Path, ...],
    key_file: Path | None,
    folder: Path | None,
    passphrase_env: str | None,
    passphrase_fd: int | None,
    reason: str,
    sums: Path | None,
    documents: Path | None,
    output: Output,
) -> None:
    """Sign filings, list their checksums, or both.

    Each filing is verified in full first, and refused if its figures or pages are not proved. The signature
    is invisible and the last thing done to a file. The program asks for the passphrase, or reads it
    from a variable or a file descriptor, never from the command line.
    """
    from certify.filing.verification.outcome import write_sums

    if key_file is None and sums is None:
        raise CertifyError(
            "nothing to do; give a key with --key, or a file for checksums with --sums"
        )
    written = list(filings)
    lines: list[str] = []
    signer: dict[str, str] = {}
    if key_file is not None:
        read_bytes(key_file)  # a missing key is reported before its passphrase is asked for
        phrase = read_passphrase(key_file, passphrase_env, passphrase_fd)
        written, signer = _sign_all(
            filings, key_file, phrase, folder, " ".join(reason.split()), documents
        )
        told = f"signed by {signer['subject']} (certificate by {signer['issuer']})"
        lines += [f"{path}: {told}" for path in written]
    if sums is not None:
        write_sums(sums, written)
        lines.append(f"{sums}: checksums of {count(len(written), 'filing')}")
    if output.is_json:
        output.write_json(
            {
                "filings": [str(path) for path in written],
                "signer": signer or None,
                "sums": None if sums is None else str(sums),
            }
        )
    else:
        output.write(lines)


def _sign_all(
    filings: tuple[Path, ...],
    key_file: Path,
    phrase: bytes,
    folder: Path | None,
    reason: str,
    documents: Path | None,
) -> tuple[list[Path], dict[str, str]]:
    """Sign all, then write all: if a filing is refused, no file changes."""
    from certify.filing.verification.pdf_reader import read_file
    from certify.filing.verification.signature import load_key, sign_pdf
    from certify.filing.verification.verify import Wish, verify_content

    if len(reason) > _LONGEST_REASON:
        raise CertifyError(f"--reason: longer than {_LONGEST_REASON} characters; shorten it")
    key = load_key(key_file, phrase or None)
    signed: dict[Path, bytes] = {}
    for path in filings:
        content = read_file(path)
        target = folder / path.name if folder else path
        if target in signed:
            raise CertifyError(f"{path}: another filing has this name; sign them one by one")
        with show_progress() as progress:
            found = verify_content(content, str(path), Wish(progress=progress, documents=documents))
        signed[target] = sign_pdf(content, found, key, reason)
    if folder:
        make_folder(folder)
    for target in signed:
        check_target(target)
    for target, content in signed.items():
        write_file(target, content)
    return list(signed), {"subject": str(key.subject), "issuer": str(key.issuer)}


def read_passphrase(key: Path, variable: str | None, descriptor: int | None = None) -> bytes:
    """The passphrase of a key, from a variable, a file descriptor or the terminal."""
    if variable is not None and descriptor is not None:
        raise CertifyError("--passphrase-env and --passphrase-fd exclude each other; omit one")
    if variable is not None:
        if variable not in os.environ:
            raise CertifyError(f"--passphrase-env: the environment variable {variable} is not set")
        return os.fsencode(os.environ[variable])
    if descriptor is not None:
        try:
            with os.fdopen(descriptor, "rb", closefd=False) as stream:
                return stream.read(_LONGEST_PASSPHRASE).rstrip(b"\r\n")
        except OSError as error:
            raise CertifyError(f"--passphrase-fd {descriptor}: {error.strerror or error}") from None
    if not _has_terminal():
        raise CertifyError(
            "no terminal for the passphrase prompt; use --passphrase-env NAME or --passphrase-fd N"
        )
    text = click.prompt(
        f"Passphrase of {key.name}", default="", hide_input=True, show_default=False, err=True
    )
    return str(text).encode()


def _has_terminal() -> bool:
    """Whether a person can be asked without showing the answer."""
    if sys.stdin.isatty():
        return True
    try:
        with Path("/dev/tty").open("rb"):
            return True
    except OSError:
        return False


@make_command(
    "verify",
    epilog=show_examples(
        "certify verify filings/SPEC.pdf",
        "certify verify filings/SPEC.pdf --quick --trust authority.pem",
        "certify verify --sums filings/SHA256SUMS",
    ),
)
@click.argument("filings", metavar="[FILING.pdf...]", nargs=-1, type=FILE)
@click.option("--quick", is_flag=True, help="Check bytes, signature and enclosures only.")
@click.option(
    "--trust",
    "trusted",
    metavar="FILE",
    multiple=True,
    type=FILE,
    help="Trusted certificate (PEM or DER) that the signature must lead to.",
)
@click.option(
    "--at", metavar="YYYY-MM-DD", help="Date for the validity of certificates (default: today)."
)
@click.option(
    "--sums", metavar="FILE", type=FILE, help="List of checksums; every file in it is checked."
)
@click.option(
    "--pictures",
    metavar="DIR",
    type=FOLDER,
    help="Folder for pictures of the areas that differ: the filing next to the new print.",
)
@_take_documents
@take_output("text", "json")
def run_verify(
    *,
    filings: tuple[Path, ...],
    quick: bool,
    trusted: tuple[Path, ...],
    at: str | None,
    sums: Path | None,
    pictures: Path | None,
    documents: Path | None,
    output: Output,
) -> None:
    """Verify that the figures and the pages of filings are right.

    Odds and findings are computed again from the enclosed files. The PDF is printed again: its pages must be
    the same bytes or the same pictures, or covered by a trusted signature. Exit code 0: verified; 1:
    something differs; 2: not proved, or could not be judged.
    """
    from certify.filing.verification.outcome import check_sums
    from certify.filing.verification.pdf_reader import Unreadable
    from certify.filing.verification.signature import load_trust
    from certify.filing.verification.verify import Wish, verify_file

    if not filings and sums is None:
        raise CertifyError("FILING.pdf: missing; give a filing, or a list of checksums with --sums")
    day = parse_day("--at", at)
    trust = load_trust(trusted, datetime.combine(day, time(12), UTC) if day else None)
    codes: list[int] = []
    told: list[dict[str, object]] = []
    lines: list[str] = []
    if sums is not None:
        listed = check_sums(sums)
        codes.append(int(listed.result.value == "differs"))
        told.append({"sums": str(sums), **listed.describe()})
        lines += _list_checks((listed,))
    with show_progress() as progress:
        for path in filings:
            try:
                found = verify_file(path, Wish(quick, trust, progress, pictures, documents))
            except Unreadable as error:
                click.echo(str(error), err=True)
                told.append(
                    {"filing": str(path), "result": "could not be judged", "told": str(error)}
                )
                codes.append(2)
                continue
            codes.append(found.exit_code)
            told.append(found.describe())
            lines += _list_verification(found)
    if output.is_json:
        output.write_json(told)
    else:
        output.write(lines)
    code = 1 if 1 in codes else max(codes)
    if code:
        raise click.exceptions.Exit(code)


def _list_verification(found: Verification) -> Iterator[str]:
    yield f"{found.path}: {found.result.upper()}"
    yield from _list_checks(found.checks)


def _list_checks(checks: tuple[Check, ...]) -> Iterator[str]:
    for check in checks:
        yield f"  {check.name}: {check.result}. {check.told}"
        yield from (f"    {item}" for item in check.differences[:_SHOWN])
        if len(check.differences) > _SHOWN:
            yield f"    and {len(check.differences) - _SHOWN} more; --json gives all"
        yield from (f"    picture: {path}" for path in check.pictures)
