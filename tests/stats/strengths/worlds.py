"""Comparisons drawn from a known truth, and plain second implementations to check ours against."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from edison.stats.strengths import ComparisonTable

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class World:
    """Strengths with mean zero, and comparisons of them."""

    truth: Floats
    table: ComparisonTable


def draw_world(
    *,
    seed: int,
    items: int = 6,
    rows: int = 200,
    spread: float = 1.0,
    tie_weight: float = 0.0,
    first_bonus: float = 0.0,
    judges: int = 0,
) -> World:
    """Random pairs judged by Davidson's model, with γ for the item shown first."""
    chance = np.random.default_rng(seed)
    truth = chance.normal(scale=spread, size=items)
    truth -= truth.mean()
    left = chance.integers(items, size=rows)
    right = (left + chance.integers(1, items, size=rows)) % items
    half = (truth[left] - truth[right] + first_bonus) / 2
    weights = np.stack([np.full_like(half, tie_weight), np.exp(half), np.exp(-half)])
    outcome = (chance.random(rows) > np.cumsum(weights / weights.sum(axis=0), axis=0)).sum(axis=0)
    judge = chance.integers(judges, size=rows) if judges else None
    return World(truth, ComparisonTable.from_arrays(left, right, outcome, items=items, judge=judge))


def slow_log_likelihood(parameters: Floats, table: ComparisonTable, *, position: bool, ties: bool) -> float:
    """Row by row, as the formulas are printed: strengths, then γ, then δ."""
    n = len(table.items)
    gamma = parameters[n] if position else 0.0
    nu = np.exp(parameters[-1]) if ties else 0.0
    total = 0.0
    for left, right, outcome, weight in zip(
        table.left, table.right, table.outcome, table.weights, strict=True
    ):
        first, second = np.exp(parameters[left] + gamma), np.exp(parameters[right])
        tied = nu * np.sqrt(first * second)
        norm = np.log(first + second + tied)
        if outcome == 1:
            total += weight * (np.log(first) - norm)
        elif outcome == 2:
            total += weight * (np.log(second) - norm)
        elif ties:
            total += weight * (np.log(tied) - norm)
        else:
            total += weight * ((np.log(first) + np.log(second)) / 2 - norm)
    return float(total)


def numeric_information(parameters: Floats, table: ComparisonTable, *, position: bool, ties: bool) -> Floats:
    """Minus the second derivatives, by central differences."""
    size, step = len(parameters), 1e-4
    matrix = np.zeros((size, size))
    shifts = np.eye(size) * step

    def value(at: Floats) -> float:
        return slow_log_likelihood(at, table, position=position, ties=ties)

    for i in range(size):
        for j in range(i + 1):
            plus, minus = shifts[i] + shifts[j], shifts[i] - shifts[j]
            second = value(parameters + plus) - value(parameters + minus)
            second += value(parameters - plus) - value(parameters - minus)
            matrix[i, j] = matrix[j, i] = -second / (4 * step**2)
    return matrix


def table_of(*rows: tuple[str, str, str]) -> ComparisonTable:
    """A table from (left, right, winner)."""
    lefts, rights, winners = zip(*rows, strict=True)
    return ComparisonTable.from_columns(lefts, rights, winners)
