"""One heap for all threads of the command line."""

import re
import subprocess
import sys

import pytest

HEAPS_OF_FOUR_THREADS = """
import ctypes, sys, threading

if {kept}:
    from edison.cli.heap import keep_one_heap
    keep_one_heap()

libc = ctypes.CDLL(None)
libc.malloc.restype, libc.fopen.restype = ctypes.c_void_p, ctypes.c_void_p
together = threading.Barrier(4)

def allocate():
    together.wait()
    libc.malloc(ctypes.c_size_t(1000))
    together.wait()

threads = [threading.Thread(target=allocate) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
out = ctypes.c_void_p(libc.fopen(b"/dev/stdout", b"w"))
libc.malloc_info(0, out)
libc.fclose(out)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have other heaps")
@pytest.mark.parametrize(("kept", "is_one"), [(True, True), (False, False)])
def test_threads_share_one_heap(kept: bool, is_one: bool) -> None:
    told = subprocess.run(
        [sys.executable, "-c", HEAPS_OF_FOUR_THREADS.format(kept=kept)], capture_output=True, timeout=60
    )

    heaps = re.findall(rb"<heap nr=", told.stdout)

    assert heaps, told.stderr
    assert (len(heaps) == 1) is is_one
