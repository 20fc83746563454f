"""What must not stand in an answer: private data, secrets, signs of a model that was talked out of its rules."""
