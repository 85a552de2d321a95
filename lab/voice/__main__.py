"""Speaks every word in every language into the page's sounds: espeak-ng, evenly loud, packed by lame.

Type `python -m lab.voice` at the top of the checkout; docs/sound.md says which programs it needs.
"""

import argparse
import json
import subprocess
import tempfile
import wave
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lab.voice.clips import clips_of
from lab.voice.phrases import ANNOUNCED, LANGUAGES, VOICES, Spoken, Voice, phrases

STATIC: Final = Path(__file__).resolve().parents[2] / "companion/dashboard/static/sounds"
PEAK: Final = 10 ** (-3 / 20)
"""The loudest sample, as a share of full scale: 3 dB of room is left for what MP3 adds."""
SILENCE: Final = 0.012
"""Quieter than this share of full scale is silence, cut off at both ends."""
EDGE_S: Final = 0.015
"""Seconds of silence kept at each end, so that no consonant is cut."""
YAKU: Final = "yaku."
"""How the names of the clips of yaku begin."""
FULL_SCALE: Final = 32_767
NATURAL: Final = "en"
"""The language for which there is a better voice than formants."""


Speaker = Callable[[Spoken, Path], None]
"""Writes one phrase as a wave file."""


@dataclass(frozen=True)
class Packing:
    """How a clip is written as MP3: its sampling rate in kHz, and kilobits a second."""

    rate: str
    kilobits: int


ANNOUNCEMENTS: Final = Packing("22.05", 24)
ALOUD: Final = Packing("16", 16)
"""Lower, because clips for reading aloud are many: even so, together they take nearly four times the bytes of
all announced phrases."""


def formants(voice: Voice) -> Speaker:
    """A speaker with espeak-ng's own voice."""

    def speak(spoken: Spoken, path: Path) -> None:
        command = ["espeak-ng", "-v", voice.name, "-s", str(voice.speed), "-w", str(path), spoken.spelling]
        subprocess.run(command, check=True)

    return speak


def even_out(source: Path, path: Path) -> None:
    """Cut the silence at both ends, and make the clip as loud as all the others."""
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


def pack(source: Path, path: Path, how: Packing) -> None:
    """Write a wave file as MP3 with one channel, which every browser plays."""
    quality = ["--resample", how.rate, "--cbr", "-b", str(how.kilobits), "-q", "0"]
    subprocess.run(["lame", "--quiet", "-m", "m", *quality, str(source), str(path)], check=True)


def speak_files(language: str, spoken: dict[str, Spoken], speak: Speaker, scratch: Path) -> None:
    """Write each announced phrase to a file of its own; older ones go once all new ones are spoken."""
    clips = {name: packed(spoken[name], speak, scratch, ANNOUNCEMENTS) for name in ANNOUNCED}
    folder = STATIC / language
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.mp3"):
        old.unlink()
    for name, clip in clips.items():
        (folder / f"{name}.mp3").write_bytes(clip)


def speak_packs(
    language: str, spoken: dict[str, Spoken], speak: Speaker, scratch: Path, *, only_new: bool
) -> None:
    """Write all clips for reading aloud; yaku are in a second file, so that the first one loads sooner.

    With `only_new`, clips that exist are kept, even if their words have changed.
    """
    folder = STATIC / "aloud"
    folder.mkdir(parents=True, exist_ok=True)
    for pack_name, is_yaku in ((language, False), (f"{language}-yaku", True)):
        known = clips_in(folder, pack_name) if only_new else {}
        named = {name: each for name, each in spoken.items() if name.startswith(YAKU) is is_yaku}
        clips = {name: known.get(name) or packed(each, speak, scratch, ALOUD) for name, each in named.items()}
        write_pack(folder, pack_name, clips)


def write_pack(folder: Path, pack_name: str, clips: dict[str, bytes]) -> None:
    """Write the clips one after the other into one file, and a list with the place of each in bytes."""
    places, whole = {}, bytearray()
    for name, clip in clips.items():
        places[name] = (len(whole), len(clip))
        whole += clip
    (folder / f"{pack_name}.mp3").write_bytes(whole)
    listed = ",\n".join(f' "{name}": [{start}, {size}]' for name, (start, size) in places.items())
    (folder / f"{pack_name}.json").write_text(f"{{\n{listed}\n}}\n", encoding="utf-8")
    print(f"{pack_name}: {len(places)} clips, {len(whole)} bytes")


def clips_in(folder: Path, pack_name: str) -> dict[str, bytes]:
    """The clips in a pack by their names; empty if there is no pack yet."""
    if not (folder / f"{pack_name}.json").exists():
        return {}
    whole = (folder / f"{pack_name}.mp3").read_bytes()
    places = json.loads((folder / f"{pack_name}.json").read_text(encoding="utf-8"))
    return {name: whole[start : start + size] for name, (start, size) in places.items()}


def packed(spoken: Spoken, speak: Speaker, scratch: Path, how: Packing) -> bytes:
    """One phrase as MP3."""
    clip = scratch / "clip.mp3"
    pack(spoken_evenly(spoken, speak, scratch), clip, how)
    return clip.read_bytes()


def spoken_evenly(spoken: Spoken, speak: Speaker, scratch: Path) -> Path:
    """One phrase as a wave file, as loud as all the others."""
    raw, even = scratch / "raw.wav", scratch / "even.wav"
    speak(spoken, raw)
    even_out(raw, even)
    return even


def speaker_of(language: str, natural: Path | None) -> Speaker:
    """The speaker for a language: for English the natural voice, if its folder is given; else espeak-ng."""
    if language != NATURAL or natural is None:
        return formants(VOICES[language])
    # Imported here: its libraries are needed only to record the English voice again.
    from lab.voice.natural import Natural

    voice = Natural(natural)
    return lambda spoken, path: voice.speak(spoken.spelling, path)


def main() -> None:
    """Speak everything and print how large each pack is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="such as ja; all if none is given")
    parser.add_argument("--natural", type=Path, metavar="FOLDER", help="folder of the voice for English")
    parser.add_argument("--only-new", action="store_true", help="record only what reading aloud still lacks")
    asked = parser.parse_args()
    if unknown := [language for language in asked.languages if language not in LANGUAGES]:
        parser.error(f"no voice speaks {unknown[0]}: choose from {', '.join(LANGUAGES)}")
    for language in asked.languages or LANGUAGES:
        speak = speaker_of(language, asked.natural)
        spoken = phrases()[language]
        with tempfile.TemporaryDirectory() as folder:
            if not asked.only_new:
                speak_files(language, spoken, speak, Path(folder))
            every = {**spoken, **clips_of(language)}
            speak_packs(language, every, speak, Path(folder), only_new=asked.only_new)


if __name__ == "__main__":
    main()
