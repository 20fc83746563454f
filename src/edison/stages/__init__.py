"""Stages: eight pure transformations, from a goal to a reviewed improvement.

In:      nouns, and the answers to what was asked.
Out:     units of work, Asks, findings; each stage has the same drawers: units, prompts, reply, dialogue.
May use: domain, stats, text, errors; google-re2 and jsonschema in check.
Never:   do I/O, touch store or gateway, import another stage.

What comes in several kinds (checks, forms of a judge's reply) is in a folder `kinds`, a small file each, and what a
stage makes of several things (suites and contests, boards and cards) in a folder of the thing's name. A stage
that asks nothing has no prompts, reply or dialogue. Draft, refine and review have nothing but their cards yet.
"""

from edison.domain import JudgeMode, StageName

STAGES: tuple[StageName, ...] = tuple(StageName)
"""All stages, in the order in which a run walks through them."""

LANE: tuple[StageName, ...] = (StageName.GENERATE, StageName.CHECK, StageName.JUDGE)
"""Stages whose units are single cells: a cell flows through them without waiting for the others."""

BARRIERS: tuple[StageName, ...] = tuple(stage for stage in STAGES if stage not in LANE)
"""Stages that look at the whole run, and so wait until everything before them has ended."""


def waits_for_all(stage: StageName, *, mode: JudgeMode) -> bool:
    """Whether the stage is a barrier; judging pairs is one, because a pair needs two outputs."""
    return stage in BARRIERS or (stage is StageName.JUDGE and mode is JudgeMode.PAIRWISE)


__all__ = ["BARRIERS", "LANE", "STAGES", "waits_for_all"]
