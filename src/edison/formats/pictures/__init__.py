"""Pictures of numbers, as SVG of our own and as PNG."""
