"""The Bedrock format: converse and converse-stream, with AWS framing and signatures."""
