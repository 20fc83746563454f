"""Texts that were handed in, compared in pairs, wave by wave."""
