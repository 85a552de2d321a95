"""Opens the model files and checks that they are of the version this program reads.

What their answers mean is known elsewhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.errors import ModelMismatch

FOLDER = Path(__file__).parent / "models"
FORMAT = "1"
"""Counted up when the meaning of a model's inputs or outputs changes."""


def open_model(path: Path, role: str, threads: int) -> tuple[Any, dict[str, str]]:
    """An inference session and the model's metadata.

    Raises:
        ModelMismatch: the file is missing, is not a model, or is of another role or version.
    """
    import onnxruntime

    if not path.exists():
        raise ModelMismatch(
            f"The model {path} is missing; install the companion with its vision extra again."
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime raises classes of its own for every kind of damage
        raise ModelMismatch(f"The model {path} cannot be read: it is damaged, or not a model.") from error
    remarks = dict(session.get_modelmeta().custom_metadata_map)
    if remarks.get("format") != FORMAT or remarks.get("role") != role:
        found = f"{remarks.get('role', 'unknown')}, format {remarks.get('format', 'unknown')}"
        raise ModelMismatch(f"The model {path} has role {found}; role {role}, format {FORMAT} is needed.")
    return session, remarks


def as_taken(session: Any, pixels: NDArray[np.uint8]) -> NDArray[np.generic]:
    """RGB pixels [n, height, width, 3] in the form that a model says it takes.

    A model of 8 bits takes the bytes as they are; one of 32 bits takes planes of brightness from 0 to 1.
    """
    if session.get_inputs()[0].type == "tensor(uint8)":
        return np.ascontiguousarray(pixels)
    planes = np.ascontiguousarray(pixels.transpose(0, 3, 1, 2))
    return np.multiply(planes, np.float32(1 / 255), dtype=np.float32)
