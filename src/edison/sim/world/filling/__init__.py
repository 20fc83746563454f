"""Filling any JSON schema with what there is to say."""
