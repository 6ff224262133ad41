"""`cuttle serve`: let others play here over ssh."""

from __future__ import annotations

import argparse
import asyncio
import faulthandler
import logging
import os
import signal
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cuttle_tui.i18n.translation import tr
from server.cli.parser import Commands, complain

if TYPE_CHECKING:
    from server.config.schema import Config, Listen, Monitoring, Web
    from server.ops.limits import Limits
    from server.ops.monitoring import Endpoint, Metrics
    from server.serve import Server

log = logging.getLogger(__name__)

_ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_IGNORED: Final = (signal.SIGUSR1, signal.SIGUSR2)
"""Sent to servers that write files of logs, to open them anew."""
_MEMORY: Final = 512 << 20
"""Bytes of address space that a server needs at least."""


def add_serve(commands: Commands) -> None:
    """Add `cuttle serve` to the commands, with the flags of its settings."""
    from server.config.schema import SETTINGS

    serve = commands.add_parser("serve", help=tr("host games for others over ssh"))
    serve.add_argument("--config", type=Path, metavar="FILE", help="the configuration to read")
    for setting in SETTINGS.values():
        how: dict[str, Any] = {"dest": setting.flag, "help": setting.help}
        if type(setting.default) is bool:
            how |= {"action": "store_const", "const": "true"}
        else:
            how["metavar"] = setting.key.rpartition(".")[2].upper()
            how["help"] += f" ({setting.default})" if setting.default else ""
        if setting.flag:
            serve.add_argument(setting.flag, **how)
    serve.add_argument(
        "--set",
        action="append",
        default=[],
        type=_pair,
        metavar="KEY=VALUE",
        help="any other key of the configuration; may be given again",
    )
    instead = serve.add_mutually_exclusive_group()
    instead.add_argument(
        "--check", action="store_true", help="show what is in force, look for obstacles, and end"
    )
    instead.add_argument(
        "--fingerprint", action="store_true", help="print the host key for others to publish"
    )
    serve.set_defaults(run=run_serve)


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"write KEY=VALUE, not {text!r}")
    return key.strip(), value


def run_serve(options: argparse.Namespace) -> int:
    """Run the server, or carry out the check or print-out asked for instead."""
    from server.config.check import cluster_mistakes, in_force, mistakes, obstacles
    from server.config.loader import ConfigError, load
    from server.config.schema import SETTINGS

    given = {flag: getattr(options, flag) for each in SETTINGS.values() if (flag := each.flag)}
    flags = {flag: text for flag, text in given.items() if text is not None}
    try:
        loaded = load(options.config, os.environ, flags | dict(options.set))
    except ConfigError as error:
        return complain(*error.problems, status=2)
    if short := _short_of_memory():
        return complain(short, status=2)
    if options.check:
        sys.stdout.write(in_force(loaded))
        sys.stdout.flush()
        found = [*obstacles(loaded.config)]
        return complain(*found, status=2) if found else 0
    if options.fingerprint:
        return _fingerprint(loaded.config)
    if wrong := [*cluster_mistakes(loaded.config), *mistakes(loaded.config)]:
        return complain(*wrong, status=2)
    return _serve(loaded.config)


def _short_of_memory() -> str:
    """Return why the memory its user may have is too little for the server, if it is.

    Libraries that find none left end the process without a word about the reason.
    """
    try:
        import resource
    except ModuleNotFoundError:  # no limits that could be read
        return ""
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    if most == resource.RLIM_INFINITY or most >= _MEMORY:
        return ""
    return (
        f"this user may have {most >> 20} MB of address space, and the server needs "
        f"{_MEMORY >> 20}: raise it (ulimit -v)"
    )


def _fingerprint(config: Config) -> int:
    from server.ops.host_key import NAME, DataError, host_key, published

    try:
        if not (config.data / NAME).exists():
            return complain(f"there is no host key in {config.data} yet: start the server once")
        key = host_key(config.data)
    except PermissionError:
        return complain(f"the host key in {config.data} may not be read: use its owner, or sudo")
    except DataError as error:
        return complain(str(error))
    sys.stdout.write(published(key, config.public_address, config.listen.port))
    return 0


def _serve(config: Config) -> int:
    from server.ops import logs
    from server.terminal.textual_process import prepare_process

    prepare_process()
    faulthandler.enable()  # systemd aborts a process that gives no sign of life
    logs.start(sys.stderr, config.log.format, config.log.level)
    from server.ops.host_key import DataError
    from server.store.values import StoreError

    try:
        asyncio.run(_run(config))
    except (DataError, StoreError, PortTaken) as error:
        if config.log.format == "text":
            return complain(str(error))
        log.critical("the server does not start: %s", error)
        return 1
    return 0


def _server(config: Config, metrics: Metrics) -> Server:
    from server.serve import DaysOptions, Server

    return Server(
        config.data,
        config.listen.host,
        config.listen.port,
        database=config.database_url,
        limits=_affordable(config.ssh_limits),
        hold=config.hold_seconds,
        address=config.shown_address,
        motd=config.motd,
        reserved=config.reserved_names,
        tables=config.limits.tables_per_minute,
        processes=config.computers.processes,
        residents=config.computers.residents,
        days=DaysOptions(
            games=config.limits.correspondence_games,
            vacation_days=config.league.vacation_days,
            webhook=config.notify.webhook,
            mail_server=config.mail_server,
        ),
        metrics=metrics,
        warm=True,
        cluster=config.cluster_options,
        web=config.web_options,
        calls=config.calls_options,
    )


def _affordable(limits: Limits) -> Limits:
    """Raise the limit of open files as far as need be; allow no more connections than it does."""
    from server.ops.limits import SPARE, descriptors_needed, raise_descriptors

    needed = descriptors_needed(limits)
    files = raise_descriptors(needed)
    if files >= needed:
        return limits
    most = max(1, files - SPARE)
    log.warning(
        "this user may have %d open files: %d connections in place of %d",
        *(files, most, limits.connections),
    )
    return replace(limits, connections=most)


class PortTaken(Exception):
    """A port is not available; the text says which, and what to do."""


async def _run(config: Config) -> None:
    """Serve until asked to end; DataError, StoreError or PortTaken say why it cannot begin."""
    from server.admin.admin_socket import AdminSocket
    from server.admin.service import ServerAdmin
    from server.ops.limits import Collector
    from server.ops.monitoring import Endpoint
    from server.ops.prometheus import PrometheusMetrics
    from server.ops.watchdog import ALIVE, READY, STOPPING, ServiceManager, Watchdog

    asked_to_end = asyncio.Event()
    manager = ServiceManager(os.environ)
    _heed_signals(asked_to_end)
    metrics = PrometheusMetrics()
    metrics.starting(True)
    server = _server(config, metrics)
    watchdog = Watchdog(metrics, partial(manager.tell, ALIVE))
    async with AsyncExitStack() as stack:
        stack.callback(watchdog.stop)  # last: what ends may get stuck as well
        if config.metrics.port:
            endpoint = Endpoint(metrics, config.metrics.port, config.metrics.host)
            await _open(stack, config, endpoint, config.metrics, "--metrics-port N")
        await _open(stack, config, server, config.listen, "--port N or --host ADDRESS")
        admin_service = ServerAdmin(server, asked_to_end.set)
        if server.cluster is not None:
            server.cluster.obey = admin_service.carry_out
            server.cluster.listing = admin_service.listing
        await stack.enter_async_context(AdminSocket(config.admin_socket, admin_service))
        await stack.enter_async_context(Collector(metrics))
        watchdog.start(server.doors.end)
        metrics.starting(False)
        manager.tell(READY)
        _welcome(config, server)
        await asked_to_end.wait()
        manager.tell(STOPPING)
        metrics.draining()


def _heed_signals(asked_to_end: asyncio.Event) -> None:
    """Drain for every signal that asks to end; let none of the others kill the server.

    What is ignored already stays so: `nohup` keeps a server alive when its terminal is closed.
    """
    loop = asyncio.get_running_loop()
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, asked_to_end.set)
    for number in _IGNORED:
        loop.add_signal_handler(number, log.info, "%s is ignored", number.name)


async def _open(
    stack: AsyncExitStack,
    config: Config,
    service: Server | Endpoint,
    at: Listen | Monitoring | Web,
    flag: str,
) -> None:
    """Open what listens on a port, or raise PortTaken."""
    from server.web import WebPortTaken

    try:
        await stack.enter_async_context(service)
    except OSError as error:
        if isinstance(error, WebPortTaken):
            at, flag = config.web, "--web-port N or --web-host ADDRESS"
        why = f"cannot listen on {at.host} port {at.port} ({error.strerror or error})"
        raise PortTaken(f"{why}: choose another one with {flag}") from None


def _welcome(config: Config, server: Server) -> None:
    """Say that the server is open: on lines to read, or on one of JSON if the log is written so."""
    from cuttle_tui.version import full_version
    from server.ops.logs import EventFormatter

    opened = [f"Cuttle is open. To play:  ssh {server.door}"]
    if server.web is not None:
        opened.append(f"or in a browser:          {server.web.url}")
    if config.log.format == "text":
        key = f"Host key fingerprint:     {server.fingerprint} (ED25519)"
        version = f"Version:                  {full_version()}"
        text = "\n".join((*opened, key, version, "End with ctrl+c."))
    else:
        told = {"msg": " ".join(opened), "key": server.fingerprint}
        told["version"] = full_version()
        event = logging.makeLogRecord({"name": __name__, "levelname": "INFO", **told})
        text = EventFormatter(config.log.format).format(event)
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
