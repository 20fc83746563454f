"""Plan: say what there is to do.

In:      a suite, its cases as they stream by, and what is already known.
Out:     a snapshot with every part pinned, and the experiment; the same for the same contents. It asks nothing.
"""

from .units import CaseDigest, build_experiment, missing_variables, name_dataset, pin, pin_case

__all__ = ["CaseDigest", "build_experiment", "missing_variables", "name_dataset", "pin", "pin_case"]
