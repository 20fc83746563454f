"""Check: find what needs no judge.

In:      outputs and expectations.
Out:     deterministic findings, before any money is spent on judging.
"""
