"""`companion devices`: lists who was let in, lets one in, removes one; the running companion is asked."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException
from typing import Any

import click

from companion.config import LOOPBACK, port_of_machine

_PATIENCE_S = 10.0

port_option = click.option(
    "--port",
    default=port_of_machine,
    type=click.IntRange(1, 65_535),
    help="The companion's port; without it, the service's or 8136.",
)


@click.group()
def devices() -> None:
    """Paired devices: list them, let one in, remove one."""


@devices.command("list")
@port_option
def list_devices(port: int) -> None:
    """Name the devices, what each may do, and since when."""
    found = _asked(port, "GET", "/api/devices")["devices"]
    width = max((len(each["name"]) for each in found), default=0)
    for each in found:
        click.echo(f"{each['id']}  {each['name']:<{width}}  {each['role']:<9}  {each['paired_at'][:10]}")
    if not found:
        click.echo("No device has been paired.")


@devices.command()
@click.option(
    "--role",
    default="scorer",
    show_default=True,
    type=click.Choice(["spectator", "scorer", "host"]),
    help="What the device may do.",
)
@port_option
def pair(role: str, port: int) -> None:
    """Show a code that lets one device in, once, within two minutes."""
    made = _asked(port, "POST", "/api/pairing/code", {"role": role})
    where = made["urls"] or ["no other device can reach this companion; start it with --host 0.0.0.0"]
    click.echo(f"{made['code'][:3]} {made['code'][3:]}  for one {role}, within {made['seconds']} seconds")
    click.echo("\n".join(where))


@devices.command()
@click.argument("device", metavar="ID|NAME")
@port_option
def revoke(device: str, port: int) -> None:
    """Remove a device: it is refused at once. A name must fit exactly one device."""
    found = _asked(port, "GET", "/api/devices")["devices"]
    meant = [each for each in found if device in (each["id"], each["name"])]
    if len(meant) != 1:
        which = "more than one device has" if meant else "no device has"
        raise click.ClickException(f"{which} the name or id {device}; companion devices list shows them")
    _asked(port, "POST", "/api/devices/revoke", {"id": meant[0]["id"]})
    click.echo(f"{meant[0]['name']} was removed.")


def _asked(port: int, method: str, path: str, body: dict[str, str] | None = None) -> dict[str, Any]:
    """What the companion answers to its own machine, which is always a host."""
    connection = HTTPConnection(LOOPBACK, port, timeout=_PATIENCE_S)
    headers = {"X-Table": "1", "Content-Type": "application/json"}
    try:
        connection.request(method, path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        said: dict[str, Any] = json.loads(answer.read())
    except (OSError, HTTPException, ValueError) as failure:
        raise click.ClickException(f"no companion answers on port {port}; is it running?") from failure
    finally:
        connection.close()
    if answer.status != 200:
        raise click.ClickException(str(said.get("message", "the companion refused")))
    return said
