"""Chats: who takes part, what was said, and what was taken of their caps."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, literal, or_, select, tuple_, update

from edison.domain import Chat, ChatAnswer, ChatId, ChatTurn, Record
from edison.errors import ChatMissing, NameTaken

from ..agent_tables import CHAT, CHAT_TURN
from ..database.noun_text import noun_text, read_noun
from ..database.packing import to_micros
from ..database.statements import Found, insert_new


class ChatMoney(Record, frozen=True, kw_only=True):
    """What a chat may cost, and what was spent of that, or set aside."""

    cap_microusd: int | None
    taken_microusd: int

    @property
    def left_microusd(self) -> int | None:
        """What may still be spent; None without a cap."""
        return None if self.cap_microusd is None else max(0, self.cap_microusd - self.taken_microusd)


class Chats:
    """Chats, each with all that was said."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, chat: Chat, *, cap_microusd: int | None) -> None:
        """Keep a chat in which nothing was said yet."""
        row = {
            "id": chat.id,
            "made_at": to_micros(chat.made_at),
            "cap_microusd": cap_microusd,
            "taken_microusd": 0,
            "body": noun_text(chat),
        }
        self._connection.execute(insert(CHAT).values(**row))

    def change(self, chat: Chat) -> None:
        """Keep who takes part, and how, as it is now; what was said stays."""
        bare = chat.model_copy(update={"questions": (), "answers": ()})
        self._connection.execute(update(CHAT).where(CHAT.c.id == chat.id).values(body=noun_text(bare)))

    def lock(self, chat_id: ChatId) -> None:
        """Let nobody else change it before this is done."""
        self._connection.execute(select(CHAT.c.id).where(CHAT.c.id == chat_id).with_for_update())

    def get(self, name: str) -> Chat:
        """One chat, by its id, a part of it, or `latest`.

        Raises:
            ChatMissing: there is none such, or several.
        """
        query = select(CHAT)
        if name == "latest":
            query = query.order_by(CHAT.c.made_at.desc(), CHAT.c.id.desc()).limit(1)
        else:
            query = query.where(CHAT.c.id.contains(name, autoescape=True)).limit(2)
        found = self._connection.execute(query).all()
        if len(found) != 1:
            raise ChatMissing(name, several=bool(found))
        return self._whole(found)[0]

    def page(self, *, limit: int = 100, before: str | None = None) -> list[Chat]:
        """The newest ones, the newest first, or those that follow after one of them.

        Raises:
            ChatMissing: there is none such to follow after, or several.
        """
        query = select(CHAT).order_by(CHAT.c.made_at.desc(), CHAT.c.id.desc()).limit(limit)
        if before is not None:
            last = self.get(before)
            place = tuple_(literal(to_micros(last.made_at)), literal(last.id))
            query = query.where(tuple_(CHAT.c.made_at, CHAT.c.id) < place)
        return self._whole(self._connection.execute(query).all())

    def add_question(self, chat_id: ChatId, question: ChatTurn) -> int:
        """Keep the next question; gives its number.

        Raises:
            NameTaken: somebody else asked at the same moment.
        """
        mine = CHAT_TURN.c.chat_id == chat_id
        last = self._connection.execute(select(func.max(CHAT_TURN.c.question)).where(mine)).scalar_one()
        number = 0 if last is None else int(last) + 1
        row = {"chat_id": chat_id, "question": number, "place": 0, "body": noun_text(question)}
        if not insert_new(self._connection, CHAT_TURN, row):
            raise NameTaken("question", str(number + 1))
        return number

    def add_answer(self, chat_id: ChatId, answer: ChatAnswer) -> None:
        """Keep what a model said; the first time counts."""
        place = answer.column + 1
        row = {"chat_id": chat_id, "question": answer.question, "place": place, "body": noun_text(answer)}
        insert_new(self._connection, CHAT_TURN, row)

    def remove(self, chat_id: ChatId) -> None:
        """Forget a chat with all that was said."""
        self._connection.execute(delete(CHAT_TURN).where(CHAT_TURN.c.chat_id == chat_id))
        self._connection.execute(delete(CHAT).where(CHAT.c.id == chat_id))

    def money(self, chat_id: ChatId) -> ChatMoney:
        """What it may cost, and what was taken."""
        query = select(CHAT.c.cap_microusd, CHAT.c.taken_microusd).where(CHAT.c.id == chat_id)
        row = self._connection.execute(query).one()
        return ChatMoney(cap_microusd=row.cap_microusd, taken_microusd=row.taken_microusd)

    def take(self, chat_id: ChatId, microusd: int) -> bool:
        """Set money aside in one step; False where less is left."""
        taken = CHAT.c.taken_microusd + microusd
        fits = (CHAT.c.id == chat_id, or_(CHAT.c.cap_microusd.is_(None), taken <= CHAT.c.cap_microusd))
        return self._connection.execute(update(CHAT).where(*fits).values(taken_microusd=taken)).rowcount == 1

    def give_back(self, chat_id: ChatId, microusd: int) -> None:
        """What was set aside and not needed."""
        rest = CHAT.c.taken_microusd - microusd
        self._connection.execute(update(CHAT).where(CHAT.c.id == chat_id).values(taken_microusd=rest))

    def _whole(self, rows: Sequence[Found]) -> list[Chat]:
        query = (
            select(CHAT_TURN)
            .where(CHAT_TURN.c.chat_id.in_([row.id for row in rows]))
            .order_by(CHAT_TURN.c.question, CHAT_TURN.c.place)
        )
        said: dict[str, list[Found]] = defaultdict(list)
        for turn in self._connection.execute(query):
            said[turn.chat_id].append(turn)
        return [_chat(row, said[row.id]) for row in rows]


def _chat(row: Found, turns: Sequence[Found]) -> Chat:
    return read_noun(Chat, row.body).model_copy(
        update={
            "questions": tuple(read_noun(ChatTurn, turn.body) for turn in turns if turn.place == 0),
            "answers": tuple(read_noun(ChatAnswer, turn.body) for turn in turns if turn.place > 0),
        }
    )
