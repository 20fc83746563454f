"""A suite for `edison run`: its forms, its cases, and what is wrong with them."""
