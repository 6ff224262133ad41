"""Notices of correspondence games, the addresses they go to, and who is away."""

from __future__ import annotations

import logging
import queue
import re
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.errors import MessageError
from email.policy import SMTP
from functools import partial
from math import ceil
from typing import Final, Literal, Protocol

from cuttle_tui.correspondence import Mail, code_mail, move_mail, over_mail
from cuttle_tui.i18n.translation import N_, languages, speak, spoken, tr
from cuttle_tui.kit.names import Names, listed
from cuttle_tui.kit.results import GameResult
from cuttle_tui.ports import EmailLine, LobbyError, VacationLine
from cuttle_tui.ports.account import MailKind
from server.codes import LONG, new_code, typed_code
from server.ops.limits import VACATION_DAYS
from server.ops.post import MailServer, post_json, send_mail
from server.store.values import Mailbox, NoSuchPerson, StoreError, Vacation

_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS: Final = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})+")
"""A dot-atom of RFC 5322, and a domain as DNS writes it: no quotes, comments or literals."""
_ENCODED: Final = "=?"
"""The beginning of an encoded word, which mail programs replace by what it stands for."""
_LONGEST: Final = 254
_LONGEST_LOCAL: Final = 64
_GOOD_FOR: Final = 24 * 3600.0
"""Seconds for which a code is valid."""


def check_address(text: str) -> str:
    """Return an address that is one and the same in the header and in the envelope of a mail.

    Raises:
        LobbyError: ``bad-address``.
    """
    address = text.strip(" ")
    if len(address) > _LONGEST or not _ADDRESS.fullmatch(address) or not _is_unambiguous(address):
        raise LobbyError("bad-address")
    return address


def _is_unambiguous(address: str) -> bool:
    """Return whether a mail program reads an address as it is written."""
    if len(address.rpartition("@")[0]) > _LONGEST_LOCAL or _ENCODED in address:
        return False
    try:
        read = SMTP.header_factory("To", address)
        return [each.addr_spec for each in read.addresses] == [address] and not read.defects
    except (ValueError, LookupError, MessageError):
        return False


def _reader(address: str) -> str:
    """Return what two addresses of one reader have in common: no case, no ``+tag``."""
    local, _, domain = address.casefold().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


class Mailboxes:
    """Where players get e-mail, in memory; the caller stores what changes return."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._boxes: dict[str, Mailbox] = {}
        self._asked: dict[str, float] = {}
        """When each reader was last sent a code."""

    def restore(self, boxes: Iterable[Mailbox]) -> None:
        """Load the addresses that are stored."""
        for box in boxes:
            self.take(box)

    def renew(self, boxes: Iterable[Mailbox]) -> None:
        """Load them anew: one has changed at another process."""
        self._boxes.clear()
        self.restore(boxes)

    def line(self, person: str) -> EmailLine:
        """Describe a player's address."""
        box = self._boxes.get(person)
        return EmailLine() if box is None else EmailLine(box.address, not box.code)

    def confirmed(self, person: str) -> Mailbox | None:
        """Return where a player's mail may go; from any thread."""
        box = self._boxes.get(person)
        return None if box is None or box.code else box

    def asked(self, person: str, text: str) -> Mailbox:
        """Return an address with a new code to confirm it, once a day for each reader.

        Raises:
            LobbyError: ``bad-address``, ``code-sent``.
        """
        address, now = check_address(text), self._clock()
        if now - self._asked.get(_reader(address), -_GOOD_FOR) < _GOOD_FOR:
            raise LobbyError("code-sent")
        self._asked[_reader(address)] = now
        asked = datetime.fromtimestamp(now, UTC)
        return Mailbox(person, address, new_code(length=LONG), asked, spoken())

    def not_sent(self, box: Mailbox) -> None:
        """Let a code be sent again: this one was not; from any thread."""
        self._asked.pop(_reader(box.address), None)

    def answered(self, person: str, code: str) -> Mailbox:
        """Return a player's address as confirmed.

        Raises:
            LobbyError: ``wrong-code``.
        """
        box = self._boxes.get(person)
        typed = typed_code(code)
        if box is None or not box.code or typed != box.code:
            raise LobbyError("wrong-code")
        if self._clock() - box.asked.timestamp() > _GOOD_FOR:
            raise LobbyError("wrong-code")
        return replace(box, code="")

    def take(self, box: Mailbox) -> None:
        """Add an address once it is stored."""
        self._boxes[box.person] = box
        asked = box.asked.timestamp()
        if box.code and self._clock() - asked < _GOOD_FOR:
            self._asked = {who: at for who, at in self._asked.items() if asked - at < _GOOD_FOR}
            self._asked[_reader(box.address)] = asked

    def forget(self, person: str) -> None:
        """Forget a player's address."""
        self._boxes.pop(person, None)


_DAY: Final = 86_400.0
_Span = tuple[float, float]


class Vacations:
    """The vacations of all players, in memory; the caller stores what changes return.

    A vacation counts for the calendar year, in UTC, in which it begins.
    """

    def __init__(self, clock: Callable[[], float], days_a_year: int = VACATION_DAYS) -> None:
        self._clock = clock
        self._days = days_a_year
        self._taken: dict[str, list[_Span]] = {}
        self.changed: Callable[[str], None] = lambda _person: None
        """Called with a player's identity after their vacation has changed."""

    def restore(self, vacations: Iterable[Vacation]) -> None:
        """Load the vacations that are stored."""
        for each in vacations:
            span = each.start.timestamp(), each.until.timestamp()
            self._taken.setdefault(each.person, []).append(span)

    def renew(self, vacations: Iterable[Vacation], person: str) -> None:
        """Load them anew: a player's vacation has changed at another process."""
        self._taken.clear()
        self.restore(vacations)
        self.changed(person)

    def until(self, person: str) -> float | None:
        """Return when a player's vacation ends, in seconds since 1970; None without one."""
        now = self._clock()
        ends = (end for begin, end in self._taken.get(person, ()) if begin <= now < end)
        return next(ends, None)

    def left(self, person: str) -> int:
        """Return how many days a player may still take this year."""
        year = _moment(self._clock()).year
        taken = (
            max(1, ceil((end - begin) / _DAY))
            for begin, end in self._taken.get(person, ())
            if _moment(begin).year == year
        )
        return max(0, self._days - sum(taken))

    def line(self, person: str) -> VacationLine:
        """Describe a player's vacation."""
        until = self.until(person)
        shown = "" if until is None else f"{_moment(until):%Y-%m-%d %H:%M}"
        return VacationLine(self.left(person), shown)

    def planned(self, person: str, days: int) -> Vacation:
        """Return a vacation that begins now; `take` it once it is stored.

        Raises:
            LobbyError: ``on-vacation``, ``no-days-left``.
        """
        if self.until(person) is not None:
            raise LobbyError("on-vacation")
        if not 1 <= days <= self.left(person):
            raise LobbyError("no-days-left")
        now = float(int(self._clock()))
        return Vacation(person, _moment(now), _moment(now + days * _DAY))

    def ended(self, person: str) -> Vacation:
        """Return a player's vacation as if it ended now; `take` it once it is stored.

        Raises:
            LobbyError: ``no-vacation``.
        """
        now, until = self._clock(), self.until(person)
        if until is None:
            raise LobbyError("no-vacation")
        begin = next(begin for begin, end in self._taken[person] if end == until)
        return Vacation(person, _moment(begin), _moment(max(begin, float(int(now)))))

    def take(self, vacation: Vacation) -> None:
        """Add a vacation, or its earlier end."""
        begin, end = vacation.start.timestamp(), vacation.until.timestamp()
        spans = self._taken.get(vacation.person, [])
        self._taken[vacation.person] = [span for span in spans if span[0] != begin] + [(begin, end)]
        self.changed(vacation.person)

    def forget(self, person: str) -> None:
        """Forget a player whose account is deleted."""
        self._taken.pop(person, None)


def _moment(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)


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
    result: GameResult | None = None
    """How the game ended; None while it runs."""
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
        if self.result is not None:
            names = Names(tuple(map(listed, self.players)), self.players.index(name))
            return over_mail(self.title, self.result, names, door)
        others = [each for each in self.players if each != name]
        return move_mail(self.title, others, self.deadline, door)


_MAIL_OF: Final[dict[str, MailKind]] = {"your-move": "moves", "game-over": "results"}
STOP: Final = N_("Or stop them here:  {link}")


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

    def __init__(self, name: str, counted: Callable[[str], object]) -> None:
        """Start the thread; `name` says what it sends to, `counted` hears what becomes of each."""
        self._name = name
        self._counted = counted
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
            self.failed("queue", "too many wait to be sent", "dropped")

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
        self._counted("sent")
        return True

    def failed(self, what: str, why: str, result: str = "failed") -> None:
        """Count that something fails, and log it, unless that is known."""
        self._counted(result)
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
        may_mail: Callable[[str, str, str, MailKind], bool],
        door: Callable[[], str],
        counted: Callable[[str, str], object] = lambda _way, _result: None,
        stop_link: Callable[[str], str] = lambda _person: "",
    ) -> None:
        """Start the threads.

        Args:
            webhook: the operator's URL; empty for none.
            may_mail: returns whether a player, by id, wants mail of a kind and has had none about a
                table on a day, and notes that one goes out.
            door: returns the arguments of ``ssh`` for this server.
            stop_link: returns the link by which a player, by id, ends all mail; empty where there
                are no such links.
            counted: hears by which way something went, and whether it was sent.
        """
        self._webhook = webhook
        self._mail_server = mail_server
        self._mailboxes = mailboxes
        self._may_mail = may_mail
        self._stop_link = stop_link
        self._door = door
        self._to_webhook = _Sender("webhook", partial(counted, "webhook"))
        self._to_mail_server = _Sender("mail server", partial(counted, "mail"))

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
            self._deliver(box, partial(notice.worded, name, self._door()), self._stop(person))

    def _stop(self, person: str) -> str:
        """Return the link that ends all mail to a player; empty if there is none now."""
        try:
            return self._stop_link(person)
        except (NoSuchPerson, StoreError):
            return ""

    def _is_first(self, person: str, notice: Notice) -> bool:
        """Return whether a player has had no mail about a game that day."""
        try:
            return self._may_mail(person, notice.table, notice.day, _MAIL_OF[notice.kind])
        except NoSuchPerson:
            return False
        except StoreError as error:
            self._to_mail_server.failed("database", error.why)
            return False

    def _deliver(self, box: Mailbox, word: Callable[[], Mail], stop: str = "") -> bool:
        """Send a mail in the language of its reader; return whether it was taken."""
        server = self._mail_server
        if server is None:
            return False
        mail = Context().run(_in_language, box.language, partial(_with_stop, word, stop))
        send = partial(send_mail, server, box.address, mail.subject, mail.text, stop=stop)
        return self._to_mail_server.sent(send)


def _with_stop(word: Callable[[], Mail], stop: str) -> Mail:
    """Word a mail, with the link that ends such mail."""
    mail = word()
    return mail._replace(text=f"{mail.text}{tr(STOP, link=stop)}\n") if stop else mail


def _in_language(language: str, word: Callable[[], Mail]) -> Mail:
    speak(language if language in languages() else "en")
    return word()
