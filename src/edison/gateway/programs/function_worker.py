"""The process in which a function of the user's runs, call after call. Needs nothing but Python itself.

It is started with the function, its folder and the memory it may take. A call comes as the number of its bytes on a
line and the bytes; back goes one letter and the same. Whatever the function prints goes to standard error.
"""

import asyncio
import importlib
import inspect
import json
import os
import resource
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

DONE, FAILED, LATER = b"d", b"f", b"l"
"""A result; an exception; one that says that it may go better later."""


def main(function: str, folder: str, memory_mb: str) -> None:
    """Load a function, say so, and answer calls until nobody asks any more."""
    calls, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _bound_memory(int(memory_mb))
    sys.path.insert(0, folder)
    try:
        called = _find(function)
    except BaseException as error:
        _send(replies, FAILED, _told(error))
        return
    _send(replies, DONE, b"")
    while size := calls.readline():
        _send(replies, *_answer(called, calls.read(int(size))))


def _bound_memory(megabytes: int) -> None:
    most = megabytes << 20
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(
        resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard)
    )


def _find(name: str) -> Callable[[Any], Any]:
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module)
    for step in path.split("."):
        found = getattr(found, step)
    if not callable(found):
        raise TypeError(f"{name} is no function")
    return found


def _answer(called: Callable[[Any], Any], given: bytes) -> tuple[bytes, bytes]:
    try:
        result = called(json.loads(given))
        if inspect.isawaitable(result):
            result = asyncio.run(_wait(result))
        written = result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
        return DONE, written.encode("utf-8", "replace")
    except (ConnectionError, TimeoutError) as error:
        return LATER, _told(error)
    except Exception as error:
        return FAILED, _told(error)


async def _wait(result: Any) -> Any:
    return await result


def _told(error: BaseException) -> bytes:
    """The exception, and where in the user's own files it was raised."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename != __file__ and not code.co_filename.startswith("<"):
            place = f" ({os.path.basename(code.co_filename)}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return f"{type(error).__name__}: {error}{place}".encode("utf-8", "replace")


def _send(replies: BinaryIO, kind: bytes, body: bytes) -> None:
    replies.write(kind + b"%d\n" % len(body) + body)
    replies.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
