"""A loop of tool calls: what tools return, and when going on is of no use."""
