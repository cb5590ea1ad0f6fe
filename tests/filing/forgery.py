"""What somebody who wants to deceive would do to a filing, for the tests that must see it."""

from __future__ import annotations

import hashlib
import io
import re
from datetime import UTC, datetime, timedelta

import pikepdf
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID

from certify.filing.verification.outcome import Verification, hold
from certify.filing.verification.signature import seal_pdf

PASSPHRASE = "correct horse"


def flip(content: bytes, place: int, bits: int = 1) -> bytes:
    """One byte changed."""
    return content[:place] + bytes([content[place] ^ bits]) + content[place + 1 :]


def attest(content: bytes) -> Verification:
    """What a signer says who only claims to have verified."""
    checks = (hold("figures", ""), hold("pages", ""))
    return Verification("filing.pdf", hashlib.sha256(content).hexdigest(), checks)


def rewrite(content: bytes, change, **options) -> bytes:
    """The PDF changed by a function and sealed again, as a forger who knows the seal would."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        change(pdf)
        written = io.BytesIO()
        pdf.save(written, fix_metadata_version=False, **options)
    return seal_pdf(written.getvalue())


def replace_enclosure(pdf, name: str, data: bytes) -> None:
    """Put other bytes into an enclosure, with the size and checksum that the PDF wants."""
    for key, item in pikepdf.NameTree(pdf.Root.Names.EmbeddedFiles).items():
        if key == name:
            stream = item.EF.F
            stream.write(data)
            stream.Params.Size = len(data)
            stream.Params.CheckSum = pikepdf.String(hashlib.md5(data).digest())
            return
    raise AssertionError(f"there is no enclosure {name}")


def read_enclosure(content: bytes, name: str) -> bytes:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return pikepdf.NameTree(pdf.Root.Names.EmbeddedFiles)[name].EF.F.read_bytes()


def list_enclosures(pdf):
    """Every enclosure by its name."""
    tree = pikepdf.NameTree(pdf.Root.Names.EmbeddedFiles)
    return {str(name): item.EF.F.read_bytes() for name, item in tree.items()}


def read_characters(font) -> dict[int, str]:
    """Which letters the codes of a font stand for, as the renderer writes it: one by one."""
    pairs = re.findall(rb"<([0-9a-f]{4})> <([0-9a-f]+)>\n", font.ToUnicode.read_bytes())
    return {int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs}


def decode(shown, table: dict[int, str]) -> str:
    """The text that a step of a drawing shows."""
    codes = b"".join(bytes(item) for item in shown if isinstance(item, pikepdf.String))
    return "".join(
        table.get(int.from_bytes(codes[at : at + 2]), "") for at in range(0, len(codes), 2)
    )


def make_identity(subject: str, issuer=None, begins: int = -2, ends: int = 365, signs: bool = True):
    """A key and its certificate: of a root where no issuer is given."""
    key = rsa.generate_private_key(65537, 2048)
    now = datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)])
    issuer_key, issuer_name = (issuer[0], issuer[1].subject) if issuer else (key, name)
    root = issuer is None
    uses = x509.KeyUsage(
        digital_signature=signs and not root,
        content_commitment=False,
        key_encipherment=not signs,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=root,
        crl_sign=root,
        encipher_only=False,
        decipher_only=False,
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer_name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + timedelta(days=begins))
        .not_valid_after(now + timedelta(days=ends))
        .add_extension(x509.BasicConstraints(ca=root, path_length=None), critical=True)
        .add_extension(uses, critical=True)
        .sign(issuer_key, hashes.SHA256())
    )
    return key, certificate


def write_key(path, identity, others=()):
    """A PKCS#12 file, as a person keeps it."""
    key, certificate = identity
    lock = serialization.BestAvailableEncryption(PASSPHRASE.encode())
    content = pkcs12.serialize_key_and_certificates(b"key", key, certificate, list(others), lock)
    path.write_bytes(content)
    return path


def write_certificate(path, identity):
    path.write_bytes(identity[1].public_bytes(serialization.Encoding.PEM))
    return path
