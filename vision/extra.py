"""Whether the libraries of the eye are installed, without loading one: the base installation lacks them."""

from __future__ import annotations

from importlib.util import find_spec

from hardware.extras import to_install

LIBRARIES = ("numpy", "cv2", "onnxruntime")


def missing_libraries() -> tuple[str, ...]:
    """The libraries of the eye that are not installed."""
    return tuple(name for name in LIBRARIES if find_spec(name) is None)


def what_is_missing() -> str:
    """A sentence for a page: it names no place of this machine."""
    missing = ", ".join(missing_libraries())
    return f"The eye needs {missing}; companion doctor says how to install them"


def what_to_install() -> str:
    """A sentence that says how to install the missing libraries."""
    missing = ", ".join(missing_libraries())
    return f"The eye needs {missing}; type: {to_install('vision')}"
