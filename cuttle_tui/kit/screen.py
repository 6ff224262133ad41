"""Share what all screens need: zones placed by a plan, keys turned into intents."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, cast

from textual.app import ComposeResult
from textual.events import (
    Compose,
    InputEvent,
    Key,
    Mount,
    MouseDown,
    MouseScrollDown,
    MouseScrollUp,
    Paste,
    Resize,
    ScreenResume,
)
from textual.geometry import Region
from textual.layout import Layout
from textual.message import Message as Sent
from textual.strip import Strip

from cuttle_tui.drawing.fronts import FRONT_HIGHEST
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rows import blank_row
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence
from cuttle_tui.kit.body import Body
from cuttle_tui.kit.keymap import (
    ANYWHERE,
    INTERRUPT_KEY,
    TO_TABLE_KEY,
    Command,
    Do,
    Help,
    Intent,
    Interrupt,
    Pointing,
    Section,
    Sections,
    asks_text,
    hint_row,
    intent_of,
    to,
)
from cuttle_tui.kit.layouts import Regions, ZoneCompositor, ZoneLayout
from cuttle_tui.kit.prompt import PromptBar, spoken
from cuttle_tui.kit.seating import READING, QuestionGuard
from cuttle_tui.kit.text_types import NO_CALL, Call
from cuttle_tui.kit.words import (
    ACCEPT_KEY,
    DECLINE_KEY,
    challenge_line,
    challenge_prompt,
    lobby_line,
    premature_line,
)
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.ports import Chair, LobbyError, News
from cuttle_tui.tty.driver import is_chord
from cuttle_tui.tty.output import TextKind
from cuttle_tui.tty.private_textual import FrameScreen, forget_places
from engine.rules.rulesets import Ruleset

if TYPE_CHECKING:
    from cuttle_tui.app import CuttleApp

T = TypeVar("T")
Gate = Callable[[Any, Intent | None], bool]
"""Whether an intent goes no further, at a screen."""


class AimOfClicks:
    """Remembers which question the clicks of one gesture were aimed at."""

    def __init__(self) -> None:
        self._pressed: object = None
        self._first: object = None
        """The question at the first of several quick clicks."""

    def press(self, question: object) -> None:
        """Note the question that is shown while the button goes down."""
        self._pressed = question

    def fits(self, question: object, *, hurried: bool) -> bool:
        """Return whether a click was aimed at this question."""
        if not hurried:
            self._first = self._pressed
        return question == self._pressed == self._first


class ZoneScreen(FrameScreen):
    """A screen made of zones, which cover it without gaps unless its window is too high."""

    ALLOW_SELECT: ClassVar[bool] = False
    AUTO_FOCUS: ClassVar[str | None] = ""
    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = {}
    """The zones from top to bottom, by the names that `place` uses."""
    HIGHEST: ClassVar[int] = FRONT_HIGHEST
    """Maximum rows of this screen, in the middle of a higher window."""
    SECTIONS: ClassVar[Sections] = ()
    """All key sections of this screen, in the order of the help."""
    CLICKS: ClassVar[tuple[Pointing, ...]] = ()
    """What clicks do, besides those on drawn keys."""
    BAR_KEY: ClassVar[str] = ""
    """The key for a click on the prompt's bar, if any."""
    TEXT: ClassVar[TextKind] = "line"
    """What a text is made of that is typed here."""
    NOTCH: ClassVar[int] = 1
    """How often the key of the wheel is pressed for each notch."""

    def __init__(self, paint: PaintContext) -> None:
        super().__init__(ZoneCompositor())
        self.paint = paint
        self.body = Body(self)
        self._zones = ZoneLayout(self.place, self.plan)
        self._announced: Sentence = SILENCE
        """The announcement that is shown until the next key."""
        self._challenge_shown: Sentence = SILENCE
        """The challenge that was put aside, as it is shown until it is answered."""
        self._resumed = False
        """Whether this screen has been shown; before that, keys have nothing to act on."""
        self._early: list[Sent] = []
        """Input that arrived before then."""
        self._requests: list[Callable[[], Awaitable[None]]] = []
        """What is asked of the lobby before the next message is answered."""
        self._answering = False
        """Whether a message is being answered."""
        self._aim = AimOfClicks()
        self.guard = QuestionGuard()
        """Tells keys that were meant for what was asked before."""

    @property
    def still_open(self) -> bool:
        """Whether this screen is mounted and not closed; otherwise zones may be missing."""
        return self.is_mounted and self in self.app.screen_stack

    @property
    def layout(self) -> Layout:
        """Place zones by the plan instead of styles."""
        return self._zones

    @property
    def cuttle(self) -> CuttleApp:
        """The app, as seen by screens."""
        return cast("CuttleApp", self.app)

    @property
    def zones(self) -> list[Zone[Any]]:
        """The zones that are mounted."""
        return [zone for zone in self.children if isinstance(zone, Zone)]

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size."""
        return self.body.plan(width, height)

    def use(self, paint: PaintContext) -> None:
        """Use another paint context."""
        self.paint = paint
        for zone in self.zones:
            zone.use(paint)
        forget_places(self)
        self.refresh(layout=True)

    def reword(self) -> None:
        """Redraw all texts after a change of language."""
        self._show()

    def _show(self) -> None:
        """Redraw everything."""

    def on_screen_suspend(self) -> None:
        """Forget the pictures of the zones: others cover them."""
        for zone in self.zones:
            zone.forget()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint the ground, which shows where zones leave rows of a high window free."""
        return [blank_row("felt", crop.width, self.paint.palette)] * crop.height

    def compose(self) -> ComposeResult:
        yield from self.body.zones()

    def place(self, plan: Plan) -> Regions:
        """Place each zone."""
        return self.body.place(plan)

    def on_resize(self) -> None:
        """Let the body respond, besides the screen."""
        self.body.resize()

    # keys

    def sections(self) -> Sections:
        """Return the active key sections, in order of precedence."""
        return self.SECTIONS

    @property
    def all_sections(self) -> Sections:
        """All key sections of this screen, in the order of the help."""
        return self.SECTIONS or self.sections()

    @property
    def all_clicks(self) -> tuple[Pointing, ...]:
        """What clicks and taps do here, besides those on drawn keys."""
        return self.CLICKS

    @property
    def clicks_now(self) -> tuple[Pointing, ...]:
        """Those of them that do something now."""
        return self.all_clicks

    @property
    def answering(self) -> Sections:
        """The active key sections, including those of every screen."""
        if self._asked_first:
            asked = _ASKED_TYPED if asks_text(self.sections(), self.situation) else _ASKED
            return (asked, *self.sections(), *self._ways_to_table, ANYWHERE)
        challenged = (CHALLENGED,) if self.cuttle.challenge is not None else ()
        return (*self.sections(), *challenged, *self._ways_to_table, ANYWHERE)

    @property
    def _asked_first(self) -> bool:
        """Whether the bar asks about a challenge, which the player can have read."""
        if self.cuttle.challenge is None or self.cuttle.challenge_guard.unread:
            return False
        return any(bar.hidden is not None for bar in self.bars)

    @property
    def _ways_to_table(self) -> Sections:
        """The key to the table that waits below, if one does."""
        if self.cuttle.waiting_table is None:
            return ()
        return (CALLED_BACK,) if self.cuttle.call_back else (WAITED_FOR,)

    @property
    def situation(self) -> object:
        """The subject of the commands' conditions."""
        return self

    @property
    def bars(self) -> list[PromptBar]:
        """The bar with what is asked, once it is mounted; a query of the library takes longer."""
        return [zone for zone in self.children if isinstance(zone, PromptBar)]

    @property
    def way_back(self) -> Sentence:
        """How a guest comes back to this screen after a lost connection, for its help."""
        return SILENCE

    @property
    def rules_to_read(self) -> Ruleset | None:
        """The rules that the help links to, if any."""
        return self.body.ruleset

    # the way of a key and of a click

    def on_key(self, event: Key) -> None:
        """Handle a key by its character, or by its name if it has none."""
        event.stop()
        event.prevent_default()
        key = event.key
        if key == INTERRUPT_KEY:
            self._put_aside()
            self.interrupt()
            return
        typed = event.is_printable and event.character not in (None, " ")
        self.press_key(event.character if typed and event.character and not is_chord(key) else key)

    def press_key(self, key: str) -> None:
        """Handle a key, by character or name; it does nothing while nothing can be drawn."""
        self.note_presence()
        if self.plan(*self.app.size) is not None:
            self.handle(self.find_intent(key))

    def handle_click(self, intent: Intent | None) -> None:
        """Handle what a click means."""
        self.note_presence()
        self.handle(intent)

    def note_presence(self) -> None:
        """Note that the player is here and has read the announcement, which goes."""
        self.body.be_still()
        if self._announced:
            self.announce(SILENCE)
        self.cuttle.attention.come_back()

    def find_intent(self, key: str) -> Intent | None:
        """Return what a key means now."""
        return intent_of(self.answering, self.situation, key)

    def handle(self, intent: Intent | None) -> None:
        """Run an intent that each gate lets pass."""
        if not any(gate(self, intent) for gate in self.GATES):
            self.run_intent(intent)

    def keep_premature(self, intent: Intent | None) -> bool:
        """Keep what was meant for what was asked before, and say so."""
        if self.is_premature(intent):
            self.guard.drop()
            self.tell_premature()
            return True
        return False

    def put_challenge_aside(self, intent: Intent | None) -> bool:
        """Give the bar back to what this screen asks, unless a challenge in it is answered."""
        if self._asked_first and intent not in _ANSWERS:
            self._put_aside()
        return False

    GATES: ClassVar[tuple[Gate, ...]] = (keep_premature, put_challenge_aside)
    """What each intent passes in turn; one that returns true keeps it."""

    def run_intent(self, intent: Intent | None) -> None:
        """Run an intent, or respond to a key without meaning; tell what the lobby refuses."""
        try:
            if intent is None:
                self.ignore()
            elif isinstance(intent, Do):
                intent.run(self)
            elif intent == Help():
                self.cuttle.show_help(self)
            elif intent == Interrupt():
                self.interrupt()
            else:
                self.update(intent)
        except LobbyError as error:
            self.tell_refusal(error)

    def update(self, intent: Intent) -> None:
        """Run an intent that is no method of the screen."""
        self.body.update(intent)

    def _put_aside(self) -> None:
        """Let the challenge wait in a line below the bar."""
        self.cuttle.put_challenge_aside()
        self.announce(SILENCE)

    def is_premature(self, intent: Intent | None) -> bool:
        """Return whether nobody can have read what an intent would act on."""
        if intent in _ANSWERS and self.cuttle.challenge_guard.unread:
            return True
        return self.guard.unread and not (intent is None or self.only_looks(intent))

    def only_looks(self, intent: Intent) -> bool:
        """Return whether an intent answers nothing, so that it may come before the question."""
        return intent in _LOOKS

    def tell_premature(self) -> None:
        """Say that a key did nothing: what it would answer has only just come."""
        self.announce(premature_line())

    def note_change(self, seconds: float = READING) -> None:
        """Note that keys answer something else now, which is not on the screen yet."""
        self.guard.change(seconds)
        self.call_after_refresh(self.guard.show)

    @property
    def answered(self) -> object:
        """What keys answer now, as far as news of the lobby may change it."""
        return None

    def take_news(self, news: News) -> None:
        """Respond to lobby news, which may put something else under the player's fingers."""
        before = self.answered
        self.hear(news)
        if self.answered != before:
            self.note_change()

    def ignore(self) -> None:
        """Ignore a key that has no meaning now."""

    def hints(self) -> tuple[tuple[str, str], ...]:
        """Return the hints of the last row; the driver hears whether text is asked."""
        answering, situation = self.answering, self.situation
        if self.app.screen is self:  # one below is drawn as well when the window changes
            self.cuttle.text_requests.note(asks_text(answering, situation), self.TEXT)
        return hint_row(answering, situation)

    def interrupt(self) -> None:
        """Respond to ctrl+c: return to the previous screen, unless there is something to ask."""
        self.cuttle.close_screen()

    def hear(self, news: News) -> None:
        """Respond to lobby news."""

    def call_of(self, steps: int) -> Call:
        """Return the call of this screen, with `steps` screens above it."""
        del steps
        return NO_CALL

    def on_screen_resume(self) -> None:
        """Show the challenge that waits for an answer, or the call to a table."""
        if (prompt := self.body.asked) is not None:
            self.cuttle.questions.note(spoken(prompt))
        self.cuttle.text_requests.note(asks_text(self.answering, self.situation), self.TEXT)
        self.show_challenge()
        if news := self._standing_news() or self.cuttle.call_back:
            self.announce(news)

    def show_challenge(self) -> None:
        """Ask about the challenge that waits, until it is answered, withdrawn, or too old."""
        challenge = None if self.cuttle.challenge_is_aside else self.cuttle.challenge
        asked = None if challenge is None else challenge_prompt(challenge)
        for bar in self.bars:
            bar.ask_first(asked)
        if self._challenge_shown and self._challenge_shown != self._standing_news():
            self.announce(SILENCE)

    def _standing_news(self) -> Sentence:
        """Return what stays announced until it is answered: a challenge that was put aside."""
        challenge = self.cuttle.challenge if self.cuttle.challenge_is_aside else None
        return SILENCE if challenge is None else challenge_line(challenge)

    def _go_to_table(self) -> None:
        if (table := self.cuttle.waiting_table) is not None:
            self.cuttle.bring_forward(table)

    def _accept(self) -> None:
        self.cuttle.accept_challenge()

    def _decline(self) -> None:
        self.cuttle.decline_challenge()

    def hear_call(self) -> None:
        """Respond to a change of a table below this screen."""
        self.body.hear_call()

    def call_below(self) -> Call:
        """Return the call of the nearest table below this screen."""
        stack = self.cuttle.screen_stack
        below = stack[: stack.index(self)] if self in stack else []
        calls = (
            screen.call_of(steps)
            for steps, screen in enumerate(reversed(below), 1)
            if isinstance(screen, ZoneScreen)
        )
        return next((call for call in calls if call.kind), NO_CALL)

    def announce(self, line: Sentence) -> None:
        """Show a line in the last row of the prompt until the next key; without one what stands."""
        standing = self._standing_news()
        line = line or standing
        self._announced = line
        self._challenge_shown = line if line == standing else SILENCE
        for bar in self.bars:
            bar.announce(line)
        self.show_challenge()

    def withdraw(self, line: Sentence) -> None:
        """Announce a line no more, if it still stands."""
        if line and self._announced == line:
            self.announce(SILENCE)

    def ask_lobby(
        self, work: Awaitable[T], then: Callable[[T], None], fail: Callable[[LobbyError], None]
    ) -> None:
        """Await a request to the lobby, unless the screen closes first; pass on how it ends."""
        request = asyncio.ensure_future(work)
        request.add_done_callback(_forget)
        # as a function: a worker that is cancelled before it begins leaves nothing behind
        self.run_worker(cast(Any, partial(self._settle, request, then, fail)), group="lobby")

    async def _settle(
        self, work: Awaitable[T], then: Callable[[T], None], fail: Callable[[LobbyError], None]
    ) -> None:
        try:
            result = await work
        except LobbyError as error:
            if self.still_open:
                fail(error)
        else:
            if self.still_open:
                then(result)

    def wait_for_lobby(
        self,
        work: Awaitable[T],
        then: Callable[[T], None],
        fail: Callable[[LobbyError], None] | None = None,
    ) -> None:
        """Await a request to the lobby or the table before anything else is answered here.

        So a later key finds what the request has changed. If the screen closes meanwhile, neither
        function is called.

        Args:
            work: the request.
            then: receives its result.
            fail: receives the reason of a refusal; by default, it is told.
        """

        self._requests.append(partial(self._settle, work, then, fail or self.tell_refusal))
        if not self._answering:
            self.call_later(lambda: None)  # a message, after which it is awaited

    def sit(self, chair: Awaitable[Chair], *, new: bool = False) -> None:
        """Sit down once the lobby gives a chair; `new` says whether cards are dealt there."""
        self.wait_for_lobby(chair, lambda chair: self.cuttle.sit_down((chair,), new=new))

    def tell_refusal(self, error: LobbyError) -> None:
        """Say why the lobby refuses something."""
        self.cuttle.tell(lobby_line(error))

    async def process(self, message: Sent) -> None:
        """Process a message; handle input only while this screen is current.

        Several keys may arrive in one packet. All of them are sent to the screen that is current at
        that moment, which the first key may close, or which may not be shown yet. The app may also
        end while a screen is being created, which can then show nothing.
        """
        if isinstance(message, _SHOWING) and not self.is_attached:
            return
        if isinstance(message, _INPUT) and not self._takes(message):
            return
        self._answering = True
        await super().process(message)
        while self._requests:
            await self._requests.pop(0)()
        self._answering = False
        if isinstance(message, ScreenResume) and not self._resumed:
            self._resumed = True
            early, self._early = self._early, []
            for event in early:
                await self.process(event)

    def _takes(self, message: Sent) -> bool:
        """Return whether input is for this screen; forward keys to the current screen.

        A click is dropped then, because it was aimed at what this screen had drawn; also if it was
        aimed at another question than the present one.
        """
        if not self._resumed:
            self._early.append(message)
            return False
        stack = self.app.screen_stack
        if stack[-1:] == [self]:
            timely = not isinstance(message, _CLICKS) or self._aim.fits(
                self.question, hurried=message.hurried
            )
            if not timely:
                self.tell_late()
            return timely
        if isinstance(message, Key | Paste) and stack:
            stack[-1].post_message(message)
        return False

    @property
    def question(self) -> object:
        """What clicks answer now; one that was aimed at something else is dropped."""
        return None

    def on_mouse_down(self, event: MouseDown) -> None:
        """Note what a click is aimed at."""
        del event
        self._aim.press(self.question)

    def tell_late(self) -> None:
        """Say that a click came too late for what it was aimed at."""

    # the mouse

    def bar_key(self) -> str:
        """Return the key for a click on the prompt's bar now; empty if there is none."""
        return self.BAR_KEY

    def on_zone_key_clicked(self, message: Zone.KeyClicked) -> None:
        """Press the clicked key."""
        self.press_key(message.key)

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Let the body handle the click; on the bar, press its key."""
        self.body.click_row(message)
        bars = [bar for bar in self.bars if bar.id == message.zone]
        key = self.bar_key() if bars and message.y < bars[0].bar_rows() else ""
        if key and self._asked_first:
            self._put_aside()
        elif key:
            self.press_key(key)

    def on_zone_card_clicked(self, message: Zone.CardClicked) -> None:
        self.body.click_card(message)

    def on_paste(self, event: Paste) -> None:
        event.stop()
        self.body.paste(event.text)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.body.turn_wheel(0, self._zone_at(event))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.body.turn_wheel(1, self._zone_at(event))

    def _zone_at(self, event: MouseScrollUp | MouseScrollDown) -> str:
        """Return the name of the zone below the pointer."""
        x, y = event.screen_x, event.screen_y
        return next(
            (zone.id or "" for zone in self.zones if zone.display and zone.region.contains(x, y)),
            "",
        )

    def press_by_wheel(self, key: str = "") -> None:
        """Press the key of a notch of the wheel, if it has a meaning."""
        for _ in range(self.NOTCH):
            if self.find_intent(key) is not None:
                self.press_key(key)


_SHOWING: Final = (Compose, Mount, Resize, ScreenResume, Key, Paste)
_CLICKS: Final = (Zone.KeyClicked, Zone.RowClicked, Zone.CardClicked)
_INPUT: Final = (InputEvent, Paste, *_CLICKS)


_ACCEPT: Final = to(ACCEPT_KEY, ZoneScreen._accept)
_DECLINE: Final = to(DECLINE_KEY, ZoneScreen._decline)
_ANSWERS: Final = (*_ACCEPT.values(), *_DECLINE.values())
_LOOKS: Final = (Help(), Interrupt())
CHALLENGED: Final[Section[ZoneScreen]] = Section(
    N_("when somebody challenges you"),
    (Command(_ACCEPT, N_("accept, and sit down")), Command(_DECLINE, N_("decline"))),
)


def _with_later(keys: str) -> Section[ZoneScreen]:
    later: Command[ZoneScreen] = Command(
        to(keys, ZoneScreen._put_aside), N_("answer later; it waits a minute"), named="esc"
    )
    return Section(CHALLENGED.title, (*CHALLENGED.commands, later))


_ASKED: Final = _with_later("escape enter space y n")
_ASKED_TYPED: Final = _with_later("escape enter")
"""With the keys that can be taken for an answer; no letters and blanks where text is typed."""
_TO_TABLE: Final = to(TO_TABLE_KEY, ZoneScreen._go_to_table)
WAITED_FOR: Final[Section[ZoneScreen]] = Section(
    N_("while your table is waiting for players"),
    (Command(_TO_TABLE, N_("back to your table; your seat is kept"), N_("your table")),),
)
CALLED_BACK: Final[Section[ZoneScreen]] = Section(
    WAITED_FOR.title,
    (
        Command(
            _TO_TABLE, N_("back to your table: the others are waiting"), N_("your table is waiting")
        ),
    ),
)
BACK: Final[Command[ZoneScreen]] = Command(
    to("escape q ctrl+c", ZoneScreen.interrupt), N_("back to where you were"), N_("back")
)


def _forget(request: asyncio.Future[Any]) -> None:
    """Take note of how a request ended for which nobody may wait any more."""
    if not request.cancelled():
        request.exception()
