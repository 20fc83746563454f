"""promptfoo's configurations: prompts by providers by tests, and what is asserted of the answers."""
