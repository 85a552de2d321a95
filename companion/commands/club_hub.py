"""`companion club start` and what belongs to it: the hub, its tables, and a table that leaves."""

from __future__ import annotations

import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.data_folder import JOURNALS, club_folder, data_folder_to_read, own_folder
from companion.commands.sentences import told_in_a_sentence
from companion.config import LOOPBACK, host_name
from companion.ending import ended_by_signals
from companion.plurals import counted

if TYPE_CHECKING:
    from companion.club.service import HubService, TableNow

_data = click.option("--data", metavar="DIR", help="Where the hub keeps the club.")
_LOOK_EVERY_S = 1.0


@click.command()
@_data
@click.option("--host", default=LOOPBACK, show_default=True, help="0.0.0.0 lets tables on the network join.")
@click.option("--name", metavar="NAME", help="A name by which tables reach this machine.")
@click.option(
    "--port", default=8883, show_default=True, type=click.IntRange(1, 65_535), help="The broker's port."
)
@click.option("--broker", metavar="HOST", help="Use the broker on this host, and start none.")
@click.option(
    "--broker-authority",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The certificate of the authority that vouches for that broker.",
)
@click.option(
    "--join-port", default=8884, show_default=True, type=click.IntRange(1, 65_535), help="Where tables join."
)
@click.option(
    "--page-port", default=8144, show_default=True, type=click.IntRange(0, 65_535), help="Where its page is."
)
@click.option(
    "--broadcast-port",
    metavar="PORT",
    type=click.IntRange(1, 65_535),
    help="Where a table is shown delayed; else the port after its page's.",
)
@click.option("--home-assistant", is_flag=True, help="Tell Home Assistant what everybody sees of the tables.")
@click.option("--https", is_flag=True, help="Answer https too: others cannot read what is typed.")
@click.option("--private", is_flag=True, help="Devices must be paired even for looking at the page.")
def start(
    data: str | None,
    host: str,
    name: str | None,
    port: int,
    broker: str | None,
    broker_authority: Path | None,
    join_port: int,
    page_port: int,
    broadcast_port: int | None,
    private: bool,
    https: bool,
    home_assistant: bool,
) -> None:
    """Start the club's hub: it keeps an exact copy of every table's journal.

    It starts the broker Mosquitto itself unless --broker names another. It shows where its page is, and a
    code with which one table joins; then the next code.
    """
    from companion.club.service import FOLDER, HubPlan, HubService
    from companion.club_page.app import HubPage, PagePlan
    from companion.club_page.home_assistant import HomeAssistant, certificate_for_home
    from companion.commands.greeting import OPEN_OPTION
    from companion.dashboard.addresses import house_addresses, network_addresses
    from companion.keeping.frugal import hold_little

    if bool(broker) != bool(broker_authority):
        raise click.UsageError("--broker and --broker-authority come together")
    hold_little()

    with told_in_a_sentence():
        known = (host,) if host != "0.0.0.0" else house_addresses()  # noqa: S104 - compared
        named = (host_name(name),) if name else ()
        addresses = tuple(dict.fromkeys((*named, *map(host_name, known))))
        folder = own_folder(data)
        names = frozenset(named)
        theirs = (host_name(broker) if broker else "", broker_authority or Path())
        hub = HubService(folder, HubPlan(host, port, join_port, addresses, *theirs, home_assistant))
        ended = threading.Event()
        with ended_by_signals(ended.set), ExitStack() as last_first:
            last_first.callback(hub.stop)
            hub.start()
            where = PagePlan(host, page_port, names, private, https, broadcast_port)
            page = HubPage(hub, folder / FOLDER, where)
            last_first.callback(page.stop)
            page.start()
            home = HomeAssistant(hub, page.board, folder / FOLDER, is_on=home_assistant)
            last_first.callback(home.stop)
            home.start()
            if home_assistant and not broker:
                click.echo(f"For Home Assistant: {certificate_for_home(folder / FOLDER)}")
            click.echo(f"The club's page: {page.url}")
            if not where.is_open and network_addresses():
                click.echo(f"For tables on the network, start it again and add {OPEN_OPTION}")
            if page.broadcast_port is None:
                click.echo("The next port is taken, so no table is shown delayed; try --broadcast-port")
            if page.certificate is not None:
                click.echo(f"Nobody vouches for its https; SHA-256 {page.certificate.fingerprint}")
            _show(hub, page.port, ended)


@click.command()
@_data
def tables(data: str | None) -> None:
    """List the tables of the club, and how many entries of each the hub has."""
    from companion.club.copies import Copies
    from companion.club.members import Members
    from companion.club.service import FILE

    with told_in_a_sentence():
        folder = club_folder(data)
        members, copies = Members(folder), Copies(folder / FILE)
        held = {copy.table: copy for copy in copies.all()}
        for one in members.all:
            copy = held.get(one.id)
            count = len(copies.entries(copy)) if copy else 0
            spare = members.spare_of(one.id)
            instead = f"  {spare} goes on in its place" if spare else ""
            click.echo(f"{one.id}  {one.name}  {counted(count, 'entry', 'entries')}{instead}")
        if not members.all:
            click.echo("no table has joined")
        if members.complaint:
            click.echo(f"! {members.complaint}", err=True)
        copies.close()


@click.command()
@_data
@click.argument("table")
@click.argument("name")
def rename(data: str | None, table: str, name: str) -> None:
    """Give TABLE the name NAME. TABLE is its number in `companion club tables`."""
    from companion.club.members import Members

    with told_in_a_sentence():
        Members(club_folder(data)).rename(table, name)
    click.echo(f"{table} is called {name}")


@click.command()
@_data
@click.argument("table")
def remove(data: str | None, table: str) -> None:
    """Remove TABLE from the club: it may no longer send. What it has sent stays."""
    from companion.club.members import Members

    with told_in_a_sentence():
        Members(club_folder(data)).leave(table)
    click.echo(f"{table} was removed")


@click.command()
@_data
@click.argument("table")
def spare(data: str | None, table: str) -> None:
    """Show a code with which a spare machine goes on for TABLE, in the middle of its game.

    TABLE is its name, or its number in `companion club tables`. The code is good once, for an hour.
    """
    from companion.club.handing_over import SpareCodes
    from companion.club.members import Members

    with told_in_a_sentence():
        folder = club_folder(data)
        code = SpareCodes(folder).issue(Members(folder).find(table).id)
    click.echo(f"Switch the old machine off. At the spare type:  companion run --club {code}")


@click.command()
@click.option("--data", metavar="DIR", help="Where the games of this table are kept.")
def leave(data: str | None) -> None:
    """Take this table out of its club; it sends nothing more from its next start on."""
    from companion.club import membership

    with told_in_a_sentence():
        was = membership.leave(membership.folder_beside(data_folder_to_read(data) / JOURNALS[0]))
    click.echo("this table has left its club" if was else "this table belongs to no club")


def _show(hub: HubService, page_port: int, ended: threading.Event) -> None:
    """Print codes and news until the hub is ended."""
    click.echo("The club is open (Ctrl+C ends it)")
    shown = ""
    complaint = ""
    known: dict[str, tuple[object, ...]] = {}
    while not ended.is_set():
        code = hub.shown_code()
        if str(code) != shown:
            shown = str(code)
            _show_code(shown, code.link(page_port))
        if hub.complaint != complaint:
            complaint = hub.complaint
            click.echo(complaint or "The hub works again")
        for table in hub.tables:
            news = (table.member.name, table.is_here, *table.troubles)
            if known.get(table.member.id) != news:
                known[table.member.id] = news
                _show_table(table)
        ended.wait(_LOOK_EVERY_S)


def _show_code(code: str, link: str) -> None:
    click.echo(f"At the next table type:  companion run --club {code}")
    if sys.stdout.isatty():
        from companion.commands.greeting import picture

        click.echo(picture(link), nl=False)


def _show_table(table: TableNow) -> None:
    state = "is here" if table.is_here else "is not here"
    click.echo(f"{table.member.name} {state}: {table.held:,} of {counted(table.newest, 'entry', 'entries')}")
    for trouble in table.troubles:
        click.echo(f"  {trouble.sentence}")
