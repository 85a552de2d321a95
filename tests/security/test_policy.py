"""The content security policy, asked of a real browser: nothing foreign runs or is loaded in our page."""

import time

import pytest

from tests.security.policy_pages import FOREIGN, INLINE, WAYS, foreign
from tests.security.test_pages import at_home, browser, device

__all__ = ["browser", "device"]

PATIENCE_S = 30
TO_BE_HEARD_S = 0.5
"""What is loaded is loaded by then, on this machine; the test that must see it waits longer."""


@pytest.fixture
def our_page(device):
    """Our page, in a browser that has the ways to break in at hand; with the policy or without."""

    def our_page(url, *, is_held):
        page = device(url, bypass_csp=not is_held)
        page.evaluate(f"() => {{ {WAYS} }}")
        return page

    return our_page


def tried(page, ways, address):
    """Try them one after another, none within the other's turn; a browser lets tests evaluate text."""
    for way in ways:
        page.evaluate("([way, from]) => { setTimeout(() => tryOne(way, from), 0) }", [way, address])


def what_went(page, asked):
    inline = {way for way, went in page.evaluate("window.done").items() if went}
    return inline | {way for way, path in FOREIGN.items() if path in asked}


def test_nothing_foreign_runs_or_is_loaded_in_our_page(our_page):
    with at_home() as (_, own, _), foreign() as (address, asked):
        page = our_page(own, is_held=True)
        tried(page, [*INLINE, *FOREIGN], address)
        page.wait_for_function(f"window.reports.length >= {len(INLINE) + len(FOREIGN)}")
        time.sleep(TO_BE_HEARD_S)
        assert what_went(page, asked) == set()
        assert page.url.startswith(own)


def test_every_one_of_these_would_be_seen(our_page):
    with at_home() as (_, own, _), foreign() as (address, asked):
        page = our_page(own, is_held=False)
        tried(page, [*INLINE, *FOREIGN], address)
        give_up_at = time.monotonic() + PATIENCE_S
        everything = {*INLINE, *FOREIGN}
        while (seen := what_went(page, asked)) != everything:
            assert time.monotonic() < give_up_at, everything - seen
            time.sleep(0.05)


def test_nobody_can_frame_our_page(device):
    """Who is shown our buttons in a frame of another page taps what somebody else wants."""
    with at_home() as (_, own, _), foreign() as (address, _):
        page = device(f"{address}d.html")
        page.evaluate(
            "src => document.body.append(Object.assign(document.createElement('iframe'), { src }))", own
        )
        page.wait_for_timeout(TO_BE_HEARD_S * 1_000)
        assert [frame.url for frame in page.frames if frame.url.startswith(own)] == []
        assert page.frames[1].url == "chrome-error://chromewebdata/"
