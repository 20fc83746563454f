"""What machines are told, typed: one source for every door, published as `contracts/views.json`."""
