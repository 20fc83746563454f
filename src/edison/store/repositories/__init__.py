"""Nouns in, nouns out: one repository per noun."""
