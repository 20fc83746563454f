"""The Gemini format: generateContent, embeddings, models, files and batches."""
