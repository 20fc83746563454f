"""Results in words and numbers, the same on every page and in every file."""
