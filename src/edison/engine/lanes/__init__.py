"""How units are walked, one lane for each kind of unit."""
