"""The C library is told to keep few heaps, where it is one that keeps many."""

import os
import platform

from companion.keeping.frugal import hold_little


def test_it_is_done_where_the_library_can() -> None:
    is_glibc = platform.libc_ver()[0] == "glibc" and "CS_GNU_LIBC_VERSION" in os.confstr_names
    assert hold_little() is is_glibc
