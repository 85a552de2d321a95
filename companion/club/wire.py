"""One connection to the broker, by MQTT 5 over TLS. Whoever opened it calls `turn` again and again.

What arrives is returned by `turn`; nothing happens in another thread.
"""

from __future__ import annotations

import contextlib
import secrets
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.config import to_install
from companion.errors import CompanionError, ConfigError

if TYPE_CHECKING:
    from paho.mqtt.client import Client

__all__ = ["Arrived", "Wire", "WireDown", "WireRefused", "sealed_by"]

KEEP_ALIVE_S: Final = 10
_CONNECTS_WITHIN_S: Final = 5.0
_GOES_WITHIN: Final = 10
"""For how many tenths of a second a connection is read and written once it is to end."""
_QOS: Final = 1


class WireDown(CompanionError, ConnectionError):
    """The broker cannot be reached, or does not let us in; the sentence says which."""


class WireRefused(WireDown):
    """The broker answers, but it or this machine does not accept the other: waiting alone does not help."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """One message that came in."""

    topic: str
    payload: bytes


class _Sealed(ssl.SSLSocket):
    def do_handshake(self, block: bool = False) -> None:
        """As usual, but close a socket whose handshake fails: the library that made it leaves it open."""
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def sealed_by(authority: Path, own: Path, *, is_named: bool = False) -> ssl.SSLContext:
    """A TLS context that trusts this authority alone, and shows the certificate in `own`. Raises ConfigError.

    The host name is compared only for somebody else's broker: addresses change, and the club's authority
    vouches for no server but the hub.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.sslsocket_class = _Sealed
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = is_named
    try:
        context.load_verify_locations(authority)
        context.load_cert_chain(own)
    except (OSError, ssl.SSLError) as error:
        raise ConfigError(f"the certificate in {own} or {authority} cannot be used: {error}") from error
    return context


class Wire:
    """A connection, from `open` until `turn` says that it is gone. One thread uses it."""

    def __init__(
        self, host: str, port: int, seal: ssl.SSLContext, topics: Iterable[str], last_will: str = ""
    ) -> None:
        self._host, self._port, self._topics = host, port, tuple(topics)
        # The host name is compared only for a broker that is not the hub's own.
        self._is_foreign = seal.check_hostname
        self._arrived: list[Arrived] = []
        self._unconfirmed: set[int] = set()
        self._refused = ""
        self.is_ready = False
        """Whether the broker has let us in and will pass on the topics that we asked for."""
        self.may_write = True
        """Whether the broker has taken everything that was sent; a hub's own one refuses what a removed table
        sends, and says so of each message.
        """
        self._client = self._made(seal, last_will)

    def _made(self, seal: ssl.SSLContext, last_will: str) -> Client:
        try:
            from paho.mqtt.client import Client, MQTTv5
            from paho.mqtt.enums import CallbackAPIVersion
        except ImportError as error:
            raise ConfigError(
                f"for a club the library paho-mqtt is missing; type: {to_install('club')}"
            ) from error
        # A random id, so that two machines that share a name do not push each other out for ever.
        client = Client(CallbackAPIVersion.VERSION2, secrets.token_hex(8), protocol=MQTTv5)
        client.tls_set_context(seal)
        # The authority is still checked; the function that would compare names is gone from Python 3.12 on.
        client.tls_insecure_set(not self._is_foreign)
        client.connect_timeout = _CONNECTS_WITHIN_S
        client.on_connect, client.on_subscribe = self._connected, self._subscribed
        client.on_message, client.on_publish = self._heard, self._published
        if last_will:
            client.will_set(last_will, b"", _QOS, retain=True)
        return client

    def open(self) -> None:
        """Connect. Raises WireDown."""
        # Raised outside the `except`: the error there refers to the library's socket and would keep it open.
        if down := self._failure():
            raise down

    def _failure(self) -> WireDown | None:
        try:
            self._client.connect(self._host, self._port, KEEP_ALIVE_S, clean_start=True)
        except ssl.SSLCertVerificationError as error:
            if self._is_foreign:
                return WireRefused(
                    f"the broker at {self._host} shows a certificate for which its authority does not vouch: "
                    f"{error.verify_message}"
                )
            return WireRefused(
                f"the hub at {self._host} has a certificate that this club's authority does not accept: "
                f"{error.verify_message}"
            )
        except (OSError, ValueError) as error:
            return WireDown(f"nothing answers at {self._host}:{self._port}: {error}")
        return None

    def turn(self, timeout_s: float) -> list[Arrived]:
        """Read and write, waiting at most this long; return what arrived. Raises WireDown if it is gone."""
        from paho.mqtt.enums import MQTTErrorCode

        failed = self._client.loop(timeout_s)
        if failed != MQTTErrorCode.MQTT_ERR_SUCCESS or self._refused:
            if self._refused or not self.is_ready:
                raise WireRefused(self._refused or self._not_let_in())
            raise WireDown("the connection was lost")
        arrived, self._arrived = self._arrived, []
        return arrived

    def _not_let_in(self) -> str:
        if self._is_foreign:
            return (
                f"the broker at {self._host} does not accept this machine's certificate: it has to trust the "
                "club's authority"
            )
        return f"the hub at {self._host} does not accept this machine's certificate: join again"

    def send(self, topic: str, payload: bytes, *, is_retained: bool) -> None:
        """Hand a message to the broker; `turn` sends it, and `is_all_there` tells when it has arrived."""
        self._unconfirmed.add(self._client.publish(topic, payload, _QOS, retain=is_retained).mid)

    @property
    def is_all_there(self) -> bool:
        """Whether the broker has confirmed everything that was sent."""
        return not self._unconfirmed

    def close(self) -> None:
        """Disconnect; the broker publishes our last will, so that everybody knows that we have gone."""
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.reasoncodes import ReasonCode

        with contextlib.suppress(OSError, ValueError):
            self._client.disconnect(ReasonCode(PacketTypes.DISCONNECT, "Disconnect with will message"))
            for _ in range(_GOES_WITHIN):  # the socket is closed once the broker has been told
                if self._client.socket() is None:
                    break
                self._client.loop(0.1)
        # It refers to us, and we to it: the sockets by which it wakes itself would stay open long after this.
        client = self._client
        client.on_connect = client.on_subscribe = client.on_message = client.on_publish = None

    def _connected(self, client: Client, _: Any, __: Any, reason: Any, ___: Any) -> None:
        if reason.is_failure:
            who = "broker" if self._is_foreign else "hub"
            self._refused = f"the {who} at {self._host} says: {reason}"
        elif self._topics:
            client.subscribe([(topic, _QOS) for topic in self._topics])
        else:
            self.is_ready = True

    def _published(self, _: Client, __: Any, message: int, reason: Any, ___: Any) -> None:
        self._unconfirmed.discard(message)
        if reason.is_failure:
            self.may_write = False
            self._refused = self._without_rights("write") if self._is_foreign else ""

    def _subscribed(self, _: Client, __: Any, ___: int, reasons: list[Any], ____: Any) -> None:
        if any(reason.is_failure for reason in reasons):
            self._refused = self._without_rights("read")
        else:
            self.is_ready = True

    def _without_rights(self, act: str) -> str:
        return (
            f"the broker at {self._host} does not let this machine {act} what it has to: its rights are "
            "missing there"
        )

    def _heard(self, _: Client, __: Any, message: Any) -> None:
        self._arrived.append(Arrived(message.topic, bytes(message.payload)))
