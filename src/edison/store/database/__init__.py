"""The database itself: opening, migrating, packing values, and what its troubles are called."""
