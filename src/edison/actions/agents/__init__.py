"""What agents do between runs: ask a model, have a text judged, measure what texts mean. All under one budget."""
