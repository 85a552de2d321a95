"""What you can hold, as values: sides, keys, pins, ports, cameras, and the files that describe them."""

from hardware.errors import HardwareError, Mistake, ProfileError
from hardware.loading import load_profile, parse_profile, profile_names
from hardware.profile import (
    Button,
    CameraMount,
    GpioWiring,
    KeyPin,
    LampPin,
    NumberPads,
    PadKey,
    PanelWiring,
    Profile,
    SerialLink,
    Side,
    Zone,
)

__all__ = [
    "Button",
    "CameraMount",
    "GpioWiring",
    "HardwareError",
    "KeyPin",
    "LampPin",
    "Mistake",
    "NumberPads",
    "PadKey",
    "PanelWiring",
    "Profile",
    "ProfileError",
    "SerialLink",
    "Side",
    "Zone",
    "load_profile",
    "parse_profile",
    "profile_names",
]
