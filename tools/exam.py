"""What the pretend world knows of the starter suite: how good each text is, by its digest."""

import json
from collections.abc import Iterator

from edison.domain import PairSide
from edison.formats.judge_suite.suite import starter_suite
from edison.sim.world.knowledge.exam import digest_of

_BETTER, _WORSE, _EQUAL = 0.85, 0.15, 0.7


def render_exam() -> str:
    """The table as JSON, a text a line."""
    return json.dumps(dict(sorted(_shares())), indent=0) + "\n"


def _shares() -> Iterator[tuple[str, float]]:
    suite = starter_suite()
    for pair in suite.pairs:
        for side, text in ((PairSide.A, pair.a), (PairSide.B, pair.b)):
            is_equal = pair.right is PairSide.TIE
            yield digest_of(text), _EQUAL if is_equal else _BETTER if side is pair.right else _WORSE
    for verdict in suite.verdicts:
        # The middle of the stage's part of the scale.
        yield (
            digest_of(verdict.answer),
            round((suite.stages.index(verdict.right) + 0.5) / len(suite.stages), 3),
        )
