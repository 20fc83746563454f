"""Giving a finding the form that was asked for, and a reply its limits and counts."""
