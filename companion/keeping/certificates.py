"""What every certificate of this house is made of: keys, names, addresses and days.

The library is loaded where it is needed: a table without HTTPS and without a club starts without it.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from companion.config import to_install
from companion.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

__all__ = ["KEY_ENDS", "alternative_names", "begun", "called", "new_key", "pem_of", "require_library"]

SET_BACK: Final = timedelta(days=2)
"""How far back a certificate begins: other clocks may be behind, and so may a Pi's before it is set."""
KEY_ENDS: Final = b"-----END PRIVATE KEY-----\n"
"""Where the key ends in a kept file, and the certificate begins."""


def require_library(purpose: str, extra: str) -> None:
    """Raises ConfigError if the library for certificates is missing; the extra of the product brings it."""
    try:
        import cryptography  # noqa: F401 - only whether it is there
    except ImportError as error:
        how = to_install(extra)
        raise ConfigError(f"for {purpose} the library cryptography is missing; type: {how}") from error


def new_key() -> ec.EllipticCurvePrivateKey:
    """A key on the curve that every browser and every broker knows."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def pem_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The private key itself, as PEM that is not encrypted."""
    from cryptography.hazmat.primitives import serialization

    encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return key.private_bytes(encoding, form, serialization.NoEncryption())


def called(name: str) -> x509.Name:
    """The name of a subject or an issuer."""
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def begun(
    subject: str, issuer: x509.Name, public: object, now: datetime, lasts: timedelta
) -> x509.CertificateBuilder:
    """An unsigned certificate without purposes, valid from two days ago until `lasts` after that."""
    from cryptography import x509

    begins = now - SET_BACK
    return (
        x509.CertificateBuilder()
        .subject_name(called(subject))
        .issuer_name(issuer)
        .public_key(public)  # type: ignore[arg-type]  # a request may hold any kind of key
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + lasts)
    )


def alternative_names(names: Iterable[str]) -> x509.SubjectAlternativeName:
    """The names and addresses under which the owner of a certificate is reached."""
    from cryptography import x509

    return x509.SubjectAlternativeName([_general(name) for name in sorted(set(names))])


def _general(name: str) -> x509.GeneralName:
    from cryptography import x509

    with suppress(ValueError):
        return x509.IPAddress(ip_address(name.strip("[]")))
    return x509.DNSName(name)
