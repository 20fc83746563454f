"""The sentences essays are put together from; within a place they go from weak to strong."""

from __future__ import annotations

import msgspec


class Assignment(msgspec.Struct, frozen=True, kw_only=True):
    """A question pupils write about, with eight places of four levels each."""

    title: str
    instructions: str
    slots: tuple[tuple[str, str, str, str], ...]


ASSIGNMENTS: tuple[Assignment, ...] = (
    Assignment(
        title="Should the school day start later?",
        instructions="Write a short essay that argues for or against a later start of the school day.",
        slots=(
            (
                "School is to early and everybody knows it.",
                "I am going to write about when school should start.",
                "Many pupils are tired in the morning, so one can ask when lessons should begin.",
                "At half past seven in winter it is dark, the bus is full, and half of the class is asleep.",
            ),
            (
                "It is just bad.",
                "I think school should start later because it is better.",
                "In my opinion lessons should start an hour later, since pupils would learn more.",
                "I will argue that one hour more of sleep costs little and would make every lesson after it better.",
            ),
            (
                "Sleep is good for you.",
                "When you sleep more you are not so tired and can do more things.",
                "Teenagers need about nine hours of sleep, and few of them get it on a school night.",
                "A teenager's inner clock runs late: falling asleep at nine is as hard for them as waking at six.",
            ),
            (
                "My friend says so too.",
                "I once slept long and felt really good that day.",
                "When our school tried a later start for two weeks, fewer pupils came late.",
                "In the two weeks our school began at nine, late arrivals halved and the first test of the day went "
                "better than usual.",
            ),
            (
                "Some people dont like it but they are wrong.",
                "Of course there are also people who see it differently.",
                "Parents who start work early would have a problem with a later start.",
                "The strongest objection comes from parents on early shifts, who cannot leave a child alone for an "
                "hour.",
            ),
            (
                "They should just deal with it.",
                "But I still think it would be possible somehow.",
                "The school could open its doors early for those who need it.",
                "Yet an open library from seven, with one adult in it, answers that worry at the price of one salary.",
            ),
            (
                "Also the buses and the food and everything is bad.",
                "There are also other points, like the bus and the timetable.",
                "Buses would have to be planned anew, which takes work but only once.",
                "Even the bus plan, often named as the real obstacle, would be emptier and cheaper outside the rush "
                "hour.",
            ),
            (
                "So thats what I think.",
                "In conclusion, school should start later.",
                "For these reasons a later start is worth trying, at least for older pupils.",
                "A year's trial for the upper classes, measured and then decided, would risk little and could give "
                "thousands of mornings back.",
            ),
        ),
    ),
    Assignment(
        title="Is a four-day working week a good idea?",
        instructions="Write a short essay that weighs up whether people should work four days a week.",
        slots=(
            (
                "Work is boring so less is better.",
                "In this text I talk about working four days.",
                "More and more companies ask whether five days of work are still needed.",
                "The five-day week was once a bold experiment of a car maker; nobody today would call it natural law.",
            ),
            (
                "Everybody should have it now.",
                "I believe that four days are a good idea for people.",
                "In my view a four-day week can work if the pay stays the same and the work is planned better.",
                "My claim is a limited one: where results can be counted, four good days beat five tired ones.",
            ),
            (
                "You have more free time and thats nice.",
                "With one day more one can relax and meet friends.",
                "Rested people make fewer mistakes, which saves time that nobody sees.",
                "Most of what is lost on a fifth day was never work but waiting, meetings and mending of mistakes.",
            ),
            (
                "My uncle would like it.",
                "I have heard that it was tried somewhere and went fine.",
                "In a bakery near us the change led to fewer sick days within a year.",
                "When the bakery next door changed, sick days fell by a third and not one order was late in the "
                "first year.",
            ),
            (
                "Bosses are against it because they are greedy.",
                "Some say that it is to expensive for companys.",
                "Hospitals and shops cannot simply close for a day.",
                "The honest difficulty lies in care and trade, where an hour without staff is an hour without service.",
            ),
            (
                "But that is not my problem.",
                "But maybe they can find a solution.",
                "They could hire more people or share the shifts.",
                "There the free day must rotate, and the extra posts must be paid from what illness and turnover "
                "cost today.",
            ),
            (
                "And also it is good for the planet or something.",
                "Another thing is the traffic, which would be less.",
                "Fewer trips to work would also mean less traffic and lower heating costs.",
                "Less commuting is a welcome side effect, though it should not be sold as the reason.",
            ),
            (
                "Thats why we need it, the end.",
                "To sum up, I am for the four-day week.",
                "All in all, it should be tried where it fits, and the results should be checked.",
                "Not a law for everyone, then, but a right to try it for a year and to keep what has proved itself.",
            ),
        ),
    ),
)
