"""The card of a judge, for people and for machines."""
