"""certify sign."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.base.progress import show_progress
from certify.base.storage import check_target, make_folder, write_file
from certify.cli.output import Output, make_command, show_examples, take_output

_LONGEST_PASSPHRASE = 1024
_LONGEST_REASON = 240


@make_command(
    "sign",
    epilog=show_examples(
        "certify sign filings/SPEC.pdf --key key.p12",
        "certify sign filings/*.pdf --key key.p12 -o signed --sums signed/SHA256SUMS",
    ),
)
@click.argument(
    "filings",
    metavar="FILING.pdf...",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
)
@click.option(
    "--key",
    "key_file",
    metavar="KEY.p12",
    type=click.Path(path_type=Path, dir_okay=False),
    help="PKCS#12 file with key and certificate.",
)
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the signed filings (default: each replaces its original).",
)
@click.option("--passphrase-env", metavar="NAME", help="Environment variable with the passphrase.")
@click.option(
    "--passphrase-fd",
    metavar="N",
    type=int,
    help="File descriptor with the passphrase.",
)
@click.option("--reason", metavar="TEXT", default="", help="Reason, recorded in the signature.")
@click.option(
    "--sums",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File for the checksums of these filings, in the format of sha256sum.",
)
@take_output("text", "json", to_file=False)
def command(
    *,
    filings: tuple[Path, ...],
    key_file: Path | None,
    folder: Path | None,
    passphrase_env: str | None,
    passphrase_fd: int | None,
    reason: str,
    sums: Path | None,
    output: Output,
) -> None:
    """Sign filings, list their checksums, or both.

    Each filing is verified in full first, and refused if its figures or pages are not proved. The signature
    is invisible and the last thing done to a file. The passphrase is asked for, or comes from a variable or
    a file descriptor, never from the command line.
    """
    from certify.filing.verification.checksums import write_sums

    if key_file is None and sums is None:
        raise CertifyError("give a key with --key, or a list to write with --sums")
    written = list(filings)
    lines: list[str] = []
    signer: dict[str, str] = {}
    if key_file is not None:
        read_bytes(key_file)  # a key that is not there is told before its passphrase is asked for
        phrase = read_passphrase(key_file, passphrase_env, passphrase_fd)
        written, signer = _sign_all(filings, key_file, phrase, folder, " ".join(reason.split()))
        told = f"signed by {signer['subject']} (certificate by {signer['issuer']})"
        lines += [f"{path}: {told}" for path in written]
    if sums is not None:
        write_sums(sums, written)
        filed = "one filing" if len(written) == 1 else f"{len(written)} filings"
        lines.append(f"{sums}: checksums of {filed}")
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
    filings: tuple[Path, ...], key_file: Path, phrase: bytes, folder: Path | None, reason: str
) -> tuple[list[Path], dict[str, str]]:
    """Sign all, then write all: a filing that is refused leaves every file as it was."""
    from certify.filing.verification.pdf_reader import read_file
    from certify.filing.verification.sign import load_key, sign_pdf
    from certify.filing.verification.verify import Wish, verify_content

    if len(reason) > _LONGEST_REASON:
        raise CertifyError(f"--reason is longer than {_LONGEST_REASON} characters; shorten it")
    key = load_key(key_file, phrase or None)
    signed: dict[Path, bytes] = {}
    for path in filings:
        content = read_file(path)
        target = folder / path.name if folder else path
        if target in signed:
            raise CertifyError(
                f"{path}: another filing of this name is signed too; sign one by one"
            )
        with show_progress() as progress:
            found = verify_content(content, str(path), Wish(progress=progress))
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
        raise CertifyError("give --passphrase-env or --passphrase-fd, not both")
    if variable is not None:
        if variable not in os.environ:
            raise CertifyError(f"--passphrase-env: there is no variable {variable}")
        return (
            os.environb[variable.encode()]
            if os.supports_bytes_environ
            else os.environ[variable].encode()
        )
    if descriptor is not None:
        try:
            with os.fdopen(descriptor, "rb", closefd=False) as stream:
                return stream.read(_LONGEST_PASSPHRASE).rstrip(b"\r\n")
        except OSError as error:
            raise CertifyError(f"--passphrase-fd {descriptor}: {error.strerror or error}") from None
    if not _has_terminal():
        raise CertifyError(
            "there is no terminal to ask for the passphrase at; "
            "give it with --passphrase-env NAME or --passphrase-fd N"
        )
    text = click.prompt(
        f"Passphrase of {key.name}", default="", hide_input=True, show_default=False, err=True
    )
    return str(text).encode()


def _has_terminal() -> bool:
    """Whether a person can be asked without the answer being shown."""
    if sys.stdin.isatty():
        return True
    try:
        with Path("/dev/tty").open("rb"):
            return True
    except OSError:
        return False
