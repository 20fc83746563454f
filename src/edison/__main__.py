"""`python -m edison` is `edison`."""

from edison.cli import main

main()
