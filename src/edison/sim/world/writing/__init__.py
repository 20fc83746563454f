"""Writing for others: objectives, rubrics, prompts, cases, refinements and cleaned evidence."""
