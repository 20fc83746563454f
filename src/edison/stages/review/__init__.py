"""Review: ask people.

In:      suggestions, outputs and judges that a person should see.
Out:     reviews; a question to a person is an Ask like any other.
"""
