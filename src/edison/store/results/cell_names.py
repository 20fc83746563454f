"""Ids of what is stored by number: the cells of a run and their outputs."""

from edison.domain import CellId, OutputId, RunId


def cell_id(run_id: RunId, cell: int) -> CellId:
    """The id of a run's cell."""
    return CellId(f"cell_{_tail(run_id)}_{cell}")


def output_id(run_id: RunId, cell: int, generation: int) -> OutputId:
    """The id of what came back for a cell, the first time or when it was asked for again."""
    return OutputId(f"out_{_tail(run_id)}_{cell}_{generation}")


def _tail(run_id: RunId) -> str:
    return run_id.removeprefix("run_")
