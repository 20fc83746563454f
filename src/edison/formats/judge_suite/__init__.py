"""A suite with right answers, for examining judges."""
