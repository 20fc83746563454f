"""Generate: get the answers.

In:      cells.
Out:     outputs: ok, semantic failure or error, with the reason.
"""
