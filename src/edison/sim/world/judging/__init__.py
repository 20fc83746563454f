"""Judging texts: what is asked, how it is seen, and the verdicts."""
