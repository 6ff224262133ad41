"""Word absence and leaving: claim, concede, step away, come back, offer a draw."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from cuttle_tui.i18n.translation import C_, N_, SILENCE, Message, Sentence, Span, say, tell, tr
from cuttle_tui.kit.names import Four, Names, ally_of, time_left
from cuttle_tui.kit.text_types import Prompt, option
from cuttle_tui.ports import TableState
from cuttle_tui.table import choices, commands, situation as verbs
from cuttle_tui.table.choices import LEAVE_KEYS, Question
from cuttle_tui.table.words.open_play import partner_asks
from engine.actions import Kind
from engine.play.view import View

SEAT_HELD: Final = N_("{who} is away: the seat is held")
ON_VACATION: Final = (
    N_("you are on vacation until {moment} UTC"),
    N_("{who} is on vacation until {moment} UTC"),
)
LEAVING_FORFEITS: Final = N_("Leaving forfeits this game")
LEAVING_LOSES: Final = N_("Leaving forfeits the match")
KEPT_MATCH: Final = {False: LEAVING_LOSES, True: N_("Leave for now? The match is kept")}
"""What leaving does to a match, by whether its table is kept."""
MATCH_GOES_ON: Final = N_("the match goes on later, from a friend's row on the first screen")
_CLOSES: Final = (
    N_("Leave, and close the room for all?"),
    N_("Leaving forfeits this game and closes the room"),
)
"""What it costs the others too when the host of a room at home leaves; in a running game last."""
_CLAIM: Final = Span(verbs.CLAIM.key, "key")
_CALL_OFF: Final = Span(verbs.CALL_OFF.key, "key")

_STILL_AWAY: Final[Four] = (
    N_("you are away"),
    N_("{who} is still away"),
    N_("{us} are still away"),
    N_("{all} are still away"),
)
_CLAIM_OR_WAIT: Final = N_("{away}: claim the win, or wait")
_MAY_CLAIM: Final = N_("{away}: {c} claims the win")
_PLAY_FIRST: Final = N_("{away}: play, then you can claim the win")
_PLAY_OR_CALL_OFF: Final = N_("{away}: play, then claim the win, or {u} calls the game off")
_MAY_CALL_OFF: Final = N_("{away}: {c} claims the win, {u} calls the game off")


def waiting_line(q: Question, doing: str) -> Sentence:
    """Name whom the table waits for, and what happens if that player stays away."""
    seat = q.view.asked[0]
    until = q.vacations[seat] if seat < len(q.vacations) else ""
    if until:
        return tell(ON_VACATION[1], who=q.names.who(seat), moment=until)
    left = q.away[seat] if seat < len(q.away) else None
    if left is None:
        return say(doing)
    who = q.names.who(seat)
    clock = q.clocks[seat] if seat < len(q.clocks) else None
    if clock is not None and clock <= left:
        return tell("{who} is away, and the clock is running", who=who)
    if not left:
        return tell(SEAT_HELD, who=who)
    held = N_("{who} is away: the seat is held for {time}")
    if q.view.viewer is not None:
        held = N_("{who} is away: you can claim the win in {time}")
    return tell(held, who=who, time=time_left(left))


def _about_the_gone(q: Question, message: Message) -> Sentence:
    gone = [seat for seat, left in enumerate(q.away) if left == 0]
    away = q.names.together(gone, *_STILL_AWAY) if gone else tell("somebody is still away")
    return tell(message, away=away, c=_CLAIM, u=_CALL_OFF)


def claim_prompt(q: Question, why: Sentence) -> Prompt:
    """Ask whether to claim the win."""
    call_off = (option(verbs.CALL_OFF, N_("call the game off")),) if q.may_call_off else ()
    options = (option(verbs.CLAIM, N_("claim the win")), *call_off, option(commands.LOG, N_("log")))
    return Prompt("bar", tr("CLAIM?"), _about_the_gone(q, _CLAIM_OR_WAIT), options, why)


def aside(q: Question) -> Sentence:
    """Tell the reader, on their turn, how to end a game whose opponents stayed away."""
    if q.claimable:
        return _about_the_gone(q, _MAY_CALL_OFF if q.may_call_off else _MAY_CLAIM)
    if q.view.viewer is None or 0 not in q.away:
        return SILENCE
    return _about_the_gone(q, _PLAY_OR_CALL_OFF if q.may_call_off else _PLAY_FIRST)


# who comes and goes while a game is played -------------------------------------------------------


def coming_line(before: TableState, after: TableState, names: Names) -> Sentence:
    """Report that the computer takes over a seat, or gives it back.

    Disconnected players are shown next to their names and in the bar instead.
    """
    then, now = before.view, after.view
    if then is None or now is None or now.outcome is not None or after.called_off:
        return SILENCE
    changed = {*then.absent} ^ {*now.absent}
    for seat in sorted(changed - {names.seat, *now.retired}):
        message = N_("{who} is back")
        if seat in now.absent:
            left = after.sitters[seat].kind == "nobody"
            message = _LEFT if left else STEPPED_AWAY
        return say(Span(tr(message, who=names.who(seat)), "strong"))
    return SILENCE


_LEFT: Final = N_("{who} left: the computer plays on")
YOU_STEPPED_AWAY: Final = N_("you stepped away: the computer plays until you come back")
STEPPED_AWAY: Final = N_("{who} stepped away: the computer plays for now")


def leave_prompt(
    view: View | None,
    names: Names,
    watched: TableState | None = None,
    *,
    shared: bool = False,
    days: bool = False,
    hosting: bool = False,
    match: Message | None = None,
) -> Prompt:
    """Ask whether to leave, concede or offer a draw; `view` is None before the deal.

    Args:
        watched: the table, if its hands may be shown to watchers.
        shared: whether several play at this keyboard, and leave together.
        days: whether there are days for each move, so that leaving gives nothing up.
        hosting: whether the room closes for the others as well.
        match: what leaving does to a match that goes on.
    """
    standing = {} if view is None else choices.standing(view)
    crowded = len(standing) > 2 or (view is not None and len(view.seats) > 2)
    brief = crowded or watched is not None
    options = [option(commands.YES_LEAVE, N_("leave") if brief else N_("leave the table"))]
    for kind, key in LEAVE_KEYS.items():
        if view is not None and kind in standing:
            options.append(option(key, _label(kind, view, brief=watched is not None)))
    running = bool(standing)
    if watched is not None and running:
        mine = names.seat in watched.showing
        options.append(option(verbs.OPEN_HANDS, _HANDS[mine]))
    stay = option(commands.STAY, N_("stay"))
    options.append(stay)
    reason = _reason(view, names) if view is not None and running else SILENCE
    if watched is not None and watched.showing and running:
        reason = _shown(watched, names)
    cost = _cost(view, standing) if view is not None and running else N_("Leave the table?")
    if match is not None and cost in (LEAVING_FORFEITS, N_("Leave the table?")):
        cost = match
    if shared and view is not None and view.outcome is None:
        cost = N_("Leaving ends this game: nobody wins")
    if days:
        cost = N_("Back to the lobby? Your seat stays yours")
    if hosting:
        cost = _CLOSES[running]
    kinds = [kind for kind in LEAVE_KEYS if kind in standing]
    acts = [option(LEAVE_KEYS[kind], _BRIEFLY.get(kind) or _LABELS[kind]) for kind in kinds]
    if watched is not None and running:
        acts.append(option(verbs.OPEN_HANDS, _HANDS_BRIEFLY[mine]))
    briefly = (option(commands.YES_LEAVE, N_("leave")), *acts, stay)
    return Prompt("bar", tr("LEAVE?"), say(cost), tuple(options), reason, briefly, briefly)


_HANDS: Final = {False: N_("open hands"), True: N_("hide hand")}
_HANDS_BRIEFLY: Final = {
    False: C_("a choice when leaving", "open hands"),
    True: C_("a choice when leaving", "hide hand"),
}
"""By whether the player agreed to show hands to watchers."""


def kept_prompt(view: View, names: Names, *, shared: bool = False) -> Prompt:
    """Ask whether to leave a game that is kept, or to concede or end it."""
    standing = choices.standing(view)
    leave = option(commands.YES_LEAVE, N_("leave"))
    kinds = [kind for kind in LEAVE_KEYS if kind in standing]
    acts = [option(LEAVE_KEYS[kind], _label(kind, view)) for kind in kinds]
    briefly = [option(LEAVE_KEYS[kind], _BRIEFLY.get(kind) or _LABELS[kind]) for kind in kinds]
    ends = shared or Kind.CONCEDE not in standing
    last = (
        *([option(commands.END_GAME, N_("end it"))] if ends else ()),
        option(commands.STAY, N_("stay")),
    )
    options, shorter = ((leave, *each, *last) for each in (acts, briefly))
    return Prompt("bar", tr("LEAVE?"), say(_RESUMES), options, _reason(view, names), shorter)


_RESUMES: Final = N_("Leave for now? The game is kept")


def _cost(view: View, standing: Collection[Kind]) -> Message:
    if view.ruleset.concede_mode != "side":
        return LEAVING_FORFEITS
    return _STEP_AWAY if Kind.LEAVE in standing else N_("Leave for good? The computer plays on")


_STEP_AWAY: Final = N_("Leave for good, or let the computer play?")


def _shown(state: TableState, names: Names) -> Sentence:
    if state.open_hands:
        return tell("everybody agreed: watchers can see all hands")
    needed = N_("all must agree") if len(state.sitters) > 2 else N_("both must agree")
    return names.together(state.showing, *_AGREED, needed=str(needed))


_AGREED: Final[Four] = (
    N_("you agree to show hands to watchers: {needed}"),
    N_("{who} agrees to show hands to watchers: {needed}"),
    N_("{us} agree to show hands to watchers: {needed}"),
    N_("{all} agree to show hands to watchers: {needed}"),
)


def _label(kind: Kind, view: View, *, brief: bool = False) -> Message:
    if kind is Kind.CONCEDE:
        agreed = view.viewer is not None and ally_of(view, view.viewer) in view.conceding
        if brief and not agreed and view.ruleset.concede_mode == "ends":
            return N_("concede")
        return N_("concede too") if agreed else _GIVE_UP[view.ruleset.concede_mode]
    return _LABELS[kind]


_GIVE_UP: Final[dict[str, Message]] = {
    "ends": N_("concede now"),
    "retire": N_("concede now, others play on"),
    "side": N_("ask to concede"),
}
_LABELS: Final = {
    Kind.RETRACT: N_("keep playing"),
    Kind.LEAVE: N_("step away"),
    Kind.RETURN: N_("come back"),
    Kind.OFFER: C_("a choice when leaving", "offer a draw"),
}
_BRIEFLY: Final[dict[Kind, Message]] = {
    Kind.CONCEDE: N_("concede"),
    Kind.OFFER: C_("a choice when leaving", "offer draw"),
}
"""In a narrow row."""


def _reason(view: View, names: Names) -> Sentence:
    seat = view.viewer or 0
    partner = ally_of(view, seat)
    if seat in view.absent:
        return tell(YOU_STEPPED_AWAY)
    if partner is None or view.ruleset.concede_mode != "side":
        return SILENCE
    who = names.who(partner)
    if seat in view.conceding:
        return tell("you want to concede: {who} must agree", who=who)
    if asked := partner_asks(view, seat, names):
        return asked
    return tell("to concede, {who} must agree", who=who)
