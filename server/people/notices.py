"""Notices of correspondence games: to the operator's webhook, and to players by e-mail.

They are sent by a thread for the webhook and one for the e-mail, so that neither waits for the
other. What cannot be sent is logged once and dropped: no game waits for it.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from email.errors import MessageError
from functools import partial
from typing import Final, Literal, Protocol

from cuttle_tui.correspondence.words import Mail, code_mail, move_mail, over_mail
from cuttle_tui.i18n.translation import languages, speak
from server.ops.post import MailServer, post_json, send_mail
from server.people.mailboxes import Mailboxes
from server.store.values import Mailbox, NoSuchPerson, StoreError

log = logging.getLogger(__name__)

_MOST_WAITING: Final = 500
_PATIENCE: Final = 2.0
"""Seconds for which the end of the server waits for a notice that is being sent."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened in a correspondence game; never a card."""

    kind: Literal["your-move", "game-over"]
    table: str
    """The table's id."""
    title: str
    players: tuple[str, ...]
    """The names, by seat."""
    about: tuple[str, ...]
    """Whose move it is, or who won."""
    day: str
    """The day, UTC."""
    ruleset: str
    timing: str
    rated: bool
    deadline: str = ""
    """When the player's time ends, as ``2026-11-25 14:00`` in UTC."""
    mail: tuple[tuple[str, str], ...] = ()
    """The identity and name of each player who may get e-mail."""

    def document(self) -> dict[str, object]:
        """Return it as the webhook gets it."""
        told: dict[str, object] = {
            "event": self.kind,
            "table": self.title,
            "id": self.table,
            "players": list(self.players),
            "ruleset": self.ruleset,
            "timing": self.timing,
            "rated": self.rated,
        }
        if self.kind == "game-over":
            return {**told, "winners": list(self.about)}
        return {**told, "player": self.about[0], "deadline": self.deadline.replace(" ", "T") + "Z"}

    def worded(self, name: str, door: str) -> Mail:
        """Return it as a mail to a player."""
        others = [each for each in self.players if each != name]
        if self.kind == "game-over":
            return over_mail(self.title, others, self.about, door)
        return move_mail(self.title, others, self.deadline, door)


class Notifier(Protocol):
    """Takes notices."""

    def send(self, notice: Notice) -> None:
        """Send a notice soon."""


class NoNotices:
    """Sends nothing."""

    def send(self, notice: Notice) -> None:
        """Drop a notice."""


class _Sender:
    """Sends things in a thread of its own, one after the other."""

    def __init__(self, name: str) -> None:
        """Start the thread; `name` says what it sends to."""
        self._name = name
        self._failing: set[str] = set()
        """What has failed since it last worked; it is logged once."""
        self._jobs: queue.Queue[Callable[[], object] | None] = queue.Queue(_MOST_WAITING)
        self._thread = threading.Thread(target=self._work, name=f"notices: {name}", daemon=True)
        self._thread.start()

    def add(self, job: Callable[[], object]) -> None:
        """Have something sent soon; with too much waiting already, drop it."""
        try:
            self._jobs.put_nowait(job)
        except queue.Full:
            self.failed("queue", "too many wait to be sent")

    def close(self) -> None:
        """Stop; what still waits is dropped."""
        with suppress(queue.Empty):
            while True:
                self._jobs.get_nowait()
        self._jobs.put_nowait(None)

    def join(self, patience: float) -> None:
        """Wait for what is being sent."""
        self._thread.join(patience)

    # in the thread

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception:
                log.exception("a notice could not be sent")

    def sent(self, send: Callable[[], None]) -> bool:
        """Send something; return whether that worked, and log it if it does not any more."""
        try:
            send()
        except (OSError, ValueError, LookupError, MessageError) as error:
            why = str(error) if isinstance(error, TimeoutError) else ""
            self.failed("sending", f"{type(error).__name__}{f': {why}' if why else ''}")
            return False
        self._failing.clear()
        return True

    def failed(self, what: str, why: str) -> None:
        """Log that something fails, unless that is known."""
        if what not in self._failing:
            self._failing.add(what)
            log.warning("notices are not sent (%s): %s; this is logged once", self._name, why)


class Notices:
    """Sends notices, each kind in a thread of its own."""

    def __init__(
        self,
        webhook: str,
        mail_server: MailServer | None,
        mailboxes: Mailboxes | None,
        *,
        may_mail: Callable[[str, str, str], bool],
        door: Callable[[], str],
    ) -> None:
        """Start the threads.

        Args:
            webhook: the operator's URL; empty for none.
            may_mail: returns whether a player, by id, has had no mail about a table on a day, and
                notes that one goes out.
            door: returns the arguments of ``ssh`` for this server.
        """
        self._webhook = webhook
        self._mail_server = mail_server
        self._mailboxes = mailboxes
        self._may_mail = may_mail
        self._door = door
        self._to_webhook = _Sender("webhook")
        self._to_mail_server = _Sender("mail server")

    def send(self, notice: Notice) -> None:
        if self._webhook:
            post = partial(post_json, self._webhook, notice.document())
            self._to_webhook.add(partial(self._to_webhook.sent, post))
        for person, name in notice.mail if self._mail_server is not None else ():
            self._to_mail_server.add(partial(self._mail, notice, person, name))

    def send_code(self, box: Mailbox) -> None:
        """Send the code that confirms an address; if that fails, another may be asked for."""
        self._to_mail_server.add(partial(self._send_code, box, self._door()))

    def close(self) -> None:
        """Stop; what still waits is dropped."""
        senders = self._to_webhook, self._to_mail_server
        for sender in senders:
            sender.close()
        for sender in senders:
            sender.join(_PATIENCE / len(senders))

    # in the threads

    def _send_code(self, box: Mailbox, door: str) -> None:
        sent = self._deliver(box, partial(code_mail, box.code, door))
        if not sent and self._mailboxes is not None:
            self._mailboxes.not_sent(box)

    def _mail(self, notice: Notice, person: str, name: str) -> None:
        box = None if self._mailboxes is None else self._mailboxes.confirmed(person)
        if box is not None and self._is_first(person, notice):
            self._deliver(box, partial(notice.worded, name, self._door()))

    def _is_first(self, person: str, notice: Notice) -> bool:
        """Return whether a player has had no mail about a game that day."""
        try:
            return self._may_mail(person, notice.table, notice.day)
        except NoSuchPerson:
            return False
        except StoreError as error:
            self._to_mail_server.failed("database", error.why)
            return False

    def _deliver(self, box: Mailbox, word: Callable[[], Mail]) -> bool:
        """Send a mail in the language of its reader; return whether it was taken."""
        server = self._mail_server
        if server is None:
            return False
        mail = Context().run(_in_language, box.language, word)
        send = partial(send_mail, server, box.address, mail.subject, mail.text)
        return self._to_mail_server.sent(send)


def _in_language(language: str, word: Callable[[], Mail]) -> Mail:
    speak(language if language in languages() else "en")
    return word()
