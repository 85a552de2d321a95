"""Whether a screen shows the page that it should: what counts as the same, and what never may."""

import pytest
from PIL import Image, ImageFilter

from tests.firmware_bridge.firmware import ROOT
from tests.hardware.booted.seeing import is_like, unlike


def page(name: str) -> Image.Image:
    with Image.open(ROOT / "docs" / "images" / f"{name}-landscape.png") as picture:
        return picture.convert("RGB")


@pytest.fixture(scope="module")
def start() -> Image.Image:
    return page("start")


def with_a_patch(picture: Image.Image, size: tuple[int, int], colour: str) -> Image.Image:
    patched = picture.copy()
    patched.paste(Image.new("RGB", size, colour), (40, 8))
    return patched


def test_letters_that_are_smoothed_otherwise_and_a_pointer_do_not_count(start: Image.Image) -> None:
    assert unlike(start, start) == 0.0
    assert is_like(start.filter(ImageFilter.GaussianBlur(1)), start)
    assert is_like(with_a_patch(start, (16, 24), "white"), start)


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param(lambda start: Image.new("RGB", start.size), id="black"),
        pytest.param(
            lambda start: Image.new("RGB", start.size, start.getpixel((700, 640))), id="its own ground"
        ),
        pytest.param(lambda _: page("points"), id="another page"),
        pytest.param(lambda start: start.transpose(Image.Transpose.FLIP_TOP_BOTTOM), id="upside down"),
        pytest.param(lambda start: with_a_patch(start, (320, 90), "white"), id="a bubble over it"),
        pytest.param(lambda start: start.resize((1024, 640)).crop((0, 0, 1280, 800)), id="smaller"),
        pytest.param(lambda start: start.resize((1024, 768)), id="another size"),
    ],
)
def test_what_is_not_the_page_is_noticed(start: Image.Image, screen) -> None:
    assert not is_like(screen(start), start)


def test_screens_of_two_sizes_cannot_be_compared(start: Image.Image) -> None:
    with pytest.raises(ValueError, match="beside"):
        unlike(start.resize((640, 400)), start)
