"""Holding dialogues: what they ask, how it is carried, and what is recorded of it."""
