"""What a suite asks beyond its cells: pairs of outputs."""
