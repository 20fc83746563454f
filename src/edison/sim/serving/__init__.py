"""From a request that arrives to the last byte of its answer."""
