"""The process in which a few lines of the user's code run, once. Needs nothing but Python itself.

It is started with the language and the memory it may take. Code comes as JSON on a line of its own, what it looks at
as JSON behind it; back goes `{"value": …}`, or `{"error": …}` where the code raised something. Whatever the code prints
goes to standard error. JavaScript is handed on to node, within the same limits.
"""

import asyncio
import importlib.util
import inspect
import json
import os
import resource
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

NO_INTERPRETER = 127
"""How it ends where the language is not there."""
_CPU_S = 60
_FILE_BYTES = 64 << 20
_USUAL_FUNCTION = "get_assert"


def main(language: str, memory_mb: str) -> None:
    """Run what comes on standard input."""
    _bound(resource.RLIMIT_CPU, _CPU_S)
    _bound(resource.RLIMIT_FSIZE, _FILE_BYTES)
    _bound(resource.RLIMIT_CORE, 0)
    if language == "javascript":
        _become_node(memory_mb)
    _bound(resource.RLIMIT_AS, int(memory_mb) << 20)
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    code, given = json.loads(sys.stdin.buffer.readline()), json.loads(sys.stdin.buffer.read())
    try:
        result = _run(code, given["output"], given["context"])
        said = json.dumps({"value": result}, ensure_ascii=False)
    except Exception as error:
        said = json.dumps({"error": f"{type(error).__name__}: {error}"})
    replies.write(said.encode("utf-8", "replace"))
    replies.flush()


def _bound(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (soft, hard))


def _become_node(memory_mb: str) -> None:
    # Its memory is bounded by its own option: it reserves far more addresses than it uses.
    script = Path(__file__).with_name("snippet_worker.js")
    try:
        os.execvp("node", ["node", f"--max-old-space-size={memory_mb}", str(script)])
    except OSError as error:
        sys.stderr.write(f"node cannot be started: {error.strerror}")
        sys.exit(NO_INTERPRETER)


def _run(code: dict[str, str], output: Any, context: Any) -> Any:
    if "file" in code:
        path, _, name = code["file"].partition(":")
        called = getattr(_load(path), name or _USUAL_FUNCTION)
    else:
        names: dict[str, Any] = {"json": json}
        exec(compile(_as_function(code["source"]), "<snippet>", "exec"), names)
        called = names["main"]
    result = called(output, context)
    return asyncio.run(_wait(result)) if inspect.isawaitable(result) else result


def _load(path: str) -> ModuleType:
    sys.path.insert(0, str(Path(path).resolve().parent))
    spec = importlib.util.spec_from_file_location("snippet", path)
    assert spec is not None, "only files of Python are handed in"
    assert spec.loader is not None, "a file has one"
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _as_function(source: str) -> str:
    """A line is an expression; several are the body of a function."""
    if "\n" not in source:
        return f"def main(output, context):\n    return {source}\n"
    first = next((line for line in source.split("\n") if line.strip() and line[0].isspace()), "    ")
    indent = first[: len(first) - len(first.lstrip())] or "    "
    return "def main(output, context):\n" + "\n".join(indent + line for line in source.split("\n")) + "\n"


async def _wait(result: Any) -> Any:
    return await result


if __name__ == "__main__":
    main(*sys.argv[1:])
