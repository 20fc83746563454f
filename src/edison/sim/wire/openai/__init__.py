"""The OpenAI formats: chat completions, responses, embeddings, models, files and batches."""
