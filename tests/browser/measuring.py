"""What a person would call broken on a page as it is now, or on other sizes of screen; no test is here."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

Size = tuple[int, int]

FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")
# In one frame the page hears of its new size, draws itself anew, and is measured. What observes sizes hears
# of it after that frame: so what is found is looked at again, and what was there for a frame does not count.
RUN = f"""async () => {{
  const frame = () => new Promise(requestAnimationFrame);
  const faults = {FAULTS};
  await document.fonts.ready;
  await frame();
  if (!faults().length) return [];
  for (let once = 0; once < 3; once += 1) await frame();
  return faults();
}}"""


def faults(page: Page) -> list[str]:
    """A sentence for each piece that is cut, hidden, too small, or lies where it does not belong."""
    found: list[str] = page.evaluate(RUN)
    return found


def resize(page: Page, size: Size) -> None:
    """Another screen for the same page; where it is the same one nothing is drawn anew."""
    wanted = {"width": size[0], "height": size[1]}
    if page.viewport_size != wanted:
        page.set_viewport_size({"width": size[0], "height": size[1]})


def faults_at(page: Page, sizes: Iterable[Size], where: str) -> list[str]:
    """The same on one screen after the other; each sentence says where."""
    found: list[str] = []
    for size in sizes:
        resize(page, size)
        found += [f"{where} {size[0]}x{size[1]}: {fault}" for fault in faults(page)]
    return found
