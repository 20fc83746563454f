"""Batteries: files whose cases each bring what is sent and what is expected, in the forms that people have them."""
