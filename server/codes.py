"""Codes of rooms, guests and keys (`new_code`), and the fingerprints of keys and browsers."""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

ALPHABET: Final = "BCDFGHJKLMNPQRSTVWXZ256789"
"""Without 0 O 1 I, which look alike, and without what is read as a vowel: no code is a word."""
LENGTH: Final = 4
LONGER: Final = 6
"""Of rooms while codes are guessed, or very many wait: 600 times as many are free."""
LONG: Final = 8
"""Of codes that open more than a seat at a table."""
_LONGEST_TYPED: Final = 64
"""Characters of a code with all that people write between them."""


_READ_AS: Final = str.maketrans("256789V", "ZSGTBGU")
"""The letters that digits look like; and a V stands for a U, as in old inscriptions."""
_BAD: Final = re.compile(
    (
        # English, and what people write in chats
        "BCH BTCH BTT CCK CNT CUNT CUM DCK DKHD FCK FGT FKN FUCK FUK JZZ KFF KKK NGGR NGR NGG PNS "
        "PRN PSS PUSS SCK SHT SLT SUCK SX TTS TWT WHR WTF XXX "
        # Romance languages
        "CBRN CHNG CJN CLN CRLH CUL CZZ FDP MRD NQ NTM PDJ PNDJ PT PTN PUT SLP STRN TGL VFN VRG "
        # Germanic languages
        "FCKN FTZ HRNS KNK KTT KUT MSCH NTT SCHS SCHW WCHS WXR "
        # Slavic, Baltic and other languages, in Latin letters
        "BLD BLT CHJ HJ HUJ KRW KURW MRDK PCK PZD SKA SKR SRN SUK AMK MNK PRK VTT "
        # what stands for hatred: marks of the Nazis and of murder camps
        "BB HH NZ KZ NSDP SSS GSS RHD"
    ).replace(" ", "|")
)
"""What no code may be read as, its vowels left out as in codes."""
_BAD_WORDS: Final = re.compile(
    (
        "ANAL ANUS ARSE ASS BOOB COON DAGO DYKE FAG GAY GOOK HEIL HOMO JEW JUDE KIKE LESB NAZI "
        "NEGR PAKI PEDO PISS POOP RAPE SEX SIEG SPIC TIT TURD VAGIN WANK WOP "
        "CACA COITO COJON CULO CULE MERD NAZE PEDE PIPI PUTA PUTE TETA ARSCH FICK GEIL HURE MUSCHI "
        "SAU BITE BITCH HORE HUI PIK SUKA"
    ).replace(" ", "|")
)
"""What no id with vowels may be read as, beside that."""
_VOWELS: Final = str.maketrans("", "", "AEIOU")


def reads_badly(code: str) -> bool:
    """Return whether somebody could read an insult into a code, in one of many languages."""
    large = code.upper()
    read = large.translate(_READ_AS)
    both = f"{large} {read}"
    return bool(_BAD_WORDS.search(both) or _BAD.search(f"{both} {read.translate(_VOWELS)}"))


def new_code(is_taken: Callable[[str], bool] = lambda _code: False, length: int = LENGTH) -> str:
    """Generate a random code that is free and reads well; it is never a mere number."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(length))
        if not is_taken(code) and not code.isdigit() and not reads_badly(code):
            return code


def spelled(digest: bytes, length: int) -> str:
    """Spell a hash as a code; always the same for the same hash."""
    number = int.from_bytes(digest, "big")
    code = ""
    while len(code) < length or reads_badly(code[-length:]):
        number, letter = divmod(number, len(ALPHABET))
        code += ALPHABET[letter]
        if not number:
            raise ValueError("the hash is too short for a code")
    return code[-length:]


def typed_code(text: str) -> str:
    """Return a code as it is known, however it was typed; empty if it is none."""
    return "".join(filter(str.isalnum, text.upper())) if len(text) <= _LONGEST_TYPED else ""


class UsedCodes:
    """The latest codes of games that have begun."""

    def __init__(self, most: int = 4096) -> None:
        self._most = most
        self._codes: OrderedDict[str, None] = OrderedDict()

    def add(self, code: str) -> None:
        """Remember a code, in place of the oldest."""
        self._codes[code] = None
        if len(self._codes) > self._most:
            self._codes.popitem(last=False)

    def __contains__(self, code: object) -> bool:
        return code in self._codes


_GOOD_FOR: Final = 600.0
"""Seconds for which a code is valid."""


class LinkCodes:
    """The valid codes, at most one for each account."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._links: dict[str, tuple[str, float]] = {}
        """The account and the expiry of each code."""

    def new(self, person: str) -> str:
        """Create a code for an account, valid once, for ten minutes."""
        now = self._clock()
        self._links = {
            code: link for code, link in self._links.items() if link[1] > now and link[0] != person
        }
        code = new_code(self._links.__contains__, LONG)
        self._links[code] = person, now + _GOOD_FOR
        return code

    def add(self, code: str, person: str) -> None:
        """Add a code that was created by another process just now."""
        self.drop(person)
        self._links[code] = person, self._clock() + _GOOD_FOR

    def drop(self, person: str) -> None:
        """Discard the codes of an account."""
        self._links = {code: link for code, link in self._links.items() if link[0] != person}

    def account_of(self, code: str) -> str | None:
        """Return the account of a valid code, without redeeming it."""
        person, until = self._links.get(code, ("", 0.0))
        return person if until > self._clock() else None

    def take(self, code: str) -> str | None:
        """Redeem a code; return its account."""
        person = self.account_of(code)
        self._links.pop(code, None)
        return person


BROWSER: Final = "WEB:"
"""Begins the fingerprint of a browser; those of keys begin as OpenSSH writes them."""
FINGERPRINT: Final = rf"(?:SHA256:|{BROWSER})[A-Za-z0-9+/]{{43}}"
"""The form of both, as a regular expression."""


def is_browser(fingerprint: str) -> bool:
    """Return whether a fingerprint stands for a browser."""
    return fingerprint.startswith(BROWSER)
