"""Where the browser is that opens the pages: for tests, for pictures of pages, and for benchmarks."""

from __future__ import annotations

import shutil

# The shell is the same browser without a window around it: a quarter less work for each test.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The system's Chromium; None where there is none."""
