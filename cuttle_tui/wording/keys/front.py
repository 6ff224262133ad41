"""Word what the keys do on the screens before the table, for their help and their last row."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import N_
from cuttle_tui.screens.keymap import Purpose

# anywhere

HELP: Final = Purpose(N_("help: the keys of this screen"), N_("help"))
ANYWHERE: Final = N_("anywhere")
HOME: Final = Purpose(N_("back home"), N_("home"))
KEY_CLICKS: Final = N_("A click on a key in the rows below is the same as that key.")
WHEEL: Final = N_("The wheel moves along a list, a page, the log or a replay.")
AWAY_HOME: Final = Purpose(N_("back home"))
BACK: Final = Purpose(N_("back to where you came from"), N_("back"))

# lists

LIST: Final = N_("the list")
MOVE: Final = Purpose(N_("move along the list"), N_("move"), "arrows")
CHOOSE: Final = Purpose(N_("do what the bar says"), N_("choose"))
BEGIN: Final = Purpose(N_("begin the lesson in focus"), N_("begin"))
GO_ON: Final = Purpose(N_("go on with the lesson in focus"), N_("go on"))
START_OVER: Final = Purpose(N_("begin the lesson in focus over again"), N_("from the start"))
TRY: Final = Purpose(N_("open the puzzle in focus"), N_("try it"))
WATCH: Final = Purpose(N_("watch the game in focus"), N_("watch"))
STRAIGHT: Final = N_("straight there")
LIST_CLICKS: Final = N_("A click on a line puts it in focus, another one chooses it.")
ENTRY_CLICKS: Final = N_("A click on a line chooses it.")
BAR_CLICKS: Final = N_("A click on the bar is the same as enter.")

# home

SETTINGS: Final = Purpose(N_("colours, cards, language and other settings"), N_("settings"))
QUIT: Final = Purpose(N_("quit (asks first); twice quits at once"))
QUITTING: Final = N_("when asked whether to quit")
YES_QUIT: Final = Purpose(N_("quit"))
NO_STAY: Final = Purpose(N_("stay"))

# names and codes

NAMING: Final = N_("your name")
TYPE_NAME: Final = Purpose(N_("your name, letter by letter"), N_("your name"), "type")
MOVE_UP_DOWN: Final = Purpose(N_("move along the list"), N_("move"), "up down")
LEAVE_NAMING: Final = Purpose(N_("leave: nothing is stored yet"))
CODE: Final = N_("the code")
TYPE_CODE: Final = Purpose(N_("the code, letter by letter"))
SIT_DOWN: Final = Purpose(N_("sit down at the table with this code"), N_("join"))
USE_CODE: Final = Purpose(N_("link this key to the account that made the code"), N_("use it"))
CORRECT: Final = Purpose(N_("delete a letter, a word, or everything"))
CORRECT_CODE: Final = Purpose(N_("delete a letter, or everything"))

# the account

ACCOUNT: Final = N_("your account")
DO_IT: Final = Purpose(N_("select what is in focus; a key asks first"), N_("do it"))
UNLINKING: Final = N_("when asked about a key of yours")
UNLINK: Final = Purpose(N_("that key no longer signs in"))
KEEP_KEY: Final = Purpose(N_("keep the key"))
DELETING: Final = N_("when asked whether to delete your account")
TYPE_TO_DELETE: Final = Purpose(N_("your name, to confirm"))
DELETE: Final = Purpose(N_("delete the account, once your name is typed"))
DO_NOT_DELETE: Final = Purpose(N_("keep the account"))

# the lobby

LOBBY: Final = N_("the lobby")
OTHER_LIST: Final = Purpose(N_("the list to the right"), N_("other lists"))
LIST_BEFORE: Final = Purpose(N_("the list to the left"))
ENTER_LOBBY: Final = Purpose(
    N_("sit down, open a table if none is waiting, watch, or see a replay")
)
WATCH_GAME: Final = Purpose(N_("watch the game in focus, or go to the games"))
BLOCK: Final = Purpose(N_("block or unblock the player in focus; you will not meet again"))
REPORT: Final = Purpose(N_("report the player in focus"))
NEW_TABLE: Final = Purpose(N_("a new table: other rules, more seats, options"), N_("new table"))
REPORTING: Final = N_("when asked why you report somebody")
REASON: Final = Purpose(N_("report for this reason"))
NO_REPORT: Final = Purpose(N_("do not report"))
TAB_CLICKS: Final = N_("A click on the name of a list opens it.")

# a new table

TABLE: Final = N_("a new table")
MOVE_CHANGE: Final = Purpose(N_("move along the rows"), N_("move, change"), "arrows")
CHANGE_BACK: Final = Purpose(N_("the choice before"))
CHANGE: Final = Purpose(N_("the next choice"))
ON_OFF: Final = Purpose(N_("turn an option on or off, or take the next choice"), N_("on or off"))
RULES_LIST: Final = Purpose(N_("choose from all rulesets"))
WHO: Final = Purpose(N_("change who plays"))
COMPUTERS: Final = Purpose(N_("change how many computers play"))
CLOCKS: Final = Purpose(N_("change the clocks"))
PUBLIC: Final = Purpose(N_("change who may join"))
THESE_RULES: Final = Purpose(N_("read the rules chosen"), N_("read the rules"))
OPEN: Final = Purpose(N_("sit down, or open the table"))
CHOOSING_RULES: Final = N_("in the list of all rulesets")
MOVE_RULES: Final = Purpose(N_("move along the rulesets"), N_("move"), "arrows")
TAKE_RULES: Final = Purpose(N_("use the ruleset in focus"))
READ_RULES: Final = Purpose(N_("read the rules in focus"), N_("read the rules"))
OTHER_RULES: Final = Purpose(N_("back to the table, rules unchanged"), N_("back"))
ROW_CLICKS: Final = N_("A click on a row takes its next choice, turns it on or off, or chooses it.")

# settings

SETTING: Final = N_("settings")
EARLIER: Final = CHANGE_BACK
NEXT: Final = Purpose(N_("the next choice"), N_("next"), "space")
DEFAULT: Final = Purpose(N_("the default; + marks what you changed"), N_("default"))

# pages

PAGE: Final = N_("on a page like this one")
SCROLL: Final = Purpose(N_("scroll"), N_("scroll"), "up down")
THE_RULES: Final = Purpose(N_("the rules in play"), N_("the rules in play"))
CLOSE_HELP: Final = Purpose(N_("close the help"))
