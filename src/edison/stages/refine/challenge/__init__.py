"""A candidate against its parent on cases that were held out."""
