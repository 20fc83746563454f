"""What must not stand in an output, found by looking through it."""
