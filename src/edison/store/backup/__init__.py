"""Backing up, restoring, and looking for what can go bad."""
