"""Hold the pages of text: how to play, the keys, how to play a friend."""

from __future__ import annotations

from cuttle_tui.prose import SILENCE, Sentence, Span, say
from engine.rulesets import UNLIMITED, Ruleset


def _title(text: str) -> Sentence:
    return say(Span(text, "strong"))


def rules_page(ruleset: Ruleset) -> tuple[Sentence, ...]:
    """Explain the game under a ruleset."""
    return (
        _title(f"how to play: {ruleset.title}"),
        SILENCE,
        *_aim(ruleset),
        SILENCE,
        _title("your turn"),
        say("Draw one card, or play one card from your hand in one of these ways:"),
        say(Span("points", "strong"), "  lay an ace to ten before you; it counts its number"),
        say(
            Span("scuttle", "strong"),
            "  throw a higher card at a point card of the other player; both are scrapped",
        ),
        say(Span("one-off", "strong"), "  use up a number card for its effect"),
        say(Span("royal", "strong"), "  lay a king, a queen or a jack, or an eight as glasses"),
        *_ties(ruleset),
        SILENCE,
        _title("one-offs"),
        *_one_offs(ruleset),
        SILENCE,
        _title("cards that stay"),
        *_permanents(ruleset),
        SILENCE,
        _title("answers"),
        say("When a one-off is played the other player may answer with a two, which undoes it."),
        say("That two may be answered with a two again. A queen shields her side's one-offs."),
        *_ends(ruleset),
    )


def _aim(ruleset: Ruleset) -> tuple[Sentence, ...]:
    goals = [str(goal) if goal > 0 else "none" for goal in ruleset.goals[1:]]
    return (
        say(f"Be the first to lie before the others with {ruleset.goals[0]} points on the table."),
        say(f"Each king you have lowers that: {', '.join(goals)} for one, two, three, four."),
        say(f"The dealer gets {ruleset.deal_dealer} cards, the other {ruleset.deal_others}."),
    )


def _ties(ruleset: Ruleset) -> tuple[Sentence, ...]:
    if ruleset.scuttle_tie != "suit":
        return ()
    return (say("Among equal ranks clubs are lowest, then diamonds, hearts and spades."),)


def _one_offs(ruleset: Ruleset) -> tuple[Sentence, ...]:
    pay = "discard a card, then " if ruleset.five_discard else ""
    turned = "the top card" if ruleset.seven_reveal == 1 else "the top two cards, and play one,"
    kinds = "card on the table" if "P" in ruleset.nine_kinds else "royal, jack or glasses"
    frozen = "; it is frozen for the next turn" if ruleset.nine_freeze else ""
    return (
        say(Span("A  wipe", "strong"), "   all point cards are scrapped"),
        say(Span("2  undo", "strong"), "   scrap one royal or glasses; or answer a one-off"),
        say(Span("3  fetch", "strong"), "  take a card from the scrap into your hand"),
        say(
            Span("4  rob", "strong"), f"    the other discards {ruleset.four_count} cards of choice"
        ),
        say(Span("5  draw", "strong"), f"   {pay}draw {ruleset.five_draw} cards"),
        say(Span("6  purge", "strong"), "  all kings, queens, jacks and glasses are scrapped"),
        say(Span("7  peek", "strong"), f"   turn up {turned} at once"),
        say(Span("9  evict", "strong"), f"  send a {kinds} back to its owner{frozen}"),
        say("An eight and a ten have no one-off."),
    )


def _permanents(ruleset: Ruleset) -> tuple[Sentence, ...]:
    return (
        say(Span("J  steal", "strong"), "  lies on a point card and takes it over"),
        say(Span("Q  guard", "strong"), "  your other cards cannot be aimed at by 2, 9 or jack"),
        say(Span("K  goal", "strong"), "   you need fewer points"),
        say(Span("8  specs", "strong"), "  glasses: the other hand lies open to you"),
    )


def _ends(ruleset: Ruleset) -> tuple[Sentence, ...]:
    lines = [
        SILENCE,
        _title("the end"),
        say(f"With no deck left you may pass; {ruleset.pass_to_end} passes in a row are a draw."),
    ]
    if ruleset.hand_limit < UNLIMITED:
        lines.append(say(f"At the end of a turn a hand holds {ruleset.hand_limit} cards at most."))
    return tuple(lines)


def _key(key: str, text: str) -> Sentence:
    return say(Span(key.ljust(14), "key"), text)


def help_page() -> tuple[Sentence, ...]:
    """Explain the keys."""
    return (
        _title("keys at the table"),
        SILENCE,
        _key("1-9 0 a ...", "choose the card with that key"),
        _key("left right", "move along the cards, or along the targets"),
        _key("p s o r j", "points, scuttle, one-off, royal, jack: play the chosen card so"),
        _key("d  x", "draw a card, pass when there is none"),
        _key("a b c ...", "choose the target with that letter"),
        _key("enter", "take what is focused; the last enter plays it"),
        _key("esc", "one step back"),
        _key("space", "pick a card to discard, or put it back"),
        _key("y  n", "answer a question: counter, or let it happen"),
        SILENCE,
        _key("z", "look through the scrap"),
        _key("l", "read the log"),
        _key("i", "what the chosen card is good for"),
        _key("q", "leave, give up or offer a draw (asks first)"),
        _key("ctrl+c", "leave; twice leaves at once"),
        SILENCE,
        say("A click on a card is the same as its key."),
    )


def friend_page() -> tuple[Sentence, ...]:
    """Explain how two people meet over ssh."""
    return (
        _title("play a friend"),
        SILENCE,
        say("One of you opens a server:"),
        say(
            "    ", Span("cuttle serve", "strong"), "        or, in the source folder:  make serve"
        ),
        SILENCE,
        say("Both connect to it; nothing else has to be installed:"),
        say("    ", Span("ssh -p 2222 HOST", "strong")),
        SILENCE,
        say("One opens a room and tells the other the code. The other joins it by"),
        say("    ", Span("ssh -t -p 2222 HOST join CODE", "strong")),
        SILENCE,
        say("HOST is the name or address of the machine the server runs on."),
        say("On that very machine it is localhost."),
    )
