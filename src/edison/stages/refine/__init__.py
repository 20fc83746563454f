"""Refine: propose a better version.

In:      judgments with their suggestions, from the development split alone.
Out:     suggestions with provenance, and a candidate that was checked before anyone is asked to read it.
"""
