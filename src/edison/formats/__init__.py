"""Formats: files in, files out.

In:      bytes of a file, or nouns to be written to one.
Out:     nouns, or bytes; a file that cannot be read is refused with the place where it stops making sense.
May use: domain, text, errors; msgspec, orjson, the parsers of the file formats.
Never:   touch a disk or the store; run what it loads.

Empty until the first battery is read from a file.
"""
