"""A conversation of several turns: who says what, and when it is over."""
