"""The page of a run: boards, panel, disagreements, cells."""
