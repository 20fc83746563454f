"""Answering questions: how well it goes, the words that show it, and the tools that are used."""
