"""What the server can be told: by whom, what wins, and what is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from server.cli.main import main
from server.config.check import in_force, masked, obstacles
from server.config.loader import ConfigError, load
from server.config.schema import SETTINGS, Config, Listen, value_at
from server.ops.host_key import NAME, host_key
from server.ops.limits import Limits
from server.store.store import Store


def _file(folder: Path, text: str) -> Path:
    file = folder / "server.toml"
    file.write_text(text)
    return file


def _problems(file: Path | None, **environment: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        load(file, environment, {})
    return caught.value.problems


def test_what_comes_later_wins_and_is_named(tmp_path: Path) -> None:
    file = _file(tmp_path, '[listen]\nhost = "::"\nport = 22\n\n[limits]\nidle_minutes = 7\n')
    environment = {"CUTTLE_SERVER_LISTEN_PORT": "23", "CUTTLE_SERVER_LISTEN_HOST": "0.0.0.0"}
    loaded = load(file, environment, {"--port": "24", "log.level": "debug"})
    config = loaded.config
    assert (config.listen.host, config.listen.port) == ("0.0.0.0", 24)
    assert (config.limits.idle_minutes, config.log.level) == (7, "debug")
    assert loaded.origins == {
        "listen.port": "the command line",
        "listen.host": "the environment",
        "limits.idle_minutes": f"{file}, line 6",
        "log.level": "the command line",
    }


def test_the_usual_file_is_in_the_xdg_place_and_need_not_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load(None, {}, {}).config == Config()
    (tmp_path / "cuttle").mkdir()
    _file(tmp_path / "cuttle", "hold_seconds = 60\n")
    assert load(None, {}, {}).config.hold_seconds == 60


def test_everything_wrong_is_named_at_once_with_its_line(tmp_path: Path) -> None:
    file = _file(
        tmp_path,
        'motd = """\\\nlimits.sessions = "no key"\\\n"""\nreserved_names = [\n  "ann",\n  3,\n]\n'
        '[limits]\n# a word\nidle_minute = 3\nsessions = "many"\n[limts]\n[log]\nformat = "xml"\n',
    )
    assert _problems(file, CUTTLE_SERVER_LISTEN_PROT="1", CUTTLE_SERVER_METRICS_PORT="x") == (
        f"{file}, line 4: reserved_names must be a list of names, not ['ann', 3]",
        f"{file}, line 10: limits.idle_minute is not a key; did you mean idle_minutes?",
        f"{file}, line 11: limits.sessions must be a whole number from 1 to 100000, not many",
        f"{file}, line 12: limts is not a key; did you mean limits?",
        f"{file}, line 14: log.format must be text or json, not xml",
        "the environment: CUTTLE_SERVER_LISTEN_PROT is not a key; "
        "did you mean CUTTLE_SERVER_LISTEN_PORT?",
        "the environment: CUTTLE_SERVER_METRICS_PORT must be a whole number from 0 to 65535, not x",
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a = = 1\n", "line 1: Invalid value"),
        ("limits = 3\n", "line 1: limits is a section: write [limits] above its keys"),
        ("limits.sessions = true\n", "line 1: limits.sessions must be a whole number"),
        ("limits.sessions = 0\n", "line 1: limits.sessions must be a whole number from 1"),
        ('\n"motd" = "a\\u001b[2J"\n', "line 2: motd must be one line"),
        ("[[log]]\nlevel = 1\n", "line 1: log is a section"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    file = _file(tmp_path, text)
    (told,) = _problems(file)
    assert told.startswith(f"{file}, {problem}")
    assert told.isprintable()


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in _problems(tmp_path / "none")[0]
    assert "cannot be read" in _problems(tmp_path)[0]
    (tmp_path / "server.toml").write_bytes(b"motd = '\xff'")
    assert "not UTF-8" in _problems(tmp_path / "server.toml")[0]
    assert "too large" in _problems(_file(tmp_path, "#" * 300_000))[0]


def test_a_password_is_shown_nowhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for url in ("mysql://me:s3cret@host/x", "s3cret", "postgresql://me:s3cret@h:port/x"):
        assert "s3cret" not in str(_problems(None, CUTTLE_SERVER_DATABASE=url))
    monkeypatch.setenv(
        "CUTTLE_SERVER_DATABASE", "postgresql://me:s3cret@127.0.0.1:1/x?sslpassword=s3cret"
    )
    assert main(["serve", "--check", "--data", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert "postgresql://me:***@127.0.0.1:1/x" in out
    assert "cannot open the database" in err
    assert "s3cret" not in out + err


def test_the_database_is_in_the_data_directory_unless_told(tmp_path: Path) -> None:
    odd = tmp_path / "a b?c#d%20"
    odd.mkdir()
    config = Config(data=odd)
    Store.open(config.database_url).close()
    assert (odd / "cuttle.db").exists()
    assert Config(database="postgresql:///x").database_url == "postgresql:///x"
    assert masked(config.database_url)


def test_the_door_gets_its_limits() -> None:
    assert Config().ssh_limits == Limits()
    told = load(None, {}, {"limits.idle_minutes": "2", "limits.widest": "100"}).config.ssh_limits
    assert (told.idle, told.widest) == (120.0, 100)


def test_what_is_in_force_can_be_read_back(tmp_path: Path) -> None:
    flags = {"motd": 'say "hi" \\ to all', "reserved_names": "ann,bob", "--port": "22"}
    first = load(None, {}, flags)
    again = load(_file(tmp_path, in_force(first)), {}, {}).config
    assert {key: value_at(again, key) for key in SETTINGS if key != "database"} == {
        key: value_at(first.config, key) for key in SETTINGS if key != "database"
    }


def test_check_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "new" / "data"
    assert main(["serve", "--check", "--data", str(data), "--port", "0"]) == 0
    assert not (tmp_path / "new").exists()
    told = tomllib.loads(capsys.readouterr().out)
    assert told["data"] == str(data)
    assert told["listen"] == {"host": "127.0.0.1", "port": 0}


@pytest.mark.slow
def test_check_leaves_no_file_beside_a_database(tmp_path: Path) -> None:
    config = Config(data=tmp_path, listen=Listen(port=0))
    store = Store.open(config.database_url)
    assert [*obstacles(config)] == []
    store.close()
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert [*obstacles(config)] == []
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_check_names_every_obstacle(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("broken")
    (tmp_path / "cuttle.db").write_text("broken" * 1000)
    key, database = obstacles(Config(data=tmp_path, listen=Listen(port=0)))
    assert key.startswith(f"the host key {tmp_path / NAME} cannot be read")
    assert database.startswith("cannot open the database: ")
    assert (tmp_path / "cuttle.db").read_text() == "broken" * 1000
    in_the_way = [*obstacles(Config(data=tmp_path / NAME / "sub"))]
    assert in_the_way[0].endswith(f"{tmp_path / NAME} is not a directory")


def test_wrong_settings_are_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = ["--port", "x", "--set", "limits.idle=3", "--data", str(tmp_path)]
    assert main(["serve", *wrong]) == 2
    assert capsys.readouterr().err == (
        "cuttle: the command line: --port must be a whole number from 0 to 65535, not x\n"
        "cuttle: the command line: limits.idle is not a key; did you mean idle_minutes?\n"
    )
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--set", "port"])
    assert ended.value.code == 2


def test_the_host_key_can_be_published(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["serve", "--fingerprint", "--data", str(tmp_path), "--public-address", "play.example"]
    assert main(wanted) == 1
    assert "start the server once" in capsys.readouterr().err
    key = host_key(tmp_path)
    assert main(wanted) == 0
    fingerprint, known, record = capsys.readouterr().out.splitlines()
    assert fingerprint.split() == ["fingerprint", key.get_fingerprint(), "(ED25519)"]
    public = key.export_public_key("openssh").decode().split()[:2]
    assert known.split() == ["known_hosts", "[play.example]:2222", *public]
    assert record.split()[1:6] == ["play.example.", "IN", "SSHFP", "4", "2"]


def test_every_setting_has_a_variable_of_its_own() -> None:
    assert len({one.variable for one in SETTINGS.values()}) == len(SETTINGS)
    assert all(one.help for one in SETTINGS.values())


@pytest.mark.slow
@given(st.sampled_from([*SETTINGS]), st.text(max_size=40))
def test_any_text_is_taken_or_refused_in_one_line(key: str, text: str) -> None:
    try:
        load(None, {SETTINGS[key].variable: text}, {})
    except ConfigError as error:
        (problem,) = error.problems
        assert problem.isprintable()


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ({"--public-address": "cuttle.example.org"}, "ssh -p 2222 cuttle.example.org"),
        ({"--public-address": "cuttle.example.org:22"}, "ssh cuttle.example.org"),
        ({"--public-address": "[2001:db8::7]:4022"}, "ssh -p 4022 2001:db8::7"),
        ({"--host": "192.0.2.7", "--port": "22"}, "ssh 192.0.2.7"),
        ({"--host": "0.0.0.0"}, "ssh -p 2222 HOST  (set public_address"),
        ({"--host": "::"}, "ssh -p 2222 HOST  (set public_address"),
    ],
)
def test_check_says_what_players_will_read(told: dict[str, str], read: str) -> None:
    shown = in_force(load(None, {}, told))
    assert f"# players read: {read}" in shown


@pytest.mark.parametrize(
    "address", ["ann@example.org", "a b", "h:0", "h:99999", "[::1", "-oProxyCommand=x", "ssh://"]
)
def test_a_public_address_is_one(address: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(None, {}, {"--public-address": address})
    assert "with :PORT" in caught.value.problems[0]


def test_the_key_is_published_under_the_port_by_which_players_come(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host_key(tmp_path)
    flags = ["--data", str(tmp_path), "--public-address", "cuttle.example.org:4022"]
    assert main(["serve", "--fingerprint", *flags]) == 0
    shown = capsys.readouterr().out
    assert "[cuttle.example.org]:4022 ssh-ed25519" in shown
    assert "cuttle.example.org. IN SSHFP" in shown


@pytest.mark.parametrize(("mode", "told"), [(0o700, False), (0o755, True), (0o750, True)])
def test_a_data_directory_that_others_may_read_is_told(
    tmp_path: Path, mode: int, told: bool
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(mode)
    shown = in_force(load(None, {}, {"--data": str(data)}))
    assert (f"chmod 700 {data}" in shown) is told


@pytest.mark.parametrize(("mode", "told"), [(0o600, False), (0o640, True), (0o604, True)])
@pytest.mark.parametrize(
    "key",
    [
        "database_password_file",
        "cluster.nats_credentials",
        "cluster.nats_password_file",
        "cluster.nats_key",
    ],
)
def test_check_says_where_a_secret_is_open_to_others(
    key: str, mode: int, told: bool, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("word")
    secret.chmod(mode)
    flags = {"database": "postgresql://cuttle@127.0.0.1/cuttle", key: str(secret)}
    shown = in_force(load(None, {}, flags))
    assert (f"# others on this machine may read {secret}: chmod 600 {secret}\n" in shown) is told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('smtp_password = "word"', True),
        ('smtp_password = ""', False),
        ('smtp_from = "cuttle@example.org"', False),
    ],
)
def test_check_says_where_the_configuration_has_a_secret_and_is_open(
    line: str, told: bool, tmp_path: Path
) -> None:
    file = tmp_path / "server.toml"
    file.write_text(f"[notify]\n{line}\n")
    file.chmod(0o644)
    assert (f"chmod 600 {file}" in in_force(load(file, {}, {}))) is told
    file.chmod(0o600)
    assert f"chmod 600 {file}" not in in_force(load(file, {}, {}))


def test_check_refuses_a_password_for_no_database_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("word")
    flags = ["--data", str(tmp_path / "data"), "--set", f"database_password_file={secret}"]
    assert main(["serve", "--check", *flags]) == 2
    told = capsys.readouterr()
    assert f'database_password_file = "{secret}"' in told.out
    assert "there is a password for a database, and no PostgreSQL" in told.err
