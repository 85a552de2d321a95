"""The club's certificates: the hub vouches for itself and for each table, and nobody else does.

The authority is made once and kept in the hub's folder. Each of its certificates says what it is for: a
table's cannot be used to pose as the hub.
"""

from __future__ import annotations

import base64
import hashlib
import ssl
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.club.topics import HUB
from companion.errors import ConfigError
from companion.files import write_privately
from companion.keeping import certificates
from companion.keeping.certificates import (
    KEY_ENDS,
    SET_BACK,
    alternative_names,
    begun,
    called,
    new_key,
    pem_of,
)
from companion.keeping.wall_clock import BUILT

if TYPE_CHECKING:
    from cryptography import x509

__all__ = ["Authority", "fingerprint_of", "key_and_request", "require_library"]

LASTS: Final = timedelta(days=3_650)
TABLE_LASTS: Final = timedelta(days=1_095)
_FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FINGERPRINT_BYTES: Final = 10


class Authority:
    """Signs the club's certificates.

    Args:
        folder: the hub's.
        addresses: a starting hub's, for which its own certificate is made anew; None leaves the one that is
            there, which a running hub may be using.

    Raises:
        ConfigError: the library is missing, the folder cannot be used, or the authority has expired.
    """

    def __init__(
        self, folder: Path, addresses: Iterable[str] | None = None, now: datetime | None = None
    ) -> None:
        require_library()
        self._now = now or datetime.now(UTC)
        self._kept = folder / "authority.pem"
        self.certificate_file = folder / "authority-certificate.pem"
        self.hub_file = folder / "hub.pem"
        """The key and the certificate of the hub and of its broker."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._kept.exists():
                write_privately(self._kept, _made(self._now))
            self._load()
            if addresses is not None or not self.hub_file.exists():
                write_privately(self.hub_file, self._own(addresses or ()))
        except (OSError, ValueError) as error:
            raise ConfigError(f"the club's certificates in {folder} cannot be used: {error}") from error

    def _load(self) -> None:
        from cryptography import x509
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        key_pem, _, self.certificate = self._kept.read_bytes().partition(KEY_ENDS)
        key = serialization.load_pem_private_key(key_pem + KEY_ENDS, None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise ConfigError(f"{self._kept} holds another kind of key")
        self._key, self._issuer = key, x509.load_pem_x509_certificate(self.certificate)
        if self._issuer.not_valid_after_utc <= self._now:
            raise ValueError("they have expired: move the folder away, and let every table join again")
        write_privately(self.certificate_file, self.certificate)

    @property
    def fingerprint(self) -> str:
        """What the join code holds: 16 letters and digits, 80 bits of the certificate's SHA-256."""
        return fingerprint_of(self.certificate)

    def for_table(self, request: bytes, table: str) -> bytes:
        """Sign a table's request. The certificate is for `table`, whatever name the request holds.

        Raises:
            ValueError: it is not a request, or not signed by its own key.
        """
        from cryptography import x509
        from cryptography.hazmat.primitives.serialization import Encoding
        from cryptography.x509.oid import ExtendedKeyUsageOID

        asked = x509.load_pem_x509_csr(request)
        if not asked.is_signature_valid:
            raise ValueError("the request is not signed by its own key")
        purposes = [ExtendedKeyUsageOID.CLIENT_AUTH]
        builder = _begun(table, self._issuer.subject, asked.public_key(), self._now + TABLE_LASTS)
        return self._signed(builder, purposes).public_bytes(Encoding.PEM)

    def table_of(self, certificate: bytes, request: bytes) -> str:
        """The table that one of our certificates is for, if its key has signed the request; else empty."""
        from cryptography import x509
        from cryptography.exceptions import InvalidSignature
        from cryptography.x509.oid import NameOID

        try:
            mine, asked = x509.load_pem_x509_certificate(certificate), x509.load_pem_x509_csr(request)
            mine.verify_directly_issued_by(self._issuer)
        except (ValueError, TypeError, InvalidSignature):
            return ""
        names = mine.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        is_same = asked.is_signature_valid and asked.public_key() == mine.public_key()
        return str(names[0].value) if is_same and names else ""

    def is_good(self, certificate: bytes) -> bool:
        """Whether a certificate is one of ours, and has not ended."""
        from cryptography import x509
        from cryptography.exceptions import InvalidSignature

        try:
            mine = x509.load_pem_x509_certificate(certificate)
            mine.verify_directly_issued_by(self._issuer)
        except (ValueError, TypeError, InvalidSignature):
            return False
        return self._now < mine.not_valid_after_utc

    def _own(self, addresses: Iterable[str]) -> bytes:
        from cryptography.hazmat.primitives.serialization import Encoding
        from cryptography.x509.oid import ExtendedKeyUsageOID

        key = new_key()
        purposes = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
        names = alternative_names({"localhost", *addresses})
        builder = _begun(HUB, self._issuer.subject, key.public_key(), self._now + TABLE_LASTS)
        builder = builder.add_extension(names, critical=False)
        return pem_of(key) + self._signed(builder, purposes).public_bytes(Encoding.PEM)

    def _signed(
        self, builder: x509.CertificateBuilder, purposes: list[x509.ObjectIdentifier]
    ) -> x509.Certificate:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes

        builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        builder = builder.add_extension(x509.ExtendedKeyUsage(purposes), critical=True)
        return builder.sign(self._key, hashes.SHA256())


def fingerprint_of(certificate: bytes) -> str:
    """The fingerprint of a PEM certificate: 16 letters and digits. Raises ValueError if it is not one."""
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate.decode("ascii"))).digest()
    return base64.b32encode(digest[:_FINGERPRINT_BYTES]).decode().lower()


def key_and_request(known: bytes = b"") -> tuple[bytes, bytes]:
    """A table's key, the known one or a new one, and its request for a certificate.

    Raises:
        ConfigError: the library is missing.
        ValueError: the known key cannot be read.
    """
    require_library()
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key

    key = load_pem_private_key(known, None) if known else new_key()
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError("it is another kind of key")  # noqa: TRY004 - the file's fault, not the caller's
    asked = x509.CertificateSigningRequestBuilder().subject_name(called("table")).sign(key, hashes.SHA256())
    return pem_of(key), asked.public_bytes(Encoding.PEM)


def require_library() -> None:
    """Raise ConfigError if the library that makes certificates is not installed."""
    certificates.require_library("a club", "club")


def _made(now: datetime) -> bytes:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.serialization import Encoding

    key, name = new_key(), called("Riichi club")
    builder = _begun("Riichi club", name, key.public_key(), now + LASTS)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(_may_sign(), critical=True)
    return pem_of(key) + builder.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)


def _begun(subject: str, issuer: x509.Name, public: object, ends: datetime) -> x509.CertificateBuilder:
    """An unsigned certificate that is good from 1970 on: the clock of a table may never have been set.

    If the clock of the hub is not set yet, the certificate ends ten years after this companion was made.
    """
    ends = ends if ends >= BUILT + TABLE_LASTS else BUILT + LASTS
    return begun(subject, issuer, public, _FIRST + SET_BACK, ends - _FIRST)


def _may_sign() -> x509.KeyUsage:
    from cryptography import x509

    other = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment")
    never = dict.fromkeys((*other, "key_agreement", "encipher_only", "decipher_only"), False)
    return x509.KeyUsage(key_cert_sign=True, crl_sign=True, **never)
