"""Tools for those who change Edison."""
