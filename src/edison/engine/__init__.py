"""Engine: the machine room, which survives any crash.

In:      runs to be driven, and what people want of them.
Out:     committed attempts, answers, conclusions and events; a settlement for every run.
May use: stages, store, gateway, formats, domain, stats, text, errors; DBOS.
Never:   build a prompt, compute a statistic, decide access, keep a result in memory only.

Empty until the first run needs it.
"""
