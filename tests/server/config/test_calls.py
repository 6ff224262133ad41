"""Receivers of calls in the configuration: what is wrong is named, and no secret is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.config.check import in_force, mistakes
from server.config.loader import ConfigError, load
from tests.server.calls.test_sending import SECRET

HOOK = f"""
[[calls.hooks]]
form = "json"
url = "https://e.example/s3cret"
wants = ["night", "seek"]
secret = "{SECRET}"
language = "fr"

[[calls.hooks]]
name = "chat-2"
form = "discord"
url = "https://discord.example/api/webhooks/1/s3cret"
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "server.toml"
    file.write_text(text)
    file.chmod(0o600)
    return file


def test_receivers_are_read_in_order_with_what_they_want(tmp_path: Path) -> None:
    options = load(written(tmp_path, HOOK), {}, {}).config.calls_options
    assert options is not None
    one, other = options.hooks
    assert (one.name, one.form, one.wants, one.language) == (
        "json",
        "json",
        ("seek", "night"),
        "fr",
    )
    assert (other.name, other.secret) == ("chat-2", "")
    assert len(other.wants) == 6
    assert load(written(tmp_path, ""), {}, {}).config.calls_options is None


def test_the_check_says_who_is_called_and_shows_no_secret(tmp_path: Path) -> None:
    text = in_force(load(written(tmp_path, HOOK), {}, {}))
    assert "# calls json (json) at e.example: seek, night\n" in text
    assert (
        "# calls chat-2 (discord) at discord.example: seek, night, round, week, final, day" in text
    )
    assert "s3cret" not in text
    assert SECRET not in text


def test_a_variable_takes_what_a_file_does() -> None:
    text = '[{form = "ntfy", url = "https://ntfy.example/club"}]'
    config = load(Path("/dev/null"), {"CUTTLE_SERVER_CALLS_HOOKS": text}, {}).config
    assert [hook.form for hook in config.calls.hooks] == ["ntfy"]


@pytest.mark.parametrize(
    ("hook", "told"),
    [
        ('form = "irc"\nurl = "https://e.example"', "receiver irc: its form must be"),
        ('form = "slack"\nurl = "http://e.example/s3cret"', "must begin with https://"),
        ('form = "json"\nurl = "https://e.example/s3cret"', "needs a secret"),
        ('form = "slack"\nurl = "https://e.example"\nsecret = "s3cret"', "openssl rand"),
        ('form = "slack"\nurl = "https://e.example"\nwants = ["tea"]', "wants must be a list of"),
        ('form = "slack"\nurl = "https://e.example"\nwant = ["seek"]', "'want' is no key"),
        ('form = "slack"\nurl = "https://e.example"\nlanguage = "xx"', "its language must be"),
        ('form = "slack"\nurl = "https://e.example"\nsecret = 5', "its secret must be text"),
        ('form = "slack"\nurl = "https://e.example"\nname = 5', "slack: its name must be text"),
        ('form = "slack"\nurl = "https://e.example"\nname = "A b"', "the receiver 1: its name"),
    ],
)
def test_what_is_wrong_with_a_receiver_is_named(tmp_path: Path, hook: str, told: str) -> None:
    with pytest.raises(ConfigError) as wrong:
        load(written(tmp_path, f"[[calls.hooks]]\n{hook}\n"), {}, {})
    assert told in str(wrong.value)
    assert "line 1: calls.hooks" in str(wrong.value)
    assert "s3cret" not in str(wrong.value)


def test_two_receivers_of_one_name_are_refused(tmp_path: Path) -> None:
    hook = '[[calls.hooks]]\nform = "slack"\nurl = "https://e.example"\n'
    with pytest.raises(ConfigError, match="two receivers are called slack"):
        load(written(tmp_path, hook * 2), {}, {})


def test_this_machine_is_called_only_if_that_is_meant(tmp_path: Path) -> None:
    hook = '[[calls.hooks]]\nform = "slack"\nurl = "http://localhost:8000/x"\n'
    config = load(written(tmp_path, hook), {}, {}).config
    assert any("calls.private" in line for line in mistakes(config))
    meant = load(written(tmp_path, f"[calls]\nprivate = true\n{hook}"), {}, {}).config
    assert not [*mistakes(meant)]
