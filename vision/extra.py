"""Whether the libraries of the eye are installed, without loading one: the base installation lacks them."""

from __future__ import annotations

from importlib.util import find_spec

LIBRARIES = ("numpy", "cv2", "onnxruntime")


def missing_libraries() -> tuple[str, ...]:
    """The libraries of the eye that are not installed."""
    return tuple(name for name in LIBRARIES if find_spec(name) is None)


def what_to_install() -> str:
    """A sentence that says how to install the missing libraries."""
    missing = ", ".join(missing_libraries())
    return f"The eye needs {missing}; type: pip install 'riichi-table-companion[vision]'"
