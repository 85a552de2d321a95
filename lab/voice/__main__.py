"""Speaks every phrase in every language into the page's sounds: espeak-ng, evenly loud, packed by lame.

Type `python -m lab.voice` at the top of the checkout; docs/sound.md says which programs it needs.
"""

import subprocess
import sys
import tempfile
import wave
from array import array
from pathlib import Path
from typing import Final

from lab.voice.phrases import VOICES, Spoken, Voice, phrases

STATIC: Final = Path(__file__).resolve().parents[2] / "companion/dashboard/static/sounds"
PEAK: Final = 10 ** (-3 / 20)
"""Loudest sample, as a share of full scale: 3 dB are left for what packing adds."""
SILENCE: Final = 0.012
"""Quieter than this share of full scale is silence, cut off at both ends."""
EDGE_S: Final = 0.015
"""What is kept of the silence, so that no consonant is cut."""
KILOBITS: Final = 24
FULL_SCALE: Final = 32_767


def speak(spoken: Spoken, voice: Voice, path: Path) -> None:
    """One phrase as a wave file, as the voice gives it."""
    command = ["espeak-ng", "-v", voice.name, "-s", str(voice.speed), "-w", str(path), spoken.spelling]
    subprocess.run(command, check=True)


def even_out(source: Path, path: Path) -> None:
    """The same without silence around it, and as loud as all the others."""
    with wave.open(str(source)) as given:
        rate, samples = given.getframerate(), array("h", given.readframes(given.getnframes()))
    loud = [at for at, sample in enumerate(samples) if abs(sample) > SILENCE * FULL_SCALE]
    edge = int(EDGE_S * rate)
    kept = samples[max(0, loud[0] - edge) : loud[-1] + edge]
    gain = PEAK * FULL_SCALE / max(abs(sample) for sample in kept)
    with wave.open(str(path), "wb") as even:
        even.setnchannels(1)
        even.setsampwidth(2)
        even.setframerate(rate)
        even.writeframes(array("h", [round(sample * gain) for sample in kept]).tobytes())


def pack(source: Path, path: Path) -> None:
    """As MP3, one channel; every browser plays it."""
    command = ["lame", "--quiet", "-m", "m", "--cbr", "-b", str(KILOBITS), "-q", "0", str(source), str(path)]
    subprocess.run(command, check=True)


def main() -> None:
    """Speak all phrases and say how heavy they are."""
    for language, spoken in phrases().items():
        folder = STATIC / language
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.mp3"):
            old.unlink()
        with tempfile.TemporaryDirectory() as scratch:
            raw, even = Path(scratch, "raw.wav"), Path(scratch, "even.wav")
            for name, phrase in spoken.items():
                speak(phrase, VOICES[language], raw)
                even_out(raw, even)
                pack(even, folder / f"{name}.mp3")
        sizes = [path.stat().st_size for path in folder.iterdir()]
        print(f"{language}: {len(sizes)} phrases, {sum(sizes)} bytes, the longest {max(sizes)}")


if __name__ == "__main__":
    sys.exit(main())
