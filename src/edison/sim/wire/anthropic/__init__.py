"""The Anthropic format: messages, models and message batches."""
