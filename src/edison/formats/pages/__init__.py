"""Pages for people, whole in one file."""
