"""Detectors of what must not stand in an output, held against texts with labels."""
