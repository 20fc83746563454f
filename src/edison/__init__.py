"""Edison: a workbench for prompts, models and judges."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edison.wiring.python_api import (
        QualifyResult,
        RankResult,
        RefineResult,
        RunResult,
        load,
        qualify,
        rank,
        refine,
        run,
    )

__version__ = "0.1.0"

__all__ = [
    "QualifyResult",
    "RankResult",
    "RefineResult",
    "RunResult",
    "__version__",
    "load",
    "qualify",
    "rank",
    "refine",
    "run",
]

_LAZY = frozenset(
    {"QualifyResult", "RankResult", "RefineResult", "RunResult", "load", "qualify", "rank", "refine", "run"}
)


def __getattr__(name: str) -> object:
    # `import edison` stays quick: the house is loaded when somebody first runs something.
    if name not in _LAZY:
        raise AttributeError(f"module 'edison' has no attribute {name!r}")
    from edison.wiring import python_api

    return getattr(python_api, name)


def __dir__() -> list[str]:
    # What there is, and not what happens to be loaded.
    return list(__all__)
