"""Word the three rows of the prompt: question, options, reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Span,
    Words,
    card_span,
    cards,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import in_words
from cuttle_tui.kit.text_types import Prompt, Upright, option
from cuttle_tui.table import choices, commands, play_commands, play_commands as reading_commands
from cuttle_tui.table.choices import PLAY_KEYS, TRAY_KEYS, Question
from cuttle_tui.table.words import absence, open_play as hints, refusals as refusal_lines
from cuttle_tui.table.words.pending_effect import (
    brief_sweep_line,
    foe_losses_line,
    threat_line,
    unanswered_line,
)
from cuttle_tui.table.words.play_labels import (
    ANOTHER_CARD,
    BACK,
    WITH_CARD,
    brief_label,
    head_of,
    lesser_label,
    name_of,
    names_target,
    only_own,
    play_label,
    play_prompt,
    target_prompt,
    usual_label,
)
from cuttle_tui.table.words.refusals import about_discard
from engine.actions import Action, Kind
from engine.cards import Card
from engine.play.view import Ask


def pick_prompt(q: Question) -> Prompt:
    """Ask for cards to discard."""
    owed = choices.owed(q.view)
    picked = q.choice.picked
    count = len(choices.tray(q.view, q.seat))
    options: list[Sentence] = []
    if len(picked) == owed:
        options.append(option("enter", _DISCARD_IT.get(owed, N_("discard them"))))
    if count:
        options.append(option(tray_keys(count), _more(len(picked), owed)))
    reason = about_discard(q.view, q.seat)
    wanted = in_words(owed, _TO_DISCARD) if owed else tr("Nothing to discard")
    asked = tell("{asked}: {cards}", asked=wanted, cards=cards(picked)) if picked else say(wanted)
    return Prompt("bar", tr("DISCARD"), asked, tuple(options), reason, tapped=_CARDS)


def _more(picked: int, owed: int) -> Message:
    if not picked:
        return N_("choose")
    if picked < owed:
        return N_("choose one more") if picked == owed - 1 else N_("choose more")
    return CHOOSE_ANOTHER if owed == 1 else N_("choose others")


_DISCARD_IT: Final = {0: N_("go on"), 1: N_("discard it"), 2: N_("discard both")}
CHOOSE_ANOTHER: Final = N_("choose another")


_TO_DISCARD: Final = Plural("Choose {number} card to discard", "Choose {number} cards to discard")


def take_prompt(q: Question) -> Prompt:
    """Ask for a card of the scrap."""
    card = q.choice.card
    options: tuple[Sentence, ...] = (option("type", N_("its rank, then its suit")),)
    if card is not None:
        take = tell(WITH_CARD[Kind.TAKE], card=card_span(card))
        options = (option("enter", take), *options)
    return Prompt(
        "bar",
        tr("FETCH"),
        tell("Take which card from the scrap?"),
        options,
        hints.about_fetch(q.view, q.seat, card),
    )


def answer_prompt(q: Question) -> Prompt:
    """Ask whether to counter a play, or to accept a draw offer."""
    if q.view.ask is Ask.OFFER:
        return _offer_prompt(q)
    yes = choices.answers(q.view)
    options: list[Sentence] = []
    if yes:
        card = q.choice.card if q.choice.card is not None else yes[0].card
        options.append(
            option(play_commands.YES, tell(WITH_CARD[yes[0].kind], card=card_span(card)))
        )
    no = option(play_commands.NO, N_("let it happen"))
    outcome = unanswered_line(q.view, q.names)
    said = option(play_commands.NO, outcome) if outcome else no
    why = hints.about_answer(q.view, q.seat, bool(yes), q.names)
    return Prompt(
        "alarm",
        tr(_HEADS[q.view.ask]),
        threat_line(q.view, q.seat, q.names),
        (*options, said),
        _skip_line(why) if q.skippable and choices.needless_answer(q.view) else _beside(q, why),
        shorter=(*options, no) if outcome else (),
        spare=_beside(q, hints.nobody_answers(q.view, q.seat, q.names)),
        upright=Upright(sentence=brief_sweep_line(q.view, q.seat)),
        taken="" if yes else play_commands.NO.key,
        offered=play_commands.YES.key if yes else "",
    )


def _beside(q: Question, line: Sentence) -> Sentence:
    """Say before a reason what the open play costs the one who played it."""
    loses = foe_losses_line(q.view, q.seat, q.names)
    return tell("{loses}; {why}", loses=loses, why=line) if loses and line else loses or line


def _skip_line(why: Sentence) -> Sentence:
    """Tell of the setting that skips a question like this one."""
    key = Span(reading_commands.SETTINGS.key, "key")
    return tell("{why}: settings ({key}) can skip this question", why=why, key=key)


def _offer_prompt(q: Question) -> Prompt:
    who = q.names.who(q.view.offerer if q.view.offerer >= 0 else q.view.mover)
    return Prompt(
        "alarm",
        tr("DRAW OFFER"),
        tell("{who} offers a draw", who=who),
        (option(play_commands.YES, N_("accept")), option(play_commands.NO, N_("play on"))),
        taken="",
    )


def how_to_answer_line(action: Action) -> Sentence:
    """Name the key that counters with the chosen card."""
    return tell(
        _HOW_TO[action.kind], key=Span(play_commands.YES.key, "key"), card=cards(action.cards)
    )


_HOW_TO: Final = {
    Kind.COUNTER: N_("{key} counters with {card}"),
    Kind.BLOCK: N_("{key} blocks with {card}"),
    Kind.REBUFF: N_("{key} counters with {card}"),
}
_HEADS: Final = {Ask.COUNTER: N_("COUNTER?"), Ask.BLOCK: N_("BLOCK?"), Ask.REBUFF: N_("COUNTER?")}


def tray_keys(count: int, keys: str = TRAY_KEYS) -> str:
    """Name the keys that choose a card of the tray; the rest need arrows."""
    keys = keys[:count]
    rows = (keys[:9], keys[9:10], *("".join(filter(case, keys)) for case in _CASES))
    beyond = ("arrows",) if count > len(keys) else ()
    return " ".join((*(word for row in rows if row for word in _span(row)), *beyond))


_CASES: Final = (str.isupper, str.islower)
_FEW: Final = 2
"""The number of keys in a row that are named one by one."""


def _span(row: str) -> Sequence[str]:
    return tuple(row) if len(row) <= _FEW else (f"{row[0]}-{row[-1]}",)


def prompt_of(question: Question) -> Prompt:
    """Word what the table waits for."""
    step = choices.step_of(question.view, question.choice)
    warnings = hints.win_ahead(question.view, question.seat, question.names)
    return replace(_BY_STEP[step](question), warnings=warnings)


def _wait(q: Question) -> Prompt:
    if not q.view.asked:
        return Prompt("wait", tr("WAITING"), tell("nothing to decide"))
    if q.claimable:
        return absence.claim_prompt(q, hints.foresight(q.view, q.seat, q.names))
    seat = q.view.asked[0]
    look = () if q.view.viewer is None else (option("arrows", N_("look at your cards")),)
    options = (*look, option(commands.SCRAP, N_("scrap")), option(commands.LOG, N_("log")))
    mover = q.view.mover
    mine = mover == q.names.seat
    turn = tr("WAITING") if mine else tr("{who}'S TURN", who=q.names.loud(mover))
    return Prompt(
        "wait",
        turn,
        absence.waiting_line(q, tr(_DOING[q.view.ask], who=q.names.who(seat))),
        options,
        hints.foresight(q.view, q.seat, q.names),
    )


_DOING: Final = {
    Ask.PLAY: N_("{who} is choosing a card"),
    Ask.COUNTER: N_("{who} may counter"),
    Ask.BLOCK: N_("{who} may block"),
    Ask.REBUFF: N_("{who} may counter"),
    Ask.FETCH: N_("{who} is choosing from the scrap"),
    Ask.GIVE: N_("{who} is choosing what to discard"),
    Ask.PAY: N_("{who} is choosing what to discard"),
    Ask.SEVEN: N_("{who} is looking at the revealed cards"),
    Ask.LIMIT: N_("{who} is discarding to the hand limit"),
    Ask.OFFER: N_("{who} is thinking about your draw offer"),
    Ask.OVER: N_("{who} is done"),
}


def _card(q: Question) -> Prompt:
    head = head_of(q)
    card = q.choice.card
    alone = [action.kind for action in choices.bare(q.view)]
    bare = tuple(option(PLAY_KEYS[kind], _BARE[kind]) for kind in alone)
    if card is None or card not in choices.tray(q.view, q.seat):
        count = len(choices.tray(q.view, q.seat))
        pick = (option(tray_keys(count), N_("choose a card")),) if count else ()
        asked = hints.partner_asks(q.view, q.seat, q.names)
        told = asked or hints.at_rest(q.view, q.seat, q.names)
        return Prompt("bar", head, _opening(q, count), (*pick, *bare), told, tapped=_CARDS)
    kinds = choices.plays(q.view, card)
    options = (*(option(PLAY_KEYS[kind], usual_label(q, card, kind)) for kind in kinds), *bare)
    lesser = (*(option(PLAY_KEYS[kind], lesser_label(q, card, kind)) for kind in kinds), *bare)
    shortest = (*(option(PLAY_KEYS[kind], brief_label(q, card, kind)) for kind in kinds), *bare)
    named = (*(option(PLAY_KEYS[kind], _named(q, card, kind)) for kind in kinds), *bare)
    seven = q.view.ask is Ask.SEVEN
    other, back = ((), ()) if seven else ((option("esc", ANOTHER_CARD),), (option("esc", BACK),))
    if not kinds:
        sentence = tell("{card} cannot be played now", card=card_span(card))
        reason = refusal_lines.refused(refusal_lines.not_playable(q.view, card, q.names))
        another = option(tray_keys(len(choices.tray(q.view, q.seat))), CHOOSE_ANOTHER)
        return Prompt("bar", head, sentence, (another, *options), reason, tapped=_CARDS)
    about = _about_plays(q, card, kinds)
    taught = about == hints.rule_of_plays(q.view, card, kinds)
    return Prompt(
        "bar",
        head,
        tell(_HOW_OFF_DECK if q.view.ask is Ask.SEVEN else _HOW, card=card_span(card)),
        (*options, *other),
        about,
        (*options, *back) if lesser == options else (*lesser, *other),
        (*shortest, *back),
        (*named, *other),
        spare=about if taught else SILENCE,
        tapped=("escape",),
        taken=PLAY_KEYS[kinds[0]],
    )


def _named(q: Question, card: Card, kind: Kind) -> Words | Sentence:
    """Name a way to play a card, with the target that its letter takes at once."""
    return play_label(q, card, kind) if names_target(q, card, kind) else name_of(card, kind)


_CARDS: Final = (TRAY_KEYS[0],)
"""The first key of those that choose a card, which can be tapped itself."""


def _about_plays(q: Question, card: Card, kinds: Sequence[Kind]) -> Sentence:
    if all(only_own(q, card, kind) for kind in kinds):
        return tell(_MUST_GIVE if q.view.ask is Ask.SEVEN else _CAN_GIVE, card=card_span(card))
    return hints.about_plays(q.view, card, kinds, q.names)


_MUST_GIVE: Final = N_("{card} must be played, and can only target your own cards")
_CAN_GIVE: Final = N_("{card} can only target your own cards")


_HOW: Final = N_("How do you play {card}?")
_HOW_OFF_DECK: Final = N_("How do you play {card} from the deck?")


def _opening(q: Question, count: int) -> Sentence:
    if q.view.ask is Ask.SEVEN:
        return tell("Play this card from the deck") if count == 1 else tell(_ONE_OF_SHOWN)
    bare = {action.kind for action in choices.bare(q.view)}
    other = Kind.DRAW if Kind.DRAW in bare else Kind.PASS if Kind.PASS in bare else None
    return say(_OPENINGS[other] if count else _EMPTY_HAND[other])


_ONE_OF_SHOWN: Final = N_("Play one of these cards from the deck")
_OPENINGS: Final = {
    Kind.DRAW: N_("Choose a card, or draw"),
    Kind.PASS: N_("Choose a card, or pass"),
    None: N_("Choose a card"),
}
_EMPTY_HAND: Final = {
    Kind.DRAW: N_("Your hand is empty: draw"),
    Kind.PASS: N_("Your hand is empty: pass"),
    None: N_("Your hand is empty: you can do nothing"),
}


_BARE: Final = {
    Kind.DRAW: C_("an action", "draw"),
    Kind.PASS: C_("an action", "pass"),
    Kind.DISCARD: N_("discard"),
}


_BY_STEP: Final[dict[choices.Step, Callable[[Question], Prompt]]] = {
    "wait": _wait,
    "card": _card,
    "play": play_prompt,
    "target": target_prompt,
    "pick": pick_prompt,
    "take": take_prompt,
    "answer": answer_prompt,
}
