"""Where the companion keeps its files and where it listens: the values a start needs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import platformdirs

from companion.errors import ConfigError
from companion.files import give_folder_to_owner
from hardware import extras, service

to_install = extras.to_install
"""What somebody types to install the libraries of an optional part."""
PORT = service.PORT
"""The default port."""
port_of_machine = service.port_of_service
"""The port of this machine's table: the service's where one is installed, else the default."""
LOOPBACK = "127.0.0.1"
SERVICE_UNIT: Final = Path("/etc/systemd/system/riichi-companion.service")
"""Where scripts/install-pi puts the service that follows this machine's table."""
SERVICE_FOLDER: Final = Path("/var/lib/riichi-table/riichi-table-companion")
"""Where that service keeps its games."""
_SPELLED_IN_TWO_WAYS = frozenset("ßẞς\u200c\u200d")
"""Letters that Python, by the rules of 2003 for names (IDNA 2003), turns into others or leaves out."""
_NAME: Final = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?")
"""The name of a machine: neither a whole address of a page nor a name with a port."""


@dataclass(frozen=True, slots=True)
class Settings:
    """One start of the companion."""

    folder: Path
    host: str = LOOPBACK
    """Only this machine, unless somebody says otherwise."""
    port: int = PORT
    is_private: bool = False
    """Whether a device must be let in even to look on."""
    host_names: frozenset[str] = frozenset()
    """Further names of this machine, besides its addresses, localhost and its own name in .local."""
    is_sealed: bool = False
    """Whether the port answers https too, with the house's own certificate."""

    @property
    def is_open(self) -> bool:
        """Whether devices other than this machine can reach the port."""
        return self.host not in ("localhost", "::1") and not self.host.startswith("127.")


def host_name(typed: str) -> str:
    """A machine's name or address as browsers and certificates spell it.

    >>> host_name("Bücher.local")
    'xn--bcher-kva.local'

    Raises:
        ConfigError: no machine can have this name, or Python spells a letter of it as browsers no longer do.
    """
    if _SPELLED_IN_TWO_WAYS & {*typed}:
        raise ConfigError(
            f"{typed} has a letter that not all programs spell alike: "
            "type the name as the browser's address bar has it, with xn--"
        )
    try:
        spelled = typed.encode("idna").decode().lower()
    except UnicodeError as error:
        raise ConfigError(f"no machine can be called {typed}") from error
    if not (_NAME.fullmatch(spelled) or _is_address(spelled)):
        raise ConfigError(f"{typed!r} is no name of a machine: type it without http://, port and path")
    return spelled


def _is_address(typed: str) -> bool:
    try:
        ip_address(typed)
    except ValueError:
        return False
    return True


def default_folder() -> Path:
    """The data folder of this account: a table or hub keeps its files there if no folder is named."""
    return platformdirs.user_data_path("riichi-table-companion")


def folder_of_machine() -> Path:
    """The data folder of this machine's table: the service's where one is installed, else this account's."""
    return SERVICE_FOLDER if SERVICE_UNIT.exists() else default_folder()


def folder_of(path: str | None, default: Callable[[], Path] = folder_of_machine) -> Path:
    """The folder that somebody typed, or the default one; it need not be there.

    Raises:
        ConfigError: it begins with the home of an account that does not exist.
    """
    try:
        return Path(path).expanduser() if path else default()
    except RuntimeError as error:
        raise ConfigError(f"{path} cannot be used: there is no such account") from error


def folder_to_make(path: str | None, default: Callable[[], Path] = folder_of_machine) -> Path:
    """The data folder for a command that makes it once it has something to write; it need not be there.

    Raises:
        ConfigError: it is not a folder, cannot be looked at, or begins with the home of an account that does
            not exist.
    """
    folder = folder_of(path, default)
    if _is_there(folder) and not folder.is_dir():
        raise ConfigError(f"the data folder {folder} cannot be used: it is not a folder")
    return folder


def folder_to_read(path: str | None, default: Callable[[], Path] = folder_of_machine) -> Path:
    """The data folder, which is not made: one that somebody typed has to be there.

    Raises:
        ConfigError: the one that was typed is not there, it is not a folder, or it cannot be looked at.
    """
    folder = folder_to_make(path, default)
    if path and not _is_there(folder):
        raise ConfigError(f"there is no folder {folder}")
    return folder


def _is_there(folder: Path) -> bool:
    try:
        return folder.exists()
    except OSError as error:
        hint = "; type the command with sudo" if folder == SERVICE_FOLDER else ""
        raise ConfigError(f"the data folder {folder} cannot be used: {error.strerror}{hint}") from error


def prepared_folder(path: str | None, default: Callable[[], Path] = folder_of_machine) -> Path:
    """The data folder, made if it is missing. What root makes belongs to whoever has the folder above.

    Raises:
        ConfigError: it cannot be made or is not a folder.
    """
    folder = folder_of(path, default)
    try:
        made = [each for each in (folder, *folder.parents) if not each.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        for each in reversed(made):
            give_folder_to_owner(each)
    except FileExistsError as error:
        raise ConfigError(f"the data folder {folder} cannot be used: it is not a folder") from error
    except OSError as error:
        raise ConfigError(f"the data folder {folder} cannot be used: {error.strerror}") from error
    return folder
