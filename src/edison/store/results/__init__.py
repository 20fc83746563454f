"""What came of a run, read in pages and in counts."""
