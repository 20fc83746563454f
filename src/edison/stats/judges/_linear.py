"""Small dense algebra."""

import numpy as np

from edison.stats.arrays import FloatArray


def inverse(matrix: FloatArray) -> FloatArray:
    """The inverse of a matrix that is known to have one."""
    return np.asarray(np.linalg.inv(matrix), dtype=np.float64)


def is_singular(matrix: FloatArray) -> bool:
    """Whether a symmetric matrix leaves something undetermined."""
    return int(np.linalg.matrix_rank(matrix, tol=1e-9 * max(1.0, float(np.abs(matrix).max())))) < len(matrix)
