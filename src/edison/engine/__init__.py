"""Engine: the machine room, which survives any crash.

In:      runs to be driven, and what people want of them.
Out:     committed attempts, answers, conclusions and events; a settlement for every run.
May use: stages, store, gateway, formats, domain, stats, text, errors; DBOS.
Never:   build a prompt, compute a statistic, decide access, keep a result in memory only.
"""

from .driver.control import Control
from .worker.faults import POINTS, die_at
from .worker.limits import LimitName, name_limit
from .worker.machine import Connect, MachineSettings
from .worker.working import Worker, prepare, working

__all__ = [
    "POINTS",
    "Connect",
    "Control",
    "LimitName",
    "MachineSettings",
    "Worker",
    "die_at",
    "name_limit",
    "prepare",
    "working",
]
