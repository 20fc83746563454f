"""panel: the viewpoints from which a panel looks; a panel of three takes the first three."""

VIEWPOINTS: tuple[str, ...] = (
    "Look at it as the person who asked: does it do what was needed, so that you could act on it?",
    "Look at it as an expert in the matter: check every claim, number and step, and let nothing pass that is wrong.",
    "Look at it as a sceptic: search for what is missing, made up or evaded, and say where.",
    "Look at it as a careful reader of the task: hold it against every word of what was asked.",
    "Look at it as a generous examiner: take it in its best sense, and credit what is there before what is not.",
    "Look at it as someone new to the matter: is it clear, and could it be misunderstood?",
    "Look at it as whoever answers for it: could it harm, mislead or expose anyone?",
    "Look at it as an editor: does every part earn its place, and does the order help?",
    "Look at it as the one who wrote the rubric: apply its words as they stand, neither more strictly nor less.",
)
