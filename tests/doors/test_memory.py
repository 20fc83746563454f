"""The memory of a command."""

import subprocess
import sys

import pytest

from edison.cli.memory import HEAPS

CROWD = """\
import sys, threading
from ctypes import CDLL, c_void_p
from edison.cli.memory import share_heaps

share_heaps()
libc = CDLL(None)
libc.malloc.restype = c_void_p
together = threading.Barrier(8)

def take():
    together.wait()
    libc.malloc(5000)
    together.wait()

threads = [threading.Thread(target=take) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc.malloc_info(0, c_void_p.in_dll(libc, "stdout"))
libc.fflush(None)
"""


def test_eight_threads_share_two_heaps() -> None:
    if not sys.platform.startswith("linux") or "glibc" not in _c_library():
        pytest.skip("heaps are counted by glibc")

    told = subprocess.run([sys.executable, "-c", CROWD], capture_output=True, text=True, check=True).stdout

    assert told.count("<heap nr=") == HEAPS


def _c_library() -> str:
    import platform

    return platform.libc_ver()[0]
