"""Wire formats: real requests in, replies of the pretend world out, byte by byte as the provider would."""
