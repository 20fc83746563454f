"""Plan: say what there is to do.

In:      an experiment with its pinned versions, and what is already known.
Out:     cells and waves, the same for the same seed. It asks nothing.
"""
