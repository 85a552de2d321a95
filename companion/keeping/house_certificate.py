"""The certificate with which this house encrypts its connections: signed by itself, renewed, private.

Nobody else vouches for it, so a phone asks its owner once. It can sign no other certificate: whoever took
its key could pretend to be this machine, but no other.
"""

from __future__ import annotations

import hashlib
import logging
import ssl
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from companion.errors import ConfigError
from companion.files import write_privately
from companion.keeping.certificates import (
    KEY_ENDS,
    alternative_names,
    begun,
    called,
    new_key,
    pem_of,
    require_library,
)
from companion.keeping.wall_clock import is_set

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

__all__ = ["FILE", "HouseCertificate", "Names"]

FILE: Final = ".https.pem"
LASTS: Final = timedelta(days=397)
"""Phones trust no certificate that is valid for longer."""
RENEWED_BEFORE: Final = timedelta(days=30)
MOST_NAMES: Final = 40
"""If there would be more names than this, a certificate holds only those that the machine has now."""
LOOK_EVERY_S: Final = 30.0
_MOST_BYTES: Final = 64 * 1024

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Names:
    """The names and addresses under which others reach this machine."""

    all: frozenset[str]
    """Names in lower case, and addresses in their usual form."""

    @classmethod
    def of(cls, given: Iterable[str]) -> Names:
        """Each name and address once; those that no certificate can hold are left out."""
        return cls(frozenset(_spelled(name) for name in given if name.isascii() and 0 < len(name) <= 250))


def _spelled(name: str) -> str:
    """A name in lower case, or an address as a certificate gives it back: `[fe80:0::1]` is `fe80::1`."""
    with suppress(ValueError):
        return str(ip_address(ip_address(name.strip("[]")).packed))
    return name.lower()


class HouseCertificate:
    """Holds the certificate of the house, on the disk and ready for use. One thread renews it.

    Raises:
        ConfigError: the library is missing, or the certificate cannot be kept or used.
    """

    def __init__(
        self,
        folder: Path,
        names: Callable[[], Names],
        make_context: Callable[[], ssl.SSLContext],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._file = folder / FILE
        self._names, self._make_context, self._now = names, make_context, now
        self._stopped = Event()
        self._held = frozenset[str]()
        self.is_new = False
        """Whether one was made since the start: then every phone asks once more."""
        self.renew()

    @property
    def context(self) -> ssl.SSLContext:
        """The TLS context with the certificate that is valid now."""
        return self._context

    @property
    def fingerprint(self) -> str:
        """The SHA-256 fingerprint: people compare what their phone shows with what the terminal says."""
        first = ssl.PEM_cert_to_DER_cert(_certificate_in(self._file.read_text(encoding="ascii")))
        digits = hashlib.sha256(first).hexdigest().upper()
        return ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))

    def renew(self) -> bool:
        """Make a new certificate if one is needed; return whether it was.

        One is needed where there is none, or where the one that is there is damaged, is not valid yet, ends
        soon, lacks a name of this machine, or has a key that others may read.

        Raises:
            ConfigError: the library is missing, or the certificate cannot be kept or used.
        """
        wanted, known = self._names(), _known(self._file)
        if known is not None and self._still_holds(known, wanted) and self._is_used(wanted):
            return False
        try:
            write_privately(self._file, _made(_with_earlier(wanted, known), self._now()))
        except OSError as error:
            raise ConfigError(f"the certificate cannot be kept in {self._file}: {error.strerror}") from error
        self._use(wanted)
        self.is_new = True
        return True

    def watch(self) -> Callable[[], None]:
        """Check it now and then, as addresses and networks change; returns what ends the checks."""
        Thread(target=self._keep_valid, name="certificate", daemon=True).start()
        return self._stopped.set

    def _keep_valid(self) -> None:
        while not self._stopped.wait(LOOK_EVERY_S):
            try:
                if self.renew():
                    _log.info("certificate.renewed")
            except ConfigError as error:
                _log.warning("certificate.not_renewed %s", error)

    def _still_holds(self, known: x509.Certificate, wanted: Names) -> bool:
        now = self._now()
        # A clock that is not set says nothing about days: they are looked at again once it is.
        is_in_time = not is_set(now) or (
            known.not_valid_before_utc <= now < known.not_valid_after_utc - RENEWED_BEFORE
        )
        # An address that has gone does no harm: it may come back, and no phone has to be asked again.
        return is_in_time and wanted.all <= _names_in(known)

    def _is_used(self, wanted: Names) -> bool:
        """Whether the kept one is in use, or can be from now on; its key may be damaged."""
        try:
            if not self._held:
                self._use(wanted)
        except ConfigError as error:
            _log.warning("certificate.damaged %s", error)
            return False
        return True

    def _use(self, wanted: Names) -> None:
        context = self._make_context()
        try:
            context.load_cert_chain(self._file)
        except (OSError, ssl.SSLError) as error:
            raise ConfigError(f"the certificate in {self._file} cannot be used: {error}") from error
        self._context, self._held = context, wanted.all


def _with_earlier(wanted: Names, known: x509.Certificate | None) -> Names:
    """These names and those of the certificate before: a machine may go back to a network that it left."""
    both = wanted.all | _names_in(known) if known is not None else wanted.all
    return Names(both) if len(both) <= MOST_NAMES else wanted


def _made(names: Names, now: datetime) -> bytes:
    """A key and its certificate, in that order."""
    _require_library()
    from cryptography.hazmat.primitives.serialization import Encoding

    key = new_key()
    return pem_of(key) + _signed(key, names, now).public_bytes(Encoding.PEM)


def _signed(key: ec.EllipticCurvePrivateKey, names: Names, now: datetime) -> x509.Certificate:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.x509.oid import ExtendedKeyUsageOID

    name = "Riichi table companion"
    builder = (
        begun(name, called(name), key.public_key(), now, LASTS)
        .add_extension(alternative_names(names.all), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    )
    return builder.sign(key, hashes.SHA256())


def _known(file: Path) -> x509.Certificate | None:
    """The certificate that is kept; None where it is missing, damaged, or open to others."""
    _require_library()
    from cryptography import x509

    try:
        if file.stat().st_mode & 0o077:
            return None  # others may have read its key
        with file.open("rb") as opened:
            return x509.load_pem_x509_certificate(opened.read(_MOST_BYTES).partition(KEY_ENDS)[2])
    except (OSError, ValueError):
        return None


def _names_in(known: x509.Certificate) -> frozenset[str]:
    from cryptography import x509

    try:
        also = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return frozenset()
    addresses = (str(one) for one in also.get_values_for_type(x509.IPAddress))
    return frozenset((*also.get_values_for_type(x509.DNSName), *addresses))


def _certificate_in(pem: str) -> str:
    begin = pem.index("-----BEGIN CERTIFICATE-----")
    return pem[begin:]


def _require_library() -> None:
    require_library("--https", "https")
