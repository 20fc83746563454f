"""Engine: the machine room, which survives any crash.

In:      runs to be driven, and what people want of them.
Out:     committed attempts, answers, conclusions and events; a settlement for every run.
May use: stages, techniques, store, gateway, formats, domain, stats, text, errors; DBOS.
Never:   build a prompt, compute a statistic, decide access, keep a result in memory only.
"""

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
