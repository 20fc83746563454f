"""The catalogue of hostile providers: what each does to whoever asks it, and what must come of it."""
