"""An authority of certificates for TLS between nodes and their broker."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

_MAY: Final = x509.KeyUsage(
    digital_signature=True,
    key_cert_sign=True,
    crl_sign=True,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    encipher_only=False,
    decipher_only=False,
)


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


class Authority:
    """Signs certificates; `file` is its own."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        self._folder, self._name = folder, _named(name)
        self._key = generate_private_key(SECP256R1())
        self.file = folder / f"{name}.pem"
        made = self._signed(self._name, self._key, x509.BasicConstraints(True, None))
        self.file.write_bytes(made)

    def _signed(
        self, name: x509.Name, key: EllipticCurvePrivateKey, about: x509.ExtensionType
    ) -> bytes:
        now = datetime.now(UTC)
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(about, critical=isinstance(about, x509.BasicConstraints))
            .add_extension(_MAY, critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), False
            )
            .sign(self._key, hashes.SHA256())
            .public_bytes(Encoding.PEM)
        )

    def sign(self, name: str, address: str = "127.0.0.1") -> tuple[Path, Path]:
        """Write a certificate for an address and its key; return the two files."""
        key = generate_private_key(SECP256R1())
        about = x509.SubjectAlternativeName([x509.IPAddress(ip_address(address))])
        files = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        files[0].write_bytes(self._signed(_named(name), key, about))
        form = PrivateFormat.PKCS8, NoEncryption()
        files[1].write_bytes(key.private_bytes(Encoding.PEM, *form))
        return files
