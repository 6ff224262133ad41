"""Every setting of the server; each field carries the rule for its values."""

from __future__ import annotations

import re
import socket
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import urlsplit

from platformdirs import user_data_path

from cuttle_tui.i18n.translation import ENGLISH, languages
from engine.bots.levels import LEVELS
from engine.table.table import HOLD
from server.calls import FORMS, KINDS, CallsOptions, Hook, secret_fault, url_fault
from server.cluster.options import LEASE, ClusterOptions
from server.ops.addresses import EVERY_HOST, parse_address
from server.ops.limits import GAMES_OF_DAYS, VACATION_DAYS, Limits
from server.tables.challenges import USUAL_RESIDENTS
from server.web import WEB_PORT, WebOptions

if TYPE_CHECKING:
    from server.calls import Form
    from server.ops.post import MailServer, Security

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,18}")
_LONGEST_PREFIX: Final = 60


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule for a setting's value."""

    wants: str
    """In words, as in "must be …"."""
    accept: Callable[[object], Any]
    """Returns the accepted value, or raises ValueError."""
    parse: Callable[[str], object] = str
    """Parses the text of a flag or variable into what a file would hold."""


class Wrong(ValueError):
    """A value that is not accepted; the text says what of it is wrong, without any secret."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A key of the configuration."""

    key: str
    """With its section: ``limits.idle_minutes``."""
    rule: Rule
    default: object
    help: str
    flag: str
    """The flag of `cuttle serve` that sets it; empty if only ``--set`` does."""
    secret: bool
    """Whether its value may hold a password."""

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return "CUTTLE_SERVER_" + self.key.replace(".", "_").upper()


def setting(default: object, rule: Rule, help: str, *, flag: str = "", secret: bool = False) -> Any:
    """Declare a setting as a dataclass field."""
    about = {"rule": rule, "help": help, "flag": flag, "secret": secret}
    return field(default=default, metadata=about)


def settings_of(kind: Any, prefix: str = "") -> Iterator[Setting]:
    """List the settings of a dataclass and of the sections in it."""
    for part in fields(kind):
        key = prefix + part.name
        if is_dataclass(part.default_factory):
            yield from settings_of(part.default_factory, f"{key}.")
        elif part.default is not MISSING:
            yield Setting(key, default=part.default, **part.metadata)


def whole(low: int, high: int) -> Rule:
    """Require a whole number within bounds."""

    def accept(value: object) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return value

    def parse(text: str) -> object:
        return int(text) if _WHOLE.fullmatch(text) else text

    return Rule(f"a whole number from {low} to {high}", accept, parse)


def choice(*names: str) -> Rule:
    """Require a word from a list."""

    def accept(value: object) -> str:
        if value not in names:
            raise ValueError
        return str(value)

    return Rule(" or ".join(names), accept)


def line(most: int) -> Rule:
    """Require a printable line, or nothing."""

    def accept(value: object) -> str:
        text = _text(value)
        if len(text) > most or not text.isprintable():
            raise ValueError
        return text.strip()

    return Rule(f"one line of at most {most} characters", accept)


def _text(value: object, pattern: str | None = None) -> str:
    """Return a text, of a pattern if one is given, or raise ValueError."""
    if not isinstance(value, str) or (pattern and not re.fullmatch(pattern, value)):
        raise ValueError
    return value


def _names(value: object) -> tuple[str, ...]:
    return _each(value, line(32).accept)


def _each(value: object, accept: Callable[[object], str]) -> tuple[str, ...]:
    """Return a list of texts, each as it is accepted."""
    if not isinstance(value, list | tuple):
        raise ValueError
    return tuple(map(accept, value))


def _split(text: str) -> object:
    return [name.strip() for name in text.split(",") if name.strip()]


def _host(value: object) -> str:
    text = _text(value, r"[A-Za-z0-9._:%-]{0,255}")
    if ":" in text:
        ip_address(text)
    return text


def _public_host(value: object) -> str:
    text = _text(value)
    if text and parse_address(text).user:
        raise ValueError
    return text.strip()


def _folder(value: object) -> Path:
    text = _text(value)
    if not text or not text.isprintable():
        raise ValueError
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise ValueError from None


def _database_url(value: object) -> str:
    text = _text(value)
    if text:
        from server.store.address import parse
        from server.store.values import StoreError

        try:
            parse(text)
        except StoreError:
            raise ValueError from None
    return text


def _web_address(value: object) -> str:
    text = _text(value)
    parts = urlsplit(text)
    if not text.isascii() or not text.isprintable():
        raise ValueError
    if text and (parts.scheme not in ("http", "https") or not parts.hostname):
        raise ValueError
    return text


def _site_address(value: object) -> str:
    """Accept the URL of a whole site; it is written as browsers write origins."""
    url = _web_address(value).rstrip("/")
    parts = urlsplit(url)
    if parts.path or parts.query or parts.fragment or parts.username:
        raise ValueError
    usual = ":443" if parts.scheme == "https" else ":80"
    return url and f"{parts.scheme}://{parts.netloc.lower().removesuffix(usual)}"


def _path_prefix(value: object) -> str:
    text = _text(value).rstrip("/")
    if len(text) > _LONGEST_PREFIX:
        raise ValueError
    return _text(text, r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")


def _yes_or_no(value: object) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


_HOOK_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


def _hooks(value: object) -> tuple[Hook, ...]:
    """Accept a list of receivers, each a table of keys."""
    if not isinstance(value, list):
        raise ValueError
    found = [_hook(each, number) for number, each in enumerate(value, 1)]
    names = [hook.name for hook in found]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise Wrong(f"two receivers are called {twice}: give each a name")
    return tuple(found)


def _hook(value: object, number: int) -> Hook:
    """Accept a receiver; what is wrong with it names it by its number or its name."""
    if not isinstance(value, dict):
        raise ValueError
    known = [part.name for part in fields(Hook)]
    texts = {key: each for key, each in value.items() if isinstance(each, str)}
    name = texts.get("name", texts.get("form", ""))
    called = f"the receiver {name if _HOOK_NAME.fullmatch(name) else number}"
    if unknown := next((key for key in value if key not in known), ""):
        raise Wrong(f"{called}: {unknown!r} is no key; there are {', '.join(known)}")
    if other := next((key for key in value if key != "wants" and key not in texts), ""):
        raise Wrong(f"{called}: its {other} must be text")
    wants = value.get("wants", list(KINDS))
    if not isinstance(wants, list) or not wants or not {*map(str, wants)} <= {*KINDS}:
        raise Wrong(f"{called}: wants must be a list of {', '.join(KINDS)}")
    form, language = texts.get("form", ""), texts.get("language", ENGLISH)
    url, secret = texts.get("url", ""), texts.get("secret", "")
    faults = (
        "" if _HOOK_NAME.fullmatch(name) else "its name must be of a-z, 0-9 and -",
        "" if form in FORMS else f"its form must be {' or '.join(FORMS)}",
        url_fault(url),
        "" if language in languages() else f"its language must be {' or '.join(languages())}",
        secret_fault(secret) if secret else "",
        "the form json needs a secret, to sign what it gets"
        if form == "json" and not secret
        else "",
    )
    if fault := next(filter(None, faults), ""):
        raise Wrong(f"{called}: {fault}")
    return Hook(
        name, cast("Form", form), url, tuple(k for k in KINDS if k in wants), secret, language
    )


def _toml(text: str) -> object:
    """Parse the text of a value as a file would hold it."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _levels(value: object) -> tuple[str, ...]:
    chosen = _names(value)
    if not set(chosen) <= set(_LEVEL_NAMES):
        raise ValueError
    return tuple(name for name in _LEVEL_NAMES if name in chosen)


def _broker(value: object) -> str:
    """Accept the URL of a NATS server, without a user or a password."""
    text: str = line(500).accept(value)
    parts = urlsplit(text)
    plain = parts.scheme in ("nats", "tls") and parts.hostname and not parts.username
    if not plain or parts.path or parts.query or not text.isascii() or parts.port == 0:
        raise ValueError
    return text


def _network(value: object) -> str:
    text: str = line(500).accept(value)
    ip_network(text, strict=False)
    return text


_LEVEL_NAMES: Final = tuple(level.name for level in LEVELS)
_MAIL: Final = r"([A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,189})?"

HOST: Final = Rule("an address or a name of a machine, without a port", _host)
PUBLIC_HOST: Final = Rule(
    "a name or an address, with :PORT if players come by another port", _public_host
)
IP_HOST: Final = Rule(
    "an address such as 127.0.0.1 or 10.0.0.5", lambda value: str(ip_address(_text(value)))
)
FOLDER: Final = Rule("the path of a directory", _folder)
FILE: Final = Rule("the path of a file", lambda value: "" if value == "" else str(_folder(value)))
NAMES: Final = Rule("a list of names", _names, _split)
DATABASE_URL: Final = Rule(
    "a URL such as sqlite:////folder/cuttle.db or postgresql://user@host/database "
    "(in a password write @ as %40, / as %2F, ? as %3F and % as %25)",
    _database_url,
)
WEB_ADDRESS: Final = Rule("a URL such as https://example.org/hook", _web_address)
SITE_ADDRESS: Final = Rule(
    "a URL without a path (web.prefix is for that), such as https://play.example.org", _site_address
)
PATH_PREFIX: Final = Rule("a path such as /cuttle, or nothing", _path_prefix)
MAIL_ADDRESS: Final = Rule(
    "an e-mail address such as cuttle@example.org", lambda value: _text(value, _MAIL)
)
YES_OR_NO: Final = Rule(
    "true or false", _yes_or_no, lambda text: {"true": True, "false": False}.get(text, text)
)
NODE_NAME: Final = Rule(
    "a name of at most 63 letters, digits, - and _",
    lambda value: _text(value, "[A-Za-z0-9_-]{0,63}"),
)
COMPUTERS: Final = Rule(f"a list of {', '.join(_LEVEL_NAMES)}", _levels, _split)
BROKERS: Final = Rule(
    "a list of URLs such as nats://10.0.0.1:4222 or tls://nats.example.org",
    lambda value: _each(value, _broker),
    _split,
)
NETWORKS: Final = Rule(
    "a list of addresses and networks such as 10.0.0.1 and 10.0.0.0/24",
    lambda value: _each(value, _network),
    _split,
)
HOOKS: Final = Rule(
    'a list of receivers such as [{form = "discord", url = "https://..."}]', _hooks, _toml
)
_USUAL: Final = Limits()
_DATA: Final = user_data_path("cuttle")


@dataclass(frozen=True, slots=True)
class Listen:
    """The address and port for players."""

    host: str = setting(
        "127.0.0.1", HOST, "address to listen on; 0.0.0.0 or :: for everybody", flag="--host"
    )
    port: int = setting(2222, whole(0, 65535), "port to listen on", flag="--port")


@dataclass(frozen=True, slots=True)
class Log:
    """The log on standard error."""

    format: str = setting(
        "text", choice("text", "json"), "one event a line, as text or JSON", flag="--log-format"
    )
    level: str = setting(
        "info",
        choice("debug", "info", "warning", "error"),
        "the least that is logged",
        flag="--log-level",
    )


@dataclass(frozen=True, slots=True)
class Monitoring:
    """The port for monitoring programs."""

    port: int = setting(
        0, whole(0, 65535), "port of /metrics and /healthz; 0 for none", flag="--metrics-port"
    )
    host: str = setting(
        "127.0.0.1",
        IP_HOST,
        "address of that port; what is not this machine is answered /healthz alone",
    )


@dataclass(frozen=True, slots=True)
class Web:
    """The door for browsers; closed by default."""

    enabled: bool = setting(False, YES_OR_NO, "let browsers in as well", flag="--web")
    host: str = setting("127.0.0.1", HOST, "address for browsers to come to", flag="--web-host")
    port: int = setting(
        WEB_PORT, whole(0, 65535), "port for browsers to come to", flag="--web-port"
    )
    url: str = setting(
        "",
        SITE_ADDRESS,
        "what players type to get here, such as https://play.example.org; empty for host and port",
        flag="--web-url",
    )
    title: str = setting(
        "",
        line(60),
        "name of the club, in titles of pages and previews of links; empty for Cuttle alone",
    )
    proxies: tuple[str, ...] = setting(
        (), NETWORKS, "where X-Forwarded-For is believed: the addresses of your own proxies"
    )
    prefix: str = setting(
        "",
        PATH_PREFIX,
        "path below which all pages are, such as /cuttle, where url has other pages as well",
    )
    forwarded: bool = setting(
        False, YES_OR_NO, "your proxies send Forwarded (RFC 7239) in place of X-Forwarded-For"
    )


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a client, of an address, and of all together."""

    sessions: int = setting(_USUAL.sessions, whole(1, 100_000), "sessions in all")
    sessions_per_key: int = setting(
        _USUAL.sessions_each, whole(1, 1000), "sessions of one player, over all connections"
    )
    sessions_per_address: int = setting(
        _USUAL.sessions_per_address, whole(1, 100_000), "sessions of one address, over all players"
    )
    sessions_per_connection: int = setting(
        _USUAL.channels_each, whole(1, 100), "sessions of one connection"
    )
    connections: int = setting(_USUAL.connections, whole(1, 100_000), "connections in all")
    connections_per_address: int = setting(
        _USUAL.connections_each, whole(1, 100_000), "connections one address may hold"
    )
    logins: int = setting(
        _USUAL.logins, whole(1, 100_000), "connections in all that are not logged in yet"
    )
    logins_per_address: int = setting(
        _USUAL.logins_each, whole(1, 100_000), "connections of one address not logged in yet"
    )
    login_seconds: int = setting(int(_USUAL.login_time), whole(1, 600), "time a login may take")
    idle_minutes: int = setting(
        int(_USUAL.idle // 60),
        whole(1, 10_080),
        "time a session may go without a key, unless it watches a game",
    )
    guest_game_days: int = setting(
        _USUAL.guest_days,
        whole(0, 36_500),
        "days for which games of guests alone are kept; 0 for ever",
    )
    tables_per_minute: int = setting(
        10, whole(1, 1000), "tables one player may open in a minute, and games begin"
    )
    watchers_per_table: int = setting(
        _USUAL.watchers, whole(1, 100_000), "watchers of a table; text watchers do not count"
    )
    bots_at_once: int = setting(
        _USUAL.bots, whole(0, 100_000), "bots connected at a time; 0 lets none in"
    )
    bots_per_address: int = setting(
        _USUAL.bots_each, whole(1, 100_000), "bots connected at a time from one address"
    )
    correspondence_games: int = setting(
        GAMES_OF_DAYS, whole(0, 1000), "correspondence games that one player may have"
    )
    input_bytes_per_second: int = setting(
        int(_USUAL.input_rate), whole(64, 1_000_000), "input of a session that is read"
    )
    keys_per_second_per_address: int = setting(
        int(_USUAL.keys_rate),
        whole(1, 100_000),
        "keys of all sessions of one address that are taken, for long",
    )
    processor_percent_per_address: int = setting(
        round(100 * _USUAL.time_rate),
        whole(1, 100),
        "share of the server's time that all sessions of one address may use, for long",
    )
    answers_per_second_per_address: int = setting(
        int(_USUAL.answers_rate),
        whole(1, 100_000),
        "commands of one address that only answer with a text",
    )
    output_backlog_bytes: int = setting(
        _USUAL.backlog, whole(4096, 16_777_216), "output that may wait for a slow terminal"
    )
    widest: int = setting(_USUAL.widest, whole(80, 1000), "columns of a terminal that are used")
    highest: int = setting(_USUAL.highest, whole(24, 500), "rows of a terminal that are used")


@dataclass(frozen=True, slots=True)
class Computers:
    """The computer players."""

    processes: int = setting(
        0, whole(0, 256), "processes in which they think; 0 for one less than cores, at least one"
    )
    residents: tuple[str, ...] = setting(
        USUAL_RESIDENTS, COMPUTERS, "levels that always play rated games, in a rating of their own"
    )


@dataclass(frozen=True, slots=True)
class League:
    """What players may do in the league."""

    vacation_days: int = setting(
        VACATION_DAYS, whole(0, 366), "days a year a player may rest from correspondence games"
    )


@dataclass(frozen=True, slots=True)
class Notify:
    """Notices of correspondence games; none by default."""

    webhook: str = setting(
        "", WEB_ADDRESS, "URL that gets a JSON document for each event", secret=True
    )
    smtp_host: str = setting("", HOST, "the server that takes e-mail; empty for no e-mail")
    smtp_port: int = setting(587, whole(1, 65535), "its port")
    smtp_from: str = setting("", MAIL_ADDRESS, "the address from which e-mail comes")
    smtp_user: str = setting("", line(200), "the name for its login; empty for none")
    smtp_password: str = setting("", line(500), "the password for its login", secret=True)
    smtp_tls: str = setting(
        "starttls",
        choice("starttls", "tls", "none"),
        "how the connection is secured; none only on the same machine",
    )


@dataclass(frozen=True, slots=True)
class Calling:
    """Webhooks by which the club calls people; none by default."""

    hooks: tuple[Hook, ...] = setting(
        (), HOOKS, "who is called, each a table [[calls.hooks]]", secret=True
    )
    private: bool = setting(
        False, YES_OR_NO, "receivers may be on this machine and in private networks"
    )
    wait_seconds: int = setting(
        60, whole(10, 3600), "time somebody waits for a public game before it is called"
    )
    per_minute: int = setting(10, whole(1, 60), "calls that each receiver gets in a minute")


@dataclass(frozen=True, slots=True)
class Cluster:
    """What this process needs to play as one server with others; without `nats` it is alone."""

    name: str = setting(
        "", NODE_NAME, "the name of this node; empty for the machine's name", flag="--node"
    )
    nats: tuple[str, ...] = setting(
        (), BROKERS, "URLs of the NATS servers; none for a server that runs alone"
    )
    nats_credentials: str = setting(
        "", FILE, "file with this node's NATS credentials (JWT and seed, or the seed of an nkey)"
    )
    nats_user: str = setting("", line(200), "in place of them, the name for a login to NATS")
    nats_password_file: str = setting("", FILE, "file with the password for that login")
    nats_ca: str = setting("", FILE, "certificates that sign those of NATS; empty for the system's")
    nats_cert: str = setting("", FILE, "this node's certificate, if NATS asks for one")
    nats_key: str = setting("", FILE, "the key of that certificate")
    lease: int = setting(
        LEASE, whole(5, 300), "seconds of silence after which others take over a node's tables"
    )
    proxy_from: tuple[str, ...] = setting(
        (), NETWORKS, "balancers that must begin each connection with a PROXY protocol header"
    )
    reuse_port: bool = setting(
        False, YES_OR_NO, "whether several nodes of one machine share the port for players"
    )


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration of the server."""

    data: Path = setting(  # noqa: RUF009 (a path does not change)
        _DATA, FOLDER, "directory of the host key, the database and the admin socket", flag="--data"
    )
    database: str = setting(
        "",
        DATABASE_URL,
        "URL of the database; empty for SQLite in the data directory",
        flag="--database",
        secret=True,
    )
    database_password_file: str = setting(
        "", FILE, "file with the password of that database, in place of one in the URL"
    )
    public_address: str = setting(
        "",
        PUBLIC_HOST,
        "the name by which players reach this server, with :PORT if they come by another port",
        flag="--public-address",
    )
    motd: str = setting("", line(200), "a line every player sees on arrival")
    reserved_names: tuple[str, ...] = setting(
        ("admin", "moderator", "root", "server", "system"), NAMES, "names nobody may take"
    )
    hold_seconds: int = setting(
        int(HOLD), whole(10, 604_800), "time before the others may claim an absent player's game"
    )
    listen: Listen = field(default_factory=Listen)
    log: Log = field(default_factory=Log)
    metrics: Monitoring = field(default_factory=Monitoring)
    web: Web = field(default_factory=Web)
    limits: Bounds = field(default_factory=Bounds)
    computers: Computers = field(default_factory=Computers)
    league: League = field(default_factory=League)
    notify: Notify = field(default_factory=Notify)
    calls: Calling = field(default_factory=Calling)
    cluster: Cluster = field(default_factory=Cluster)

    @property
    def shown_address(self) -> str:
        """Where players reach the server, as all lines name it; HOST if that is not known."""
        listens = self.listen.host
        return self.public_address or ("HOST" if listens in EVERY_HOST else listens)

    @property
    def cluster_options(self) -> ClusterOptions | None:
        """How this node plays with others; None for a server that runs alone."""
        cluster = self.cluster
        if not cluster.nats:
            return None
        short = socket.gethostname().partition(".")[0]
        return ClusterOptions(
            name=cluster.name or (re.sub(r"[^A-Za-z0-9_-]", "-", short)[:63] or "node"),
            nats=cluster.nats,
            nats_credentials=_path(cluster.nats_credentials),
            nats_user=cluster.nats_user,
            nats_password_file=_path(cluster.nats_password_file),
            nats_ca=_path(cluster.nats_ca),
            nats_cert=_path(cluster.nats_cert),
            nats_key=_path(cluster.nats_key),
            lease=float(cluster.lease),
            proxy_from=tuple(ip_network(each, strict=False) for each in cluster.proxy_from),
            reuse_port=cluster.reuse_port,
        )

    @property
    def web_options(self) -> WebOptions | None:
        """How browsers come in; None if they do not."""
        web = self.web
        if not web.enabled:
            return None
        proxies = tuple(ip_network(each, strict=False) for each in web.proxies)
        url = web.url
        if not url and web.host in EVERY_HOST and web.port:  # elsewhere its host says where it is
            host = parse_address(self.public_address or "HOST").host
            url = f"http://{f'[{host}]' if ':' in host else host}:{web.port}"
        return WebOptions(web.host, web.port, url, proxies, web.title, web.prefix, web.forwarded)

    @property
    def calls_options(self) -> CallsOptions | None:
        """Who is called; None for nobody."""
        calls = self.calls
        if not calls.hooks:
            return None
        return CallsOptions(calls.hooks, calls.private, float(calls.wait_seconds), calls.per_minute)

    @property
    def mail_server(self) -> MailServer | None:
        """The server that takes e-mail; None without one."""
        notify = self.notify
        if not notify.smtp_host or not notify.smtp_from:
            return None
        from server.ops.post import MailServer

        return MailServer(
            notify.smtp_host,
            notify.smtp_port,
            notify.smtp_from,
            notify.smtp_user,
            notify.smtp_password,
            cast("Security", notify.smtp_tls),
        )

    @property
    def database_url(self) -> str:
        """The URL of the database that is used.

        Raises:
            StoreError: the file of the password cannot be read.
        """
        if self.database_password_file:
            from server.store.address import with_password

            return with_password(self.database, Path(self.database_password_file))
        return self.database or self.own_database_url

    @property
    def own_database_url(self) -> str:
        """The URL of the SQLite database in the data directory."""
        from sqlalchemy.engine import URL

        path = str((self.data / "cuttle.db").absolute())
        return URL.create("sqlite", database=path).render_as_string(hide_password=False)

    @property
    def admin_socket(self) -> Path:
        """The socket of `cuttle admin`."""
        return self.data / "admin.sock"

    @property
    def ssh_limits(self) -> Limits:
        """The limits in the units of the ssh service."""
        limits = self.limits
        return Limits(
            connections=limits.connections,
            connections_each=limits.connections_per_address,
            logins=limits.logins,
            logins_each=limits.logins_per_address,
            login_time=float(limits.login_seconds),
            sessions=limits.sessions,
            sessions_each=limits.sessions_per_key,
            sessions_per_address=limits.sessions_per_address,
            answers_burst=10 * limits.answers_per_second_per_address,
            answers_rate=float(limits.answers_per_second_per_address),
            keys_burst=4 * limits.keys_per_second_per_address,
            keys_rate=float(limits.keys_per_second_per_address),
            channels_each=limits.sessions_per_connection,
            input_rate=float(limits.input_bytes_per_second),
            backlog=limits.output_backlog_bytes,
            widest=limits.widest,
            highest=limits.highest,
            watchers=limits.watchers_per_table,
            bots=limits.bots_at_once,
            bots_each=limits.bots_per_address,
            time_rate=limits.processor_percent_per_address / 100,
            idle=limits.idle_minutes * 60.0,
            guest_days=limits.guest_game_days,
        )


def _path(text: str) -> Path | None:
    return Path(text) if text else None


SETTINGS: Final[dict[str, Setting]] = {setting.key: setting for setting in settings_of(Config)}
"""Every key, in the order in which they are shown."""


def config_of(values: dict[str, Any]) -> Config:
    """Build a configuration from accepted values by key; the rest are defaults."""
    made: Config = _made(Config, values, "")
    return made


def _made(kind: Any, values: dict[str, Any], prefix: str) -> Any:
    made = {}
    for part in fields(kind):
        key = prefix + part.name
        if is_dataclass(part.default_factory):
            made[part.name] = _made(part.default_factory, values, f"{key}.")
        elif key in values:
            made[part.name] = values[key]
    return kind(**made)


def value_at(config: Config, key: str) -> Any:
    """Return the value of a key."""
    value: Any = config
    for name in key.split("."):
        value = getattr(value, name)
    return value
