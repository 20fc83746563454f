"""Calibration of the statistics: worlds with a known truth, every cell shown, Monte-Carlo error beside it."""
