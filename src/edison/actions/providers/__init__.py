"""Who can be asked: providers, their models, their keys, and what may be asked at all."""
