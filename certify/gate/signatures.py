"""SSH signatures: made with an SSH key or a PKCS#12 file, and verified against a public key.

The form is that of `ssh-keygen -Y sign` and `ssh-keygen -Y verify`, so that anybody can check a signature
without this program.
"""

from __future__ import annotations

import base64
import hashlib
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from certify.base.errors import CertifyError
from certify.base.load import read_bytes

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

APPROVAL = "certify-approval"
POLICY = "certify-policy"
_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
_LARGEST = 1 << 16

Ask = Callable[[], bytes]
"""Asks for the passphrase of a key."""


@dataclass(frozen=True, slots=True)
class Key:
    """A private key that signs."""

    _private: Ed25519PrivateKey | RSAPrivateKey

    @property
    def public(self) -> str:
        """The public key, as an SSH key file has it, without a comment."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        public = self._private.public_key()
        return public.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()

    def sign(self, message: bytes, purpose: str) -> str:
        """The armored signature of a message for a purpose."""
        digest = hashlib.sha512(message).digest()
        signed = b"SSHSIG" + _pack(purpose.encode(), b"", b"sha512", digest)
        algorithm, raw = self._sign(signed)
        public = base64.b64decode(self.public.split()[1])
        blob = b"SSHSIG" + struct.pack(">I", 1)
        blob += _pack(public, purpose.encode(), b"", b"sha512", _pack(algorithm, raw))
        text = base64.b64encode(blob).decode()
        lines = [text[start : start + 70] for start in range(0, len(text), 70)]
        return "\n".join([_BEGIN, *lines, _END, ""])

    def _sign(self, content: bytes) -> tuple[bytes, bytes]:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
        from cryptography.hazmat.primitives.hashes import SHA512

        if isinstance(self._private, Ed25519PrivateKey):
            return b"ssh-ed25519", self._private.sign(content)
        return b"rsa-sha2-512", self._private.sign(content, PKCS1v15(), SHA512())


def _pack(*parts: bytes) -> bytes:
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


def load_key(path: Path, ask: Ask) -> Key:
    """Read a private key from an OpenSSH, PEM or PKCS#12 file."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    content = read_bytes(path, _LARGEST)
    try:
        try:
            private = _read_key(content, None)
        except (TypeError, ValueError):
            private = _read_key(content, ask())
    except (TypeError, ValueError, UnsupportedAlgorithm):
        raise CertifyError(
            f"{path}: not a private key in OpenSSH, PEM or PKCS#12 format, or the passphrase is wrong"
        ) from None
    if not isinstance(private, Ed25519PrivateKey | RSAPrivateKey):
        raise CertifyError(f"{path}: use an Ed25519 or RSA key; for example ssh-keygen -t ed25519")
    return Key(private)


def _read_key(content: bytes, passphrase: bytes | None) -> Any:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.serialization import pkcs12

    if b"BEGIN OPENSSH PRIVATE KEY" in content:
        return serialization.load_ssh_private_key(content, passphrase)
    if content.startswith(b"-----BEGIN"):
        return serialization.load_pem_private_key(content, passphrase)
    return pkcs12.load_key_and_certificates(content, passphrase)[0]


def recover_key(message: bytes, signature: str, purpose: str) -> str | None:
    """The public key whose signature of a message for a purpose is valid; None if it is not valid."""
    from sshsig import InvalidSignature, check_signature  # it asserts what it cannot read

    if not signature.startswith(f"{_BEGIN}\n"):
        return None
    try:
        key = check_signature(message, signature, purpose)
    except (InvalidSignature, NotImplementedError, ValueError, TypeError, AssertionError):
        return None
    return str(key.openssh_str())


def name_key(public: str) -> str:
    """The fingerprint of a public key, as ssh-keygen -l prints it."""
    digest = hashlib.sha256(base64.b64decode(public.split()[1])).digest()
    return f"SHA256:{base64.b64encode(digest).decode().rstrip('=')}"
