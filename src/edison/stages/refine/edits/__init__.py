"""Changes of a prompt: where they go, whether they may, and what a model's diff means."""
