"""What the development cases say about a version."""
