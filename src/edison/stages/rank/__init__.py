"""Rank: say who is ahead, and how sure that is.

In:      findings, judgments, comparisons, costs and times.
Out:     one ranking per board, never mixed. It asks nothing.
"""
