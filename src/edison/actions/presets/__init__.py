"""What kinds of runs there are: a module and a row each."""
