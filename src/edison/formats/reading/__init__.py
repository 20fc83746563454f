"""Bytes to documents: YAML, JSON, CSV and Word, each with the place of every value, and how mistakes are told."""
