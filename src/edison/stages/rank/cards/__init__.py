"""Cards of judges: how well each judges, and how far its card speaks for it."""
