"""What becomes of a run: waves planned, waited for, and settled by a name."""
