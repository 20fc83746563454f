"""Engine: the machine room, which survives any crash.

In:      runs to be driven, and what people want of them.
Out:     committed attempts, answers, conclusions and events; a settlement for every run.
May use: stages, techniques, store, gateway, formats, domain, stats, text, errors; DBOS.
Never:   build a prompt, compute a statistic, decide access, keep a result in memory only.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .calls.vectors import ProviderVectors
    from .driver.control import Control
    from .driver.labelled import newest_labels, read_labels
    from .driver.preset import (
        AskAgain,
        DrivenPreset,
        Next,
        NextWave,
        Presets,
        Results,
        WrittenCases,
        all_cells,
        ask_people,
    )
    from .driver.story import Story
    from .driver.sweep import adopt_versions, tell_dataset
    from .lanes import (
        LANES,
        OpenQuestion,
        embed_all,
        find_open_questions,
        improvement,
        is_resampling,
        read_pairs,
        write_pairs,
    )
    from .worker.faults import POINTS, die_at
    from .worker.limits import LimitName, name_limit
    from .worker.machine import Connect, MachineSettings, WritePage
    from .worker.working import Worker, prepare, working

__all__ = [
    "LANES",
    "POINTS",
    "AskAgain",
    "Connect",
    "Control",
    "DrivenPreset",
    "LimitName",
    "MachineSettings",
    "Next",
    "NextWave",
    "OpenQuestion",
    "Presets",
    "ProviderVectors",
    "Results",
    "Story",
    "Worker",
    "WritePage",
    "WrittenCases",
    "adopt_versions",
    "all_cells",
    "ask_people",
    "die_at",
    "embed_all",
    "find_open_questions",
    "improvement",
    "is_resampling",
    "name_limit",
    "newest_labels",
    "prepare",
    "read_labels",
    "read_pairs",
    "tell_dataset",
    "working",
    "write_pairs",
]

_HOMES = {
    "calls.vectors": ("ProviderVectors",),
    "driver.control": ("Control",),
    "driver.labelled": ("newest_labels", "read_labels"),
    "driver.preset": (
        *("AskAgain", "DrivenPreset", "Next", "NextWave", "Presets", "Results", "WrittenCases"),
        *("all_cells", "ask_people"),
    ),
    "driver.story": ("Story",),
    "driver.sweep": ("adopt_versions", "tell_dataset"),
    "lanes": (
        *("LANES", "OpenQuestion", "embed_all", "find_open_questions", "improvement", "is_resampling"),
        *("read_pairs", "write_pairs"),
    ),
    "worker.faults": ("POINTS", "die_at"),
    "worker.limits": ("LimitName", "name_limit"),
    "worker.machine": ("Connect", "MachineSettings", "WritePage"),
    "worker.working": ("Worker", "prepare", "working"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    # The durable library takes long to load, and whoever only looks at runs needs none of it.
    if name in _HOME:
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
