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
    from edison.wiring.python_prompts import ProductionPrompt, keep_assignment, prompt, review, reviews

__version__ = "0.1.0"

__all__ = [
    "ProductionPrompt",
    "QualifyResult",
    "RankResult",
    "RefineResult",
    "RunResult",
    "__version__",
    "keep_assignment",
    "load",
    "prompt",
    "qualify",
    "rank",
    "refine",
    "review",
    "reviews",
    "run",
]

_LAZY = frozenset(
    {
        "QualifyResult",
        "RankResult",
        "RefineResult",
        "RunResult",
        "load",
        "qualify",
        "rank",
        "refine",
        "run",
    }
)
_PROMPTS = frozenset({"ProductionPrompt", "keep_assignment", "prompt", "review", "reviews"})


def __getattr__(name: str) -> object:
    # `import edison` stays quick: the house is loaded when somebody first runs something.
    if name in _PROMPTS:
        from edison.wiring import python_prompts

        return getattr(python_prompts, name)
    if name not in _LAZY:
        raise AttributeError(f"module 'edison' has no attribute {name!r}")
    from edison.wiring import python_api

    return getattr(python_api, name)


def __dir__() -> list[str]:
    # What there is, and not what happens to be loaded.
    return list(__all__)
