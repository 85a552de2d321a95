"""What axe finds wrong with a page as it is now; no test stands here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEVEN_TO_ONE = {
    "id": "color-contrast-enhanced",
    # Out of the box it leaves all below four and a half to one to the rule for that; here it judges alone.
    "options": {
        "contrastRatio": {"normal": {"expected": 7}, "large": {"expected": 4.5}},
        "ignoreUnicode": True,
        "ignoreLength": False,
        "ignorePseudo": False,
        "pseudoSizeThreshold": 0.25,
        "boldValue": 700,
        "boldTextPt": 14,
        "largeTextPt": 18,
        "shadowOutlineEmMax": 0.1,
        "textStrokeEmMin": 0.03,
    },
}
OPTIONS = {
    "rules": {"color-contrast-enhanced": {"enabled": True}, "color-contrast": {"enabled": False}},
    # What is well is not described piece by piece: that takes longer than the looking.
    "resultTypes": ["violations"],
    # Nothing that is asked hangs on style sheets or films that are fetched for it once more.
    "preload": False,
}
COLOURS = {**OPTIONS, "runOnly": ["color-contrast-enhanced", "link-in-text-block"]}
RUN = """async ([where, options]) => {
  const { violations } = await axe.run(where ?? document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}"""


def violations(page: Page, where: str | None = None, options: dict[str, object] = OPTIONS) -> list[str]:
    """A sentence for each piece of the page, or of what the selector finds, that breaks a rule."""
    from axe_playwright_python.base import AXE_SCRIPT

    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
        page.evaluate("check => axe.configure({ checks: [check] })", SEVEN_TO_ONE)
    found: list[str] = page.evaluate(RUN, [where, options])
    return found


def violations_by_theme(page: Page, where: str | None = None) -> list[str]:
    """The same in the light theme and then in the dark one; only colours hang on it."""
    found: list[str] = []
    for theme, options in (("light", OPTIONS), ("dark", COLOURS)):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found += [f"{theme}: {one}" for one in violations(page, where, options)]
    return found
