"""The C library is told to keep few heaps and little in them, where it is one that can be told."""

import ctypes
import os
import platform

import pytest

from companion.keeping.frugal import give_back, hold_little
from companion.keeping.probing import resident_bytes

IS_GLIBC = platform.libc_ver()[0] == "glibc" and "CS_GNU_LIBC_VERSION" in os.confstr_names
PAGE = 4_096


def test_it_is_done_where_the_library_can() -> None:
    assert hold_little() is IS_GLIBC
    assert give_back() is IS_GLIBC


@pytest.mark.skipif(not IS_GLIBC, reason="this C library gives back by itself, or cannot be asked")
def test_what_was_freed_below_something_that_stays_is_given_back() -> None:
    library = ctypes.CDLL(None)
    library.malloc.restype = ctypes.c_void_p
    library.free.argtypes = [ctypes.c_void_p]
    pages = [library.malloc(PAGE) for _ in range(5_000)]
    for page in pages:
        ctypes.memset(ctypes.c_void_p(page), 1, PAGE)
    for page in pages[:-1]:
        library.free(page)
    before = resident_bytes()
    give_back()
    assert before - resident_bytes() > 3_000 * PAGE
    library.free(pages[-1])
