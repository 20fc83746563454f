"""Edison: a workbench for prompts, models and judges."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edison import errors, stats
    from edison.wiring.python_api import (
        QualifyResult,
        RankResult,
        RefineResult,
        RunResult,
        load,
        qualify,
        rank,
        refine,
        remove,
        run,
    )
    from edison.wiring.python_batteries import battery
    from edison.wiring.python_chats import ChatResult, ask
    from edison.wiring.python_data import data
    from edison.wiring.python_drafts import complete, draft, generate, improve
    from edison.wiring.python_experiments import experiments
    from edison.wiring.python_geometry import (
        analyze_trajectory,
        analyze_variants,
        compare_trajectories,
        drift,
        generate_variants,
    )
    from edison.wiring.python_labels import label, labels
    from edison.wiring.python_prompts import ProductionPrompt, keep_assignment, prompt, review, reviews

__version__ = "0.1.0"

__all__ = [
    "ChatResult",
    "ProductionPrompt",
    "QualifyResult",
    "RankResult",
    "RefineResult",
    "RunResult",
    "__version__",
    "analyze_trajectory",
    "analyze_variants",
    "ask",
    "battery",
    "compare_trajectories",
    "complete",
    "data",
    "draft",
    "drift",
    "errors",
    "experiments",
    "generate",
    "generate_variants",
    "improve",
    "keep_assignment",
    "label",
    "labels",
    "load",
    "prompt",
    "qualify",
    "rank",
    "refine",
    "remove",
    "review",
    "reviews",
    "run",
    "stats",
]

_HOMES = {
    "python_api": frozenset(
        {
            "QualifyResult",
            "RankResult",
            "RefineResult",
            "RunResult",
            "load",
            "qualify",
            "rank",
            "refine",
            "remove",
            "run",
        }
    ),
    "python_chats": frozenset({"ChatResult", "ask"}),
    "python_batteries": frozenset({"battery"}),
    "python_data": frozenset({"data"}),
    "python_drafts": frozenset({"complete", "draft", "generate", "improve"}),
    "python_geometry": frozenset(
        {"analyze_trajectory", "analyze_variants", "compare_trajectories", "drift", "generate_variants"}
    ),
    "python_experiments": frozenset({"experiments"}),
    "python_labels": frozenset({"label", "labels"}),
    "python_prompts": frozenset({"ProductionPrompt", "keep_assignment", "prompt", "review", "reviews"}),
}


_ROOMS = frozenset({"errors", "stats"})


def __getattr__(name: str) -> object:
    # `import edison` stays quick: the house is loaded when somebody first runs something.
    if name in _ROOMS:
        return import_module(f"edison.{name}")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"edison.wiring.{home}"), name)
    raise AttributeError(f"module 'edison' has no attribute {name!r}")


def __dir__() -> list[str]:
    # What there is, and not what happens to be loaded.
    return list(__all__)
