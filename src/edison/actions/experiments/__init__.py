"""Experiments: what is asked, kept while people write it, checked, and run."""
