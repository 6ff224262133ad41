"""Word what the keys do at a table and in a replay, for their help and their last row."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import C_, N_, Message, Words
from cuttle_tui.screens.keymap import Purpose
from engine.actions import Kind

# the cards

TURN: Final = N_("when you choose a card")
CARD: Final = Purpose(N_("the card with that key"))
ALONG_CARDS: Final = Purpose(N_("move along the cards"), N_("choose"), "arrows")
FIRST_PLAY: Final = Purpose(N_("go on with the first way to play it"), N_("do it"))
NO_CARD: Final = Purpose(N_("choose no card"))
PLAYS: Final[dict[Kind, Message]] = {
    Kind.POINTS: N_("play the card for points"),
    Kind.SCUTTLE: N_("scuttle with it"),
    Kind.ONE_OFF: N_("play it as a one-off"),
    Kind.ROYAL: N_("play it as a royal or as glasses"),
    Kind.JACK: N_("steal with a jack"),
    Kind.JOKER: N_("steal a royal with a joker"),
    Kind.DISCARD: N_("discard it"),
    Kind.DRAW: N_("draw a card"),
    Kind.PASS: N_("pass, when the deck is empty"),
}
"""What each way to play a card is; the keys are those of the game."""
PLAYING: Final = N_("when a card is to be played")
PLAY_IT: Final = Purpose(N_("play it"), N_("do it"))
OTHER_PLAY: Final = Purpose(N_("another way to play it"), N_("choose"), "arrows")
OTHER_CARD: Final = Purpose(N_("another card"))
STEP_BACK: Final = Purpose(N_("one step back"))
AT_ONCE: Final = Purpose(N_("play it that way at once, or read why you cannot"))
WHY_NOT: Final = Purpose(N_("why you cannot do that now"))
AIMING: Final = N_("when you choose a target")
TARGET: Final = Purpose(N_("the target, or the seat, with that letter"))
NO_TARGET: Final = Purpose(N_("see that no target has that letter"))
ALONG_TARGETS: Final = Purpose(N_("move along the targets"), N_("choose"), "arrows")
FIRST_TARGET: Final = Purpose(N_("move to the first target"))
TAKE_TARGET: Final = Purpose(N_("take the target in focus"), N_("do it"))
ALONG_PLAYS: Final = Purpose(N_("another way to play it"))
PICKING: Final = N_("when you choose cards to discard")
PICK: Final = Purpose(N_("choose the card with that key, or keep it"))
ALONG_PICKS: Final = Purpose(N_("move along the cards"), N_("move"), "arrows")
PICK_FOCUSED: Final = Purpose(N_("pick the card in focus"), N_("pick"))
PUT_BACK: Final = Purpose(N_("keep the card in focus"), N_("put back"))
GIVE_PICKED: Final = Purpose(N_("continue with the chosen cards"))
UNPICK: Final = Purpose(N_("keep the card chosen last"))
TAKING: Final = N_("when you take a card from the scrap")
TAKE_CARD: Final = Purpose(N_("take the card in focus"), N_("do it"))
ANSWERING: Final = N_("when you are asked something")
YES: Final = Purpose(N_("yes: counter, block, accept"))
NO: Final = Purpose(N_("no: let it happen"))
ENTER_NO: Final = Purpose(N_("let it happen, where nothing else is possible"))
ANSWER_WITH: Final = Purpose(N_("the card to counter with; why another cannot"))
OTHER_ANSWER: Final = Purpose(N_("another card to counter with"))
WAITING: Final = N_("while others play")

# looking around

LOOKING: Final = N_("at any time")
SCRAP: Final = Purpose(N_("look through the scrap"), N_("scrap"))
LOG: Final = Purpose(N_("read and search the log"), N_("log"))
EXPLAIN: Final = Purpose(N_("what the chosen card does"), N_("card"))
SAY: Final = Purpose(N_("say something; mute, block or report somebody"), N_("say"))
NOBODY: Final = Purpose(N_("talk, where other people play"))
LEAVE: Final = Purpose(N_("leave, concede or offer a draw (asks first)"), N_("leave"))
STOP_WATCHING: Final = Purpose(N_("stop watching"), N_("stop watching"))
INTERRUPT: Final = Purpose(N_("leave; twice leaves at once"))
TO_LIST: Final = Purpose(N_("back to the list"), N_("list"))
TO_LESSONS: Final = Purpose(
    N_("back to the lessons; this one continues at its step next time"), N_("lessons")
)
TO_REPLAY: Final = Purpose(N_("back to the replay"), N_("leave"))
CARD_CLICKS: Final = N_("A click on a card or a seat is the same as its key.")
LOG_CLICKS: Final = N_("In the log a click on a line looks back at that moment.")
TALK_CLICKS: Final = N_("A click on a phrase says it.")
CHOSEN_CLICKS: Final = N_("A click on the chosen card puts it back.")
DECK_CLICKS: Final = N_("A click on the deck draws.")
PILE_CLICKS: Final = N_("A click on the scrap opens it; a click on what happened opens the log.")

# the scrap

IN_SCRAP: Final = N_("in the scrap")
ALONG_SCRAP: Final = Purpose(N_("look along the cards"))
SCRAP_CARD: Final = Purpose(N_("look at the card with that key"))
CLOSE: Final = Purpose(N_("back to the table"), N_("back"))
CLOSE_LOG: Final = CLOSE._replace(hint=C_("the log", "close"))

# the log

IN_LOG: Final = N_("in the log")
ALONG_LOG: Final = Purpose(N_("move along the lines"))
LOOK_BACK: Final = Purpose(N_("see the table as it was at this line"))
SEARCH: Final = Purpose(N_("search for a word or a card"))
SEARCHED: Final = N_("when you search for something")
NEXT_FOUND: Final = Purpose(N_("the next line that mentions it"))
FOUND_BEFORE: Final = Purpose(N_("the line before that mentions it"))
END_SEARCH: Final = Purpose(N_("end the search"))
SEARCHING: Final = N_("while you type what to search for")
TYPE_SEARCH: Final = Purpose(N_("a word or a card, letter by letter"))
CORRECT: Final = Purpose(N_("delete a letter, a word, or everything"))
ALONG_FOUND: Final = Purpose(N_("the line above or below that mentions it"))
KEEP_SEARCH: Final = Purpose(N_("keep what was found and keep reading"))

# talking

SAYING: Final = N_("when you say something")
PHRASE: Final = Purpose(N_("say the phrase with that key"))
WRITE: Final = Purpose(N_("write your own words"))
CUT: Final = Purpose(N_("cut the next deck with a word of your own"))
CUTTING: Final = N_("while you cut the deck")
CUT_IT: Final = Purpose(N_("cut the deck"))
NOT_CUT: Final = Purpose(N_("leave the cut to chance"))
PEOPLE: Final = Purpose(N_("mute, block or report somebody"))
SCROLL: Final = Purpose(N_("scroll the log"))
SHUT_UP: Final = Purpose(N_("back, without a word"))
WRITING: Final = N_("while you write")
TYPE_LINE: Final = Purpose(N_("your words, letter by letter"))
SAY_IT: Final = Purpose(N_("say it"))
NOT_SAID: Final = Purpose(N_("back to the phrases"))
ABOUT: Final = N_("when you mute, block or report somebody")
PERSON: Final = Purpose(N_("the person, or the reason, with that key"))
MUTE: Final = Purpose(N_("stop reading them, or read them again"))
BLOCK: Final = Purpose(N_("block them: you will not meet again"))
REPORT: Final = Purpose(N_("report them"))

# leaving, passing the keyboard on

LEAVING: Final = N_("when asked whether to leave")
YES_LEAVE: Final = Purpose(N_("leave the table"))
LEAVE_KINDS: Final[dict[Kind, Message]] = {
    Kind.CONCEDE: N_("concede this game"),
    Kind.RETRACT: N_("do not concede"),
    Kind.LEAVE: N_("step away: the computer plays for you"),
    Kind.RETURN: N_("come back to your seat"),
    Kind.OFFER: N_("offer a draw"),
}
"""What can be done beside leaving; the keys are those of the question."""
OPEN_HANDS: Final = Purpose(N_("show your hand to watchers, or hide it"))
STAY: Final = Purpose(N_("stay"))
QUIT: Final = Purpose(N_("leave at once, and quit"))
COVERED: Final = N_("when the keyboard is passed on")
SHOW_HAND: Final = Purpose(N_("show your hand"))

# around the game

AWAY: Final = N_("when others are away")
CLAIM: Final = Purpose(N_("claim the win"))
CALL_OFF: Final = Purpose(N_("call the game off"))
OVER: Final = N_("when the game is over")
AGAIN: Final = Purpose(N_("play again"))
WATCH_AGAIN: Final = Purpose(N_("watch the game again"))
ANALYSE: Final = Purpose(N_("find its key moments"))
CHECK: Final = Purpose(N_("check that the deal was fair"), N_("check the deal"))
BEFORE: Final = N_("before the cards are dealt")
READY: Final = Purpose(N_("ready, or not ready"))
FILL: Final = Purpose(N_("let computers take the free seats"))
PRACTISE: Final = Purpose(N_("play the computer while you wait"))

# lessons and puzzles

TASK: Final = N_("what to do")
HINT: Final = Purpose(N_("show a hint, or hide it"), N_("hint"))
FROM_START: Final = Purpose(N_("start the position again"), N_("from the start"))
JUDGED: Final = N_("after your play")
GO_ON: Final = Purpose(N_("go on to what comes next"))
TRY_AGAIN: Final = Purpose(N_("try again"))

# looking back, replays

PAST: Final = N_("looking back")
NEXT_PLY: Final = Purpose(N_("the next action"))
PLY_BACK: Final = Purpose(N_("one action back"))
TEN_ON: Final = Purpose(N_("ten actions on"))
TEN_BACK: Final = Purpose(N_("ten actions back"))
FIRST_PLY: Final = Purpose(N_("the deal"))
LAST_PLY: Final = Purpose(N_("the last action"))
TO_LOG: Final = Purpose(N_("back to the log"), N_("log"))
NOW: Final = Purpose(N_("back to the table as it is now"), N_("now"))
REPLAY: Final = N_("the replay")
PLAY: Final = Purpose(N_("play on by itself, or stop; any other key stops as well"))
RUNNING: Final = N_("while it plays by itself")
STOP: Final = Purpose(N_("stop"))
FASTER: Final = Purpose(N_("play faster"))
SLOWER: Final = Purpose(N_("play more slowly"))
GO_TO: Final = Purpose(N_("go to a move: type its number, then enter"), N_("go to"))
NUMBER: Final = Purpose(N_("go to the move of that number"))
FIND: Final = Purpose(N_("find captures, counters, one-offs, lead changes, near wins"))
FIND_NEXT: Final = Purpose(N_("the next one found"))
FIND_ON: Final = FIND_NEXT._replace(hint=C_("of what was looked for", "more"))
FIND_BEFORE: Final = Purpose(N_("the one found before"))
SIDE: Final = Purpose(N_("another view: all hands, what each player saw, a watcher"))
BRANCH: Final = Purpose(N_("practise from here against the computer, in any seat"))
SHARE: Final = Purpose(N_("how others can see this game"))
LOG_HINTS: Final[tuple[Words, ...]] = (
    C_("a move", "next"),
    C_("a move", "one back"),
    "",
    N_("next found"),
    "",
)
"""What the keys of the next ply, the one before and the next find are called beside the log."""
LEAVE_REPLAY: Final = Purpose(N_("leave"), N_("leave"))
GOING: Final = N_("when asked for a move")
DIGIT: Final = Purpose(N_("a digit of its number"))
DIGIT_BACK: Final = Purpose(N_("delete a digit"))
GO: Final = Purpose(N_("go there"))
STAY_HERE: Final = Purpose(N_("stay here"))
FIND_NOTHING: Final = STAY_HERE._replace(hint=N_("stay here"))
FINDING: Final = N_("when asked what to find")
SOUGHT: Final = Purpose(N_("go to the nearest of that kind"))
BRANCHING: Final = N_("when asked whose seat to take")
LIKELY_SEAT: Final = Purpose(N_("practise in the first seat offered"))
SEAT: Final = Purpose(N_("practise in the seat of that number"))
NOT_PRACTISED: Final = FIND_NOTHING
SHARING: Final = N_("when asked how to share")
COPY: Final = Purpose(N_("write a copy into a file"))
NOT_SHARED: Final = Purpose(N_("back to the replay"))
NAMING: Final = N_("when you name a file")
TYPE_FILE: Final = Purpose(N_("its name, letter by letter"))
FILE_BACK: Final = Purpose(N_("delete a letter, or everything"))
WRITE_FILE: Final = Purpose(N_("write the file"))
NO_FILE: Final = Purpose(N_("back, without writing"))
