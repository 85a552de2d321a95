"""What a start prints: where the page is, and how a tablet gets there."""

from __future__ import annotations

import sys
from io import StringIO

import click

from companion.config import Settings
from companion.dashboard.addresses import house_addresses, network_addresses
from companion.keeping.house_certificate import HouseCertificate

OPEN_OPTION = "--host 0.0.0.0"
"""Lets other devices reach the page, whatever command shows it."""
_EVERY_CARD = ("0.0.0.0", "::")  # noqa: S104 - compared, not listened on


def greet(url: str, settings: Settings, certificate: HouseCertificate | None = None) -> None:
    """Say where the page is, how a tablet gets there, and with a certificate how a phone does.

    A terminal also shows a QR code; a log file does not.
    """
    click.echo(f"The table is at {url} (Ctrl+C ends it)")
    if settings.is_open:
        _say_to_the_tablet(_network_url(url, settings.host))
        if certificate:
            _say_to_the_phone(_network_url(url, settings.host), certificate)
    elif network_addresses():
        devices = "a tablet or a phone" if certificate else "a tablet"
        click.echo(f"For {devices}, start it again and add {OPEN_OPTION}")


def _say_to_the_phone(url: str, certificate: HouseCertificate) -> None:
    """Say what a phone will ask, before it asks."""
    click.echo(f"For a phone as the camera open https{url.removeprefix('http')}camera on it")
    click.echo(
        "  The phone will warn that the connection is not private: this machine has made its certificate"
        " itself,\n  and nobody else vouches for it. On your own network that is as it should be. Choose"
        " Advanced (or Show\n  details), then go on to the page; each phone asks once, and again when the"
        " certificate is a new one."
    )
    if certificate.is_new:
        click.echo("  It is a new one today.")
    click.echo(f"  Whoever wants to compare: SHA-256 {certificate.fingerprint}")


def _say_to_the_tablet(url: str) -> None:
    if not sys.stdout.isatty():
        click.echo(f"On the tablet open {url}")
        return
    click.echo(f"On the tablet open {url} or scan this QR code:")
    click.echo(picture(url), nl=False)


def _network_url(url: str, host: str) -> str:
    """The address for other devices: `localhost` means something else on each of them."""
    if host not in _EVERY_CARD:
        return url
    return f"http://{house_addresses()[0]}:{url.rstrip('/').rpartition(':')[2]}/"


def picture(url: str) -> str:
    """A text as a QR code in the characters of a terminal."""
    import segno  # only a terminal needs it so early

    drawn = StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
