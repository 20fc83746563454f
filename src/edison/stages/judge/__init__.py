"""Judge: assess outputs.

In:      outputs, a rubric and a judge; blind, with sides and labels dealt by the seed.
Out:     judgments and comparisons, or *not judged* and why.
"""
