"""Requests handed in together and worked off over simulated time."""
