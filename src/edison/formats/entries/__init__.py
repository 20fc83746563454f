"""Texts to be ranked, their anchors and scales, and what people said about them."""
