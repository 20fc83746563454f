"""Stats: numbers that can be believed.

In:      arrays and plain numbers.
Out:     frozen results: estimates with intervals, tests, agreement, stability, pairings.
May use: errors; numpy, scipy, evalica.
Never:   know a noun, do I/O, draw from anything but a stream it was handed.

Empty until the first ranking needs it.
"""
