"""Which answers are the best ones of their tests, by what is stored of a run."""

from edison.engine import Story
from edison.stages.rank import decide_best
from edison.store import CellFindings


def find_best(story: Story) -> tuple[CellFindings, ...]:
    """The findings that change now that the answers of each test are held against each other."""
    stored = {one.cell: one for one in story.findings()}
    decided = decide_best(
        story.cases,
        story.run.snapshot.grid,
        found={cell: one.results for cell, one in stored.items()},
        answered=story.answered_cells,
        lines=story.comparisons,
    )
    return tuple(stored[cell]._replace(results=results) for cell, results in sorted(decided.items()))
