"""Draft: write the first version.

In:      a goal, or material to be cleaned.
Out:     drafted prompts, rubrics and cases, each for a person to accept; derived datasets with their parent.
"""
