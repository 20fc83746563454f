"""Reading a request: its sections, instructions, key terms, wanted form and kind of work."""
