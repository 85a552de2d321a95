"""Which devices a table has, as its profile says."""

from __future__ import annotations

from companion.errors import ConfigError
from hardware.errors import ProfileError
from hardware.loading import load_profile


def check_profile(name_or_path: str) -> None:
    """Read a hardware profile.

    Raises:
        ConfigError: there is no such profile, or a mistake in it; the message names the place.
    """
    try:
        load_profile(name_or_path)
    except ProfileError as error:
        raise ConfigError(str(error)) from error
