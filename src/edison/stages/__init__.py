"""Stages: eight pure transformations, from a goal to a reviewed improvement.

In:      nouns, and the answers to what was asked.
Out:     units of work, Asks, findings; each stage has the same drawers: units, prompts, reply, dialogue.
May use: domain, stats, text, errors; google-re2 and jsonschema in check.
Never:   do I/O, touch store or gateway, import another stage.

What comes in several kinds (checks, forms of a judge's reply) is in a folder `kinds`, a small file each, and what a
stage makes of several things (suites and contests, boards and cards) in a folder of the thing's name. A stage
that asks nothing has no prompts, reply or dialogue. Review has nothing but its card: people are asked by a lane.
"""

from edison.domain import StageName

STAGES: tuple[StageName, ...] = tuple(StageName)
"""All stages, in the order in which a run walks through them."""

__all__ = ["STAGES"]
