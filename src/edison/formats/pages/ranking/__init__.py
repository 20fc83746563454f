"""The page of a ranking of texts."""
