"""Speaking the page's sounds again: nothing that was there is lost before the new is whole."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.voice import __main__ as voice
from lab.voice.phrases import ANNOUNCED, Spoken


@pytest.fixture
def sounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The announced phrases of one language, and an old one that nobody announces any longer."""
    folder = tmp_path / "sounds" / "de"
    folder.mkdir(parents=True)
    for name in (*ANNOUNCED, "an_old_one"):
        (folder / f"{name}.mp3").write_text("old")
    monkeypatch.setattr(voice, "STATIC", tmp_path / "sounds")
    monkeypatch.setattr(voice, "even_out", lambda source, path: path.write_bytes(source.read_bytes()))
    monkeypatch.setattr(voice, "pack", lambda source, path, _: path.write_bytes(source.read_bytes()))
    return folder


def speak(folder: Path, speaker: voice.Speaker) -> None:
    scratch = folder.parent.parent / "scratch"
    scratch.mkdir()
    voice.speak_files("de", {name: Spoken(name, name) for name in ANNOUNCED}, speaker, scratch)


def test_the_old_phrases_stay_if_the_voice_fails_on_the_way(sounds: Path) -> None:
    def speaker(spoken: Spoken, path: Path) -> None:
        if spoken.text == ANNOUNCED[-1]:
            raise FileNotFoundError("espeak-ng")
        path.write_text("new")

    with pytest.raises(FileNotFoundError):
        speak(sounds, speaker)
    assert {path.read_text() for path in sounds.iterdir()} == {"old"}
    assert len(list(sounds.iterdir())) == len(ANNOUNCED) + 1


def test_new_phrases_take_the_place_of_all_old_ones(sounds: Path) -> None:
    speak(sounds, lambda spoken, path: path.write_text(spoken.spelling) and None)
    assert {path.name: path.read_text() for path in sounds.iterdir()} == {f"{n}.mp3": n for n in ANNOUNCED}


def test_a_language_without_a_voice_is_refused_before_anything_is_spoken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["voice", "ja", "it"])
    monkeypatch.setattr(voice, "speaker_of", lambda *_: pytest.fail("it was spoken"))
    with pytest.raises(SystemExit):
        voice.main()
    assert "no voice speaks it: choose from en, fr" in capsys.readouterr().err
