"""Boards of a run: who is ahead on each, how results vary with the cases, and what judges warned of."""
