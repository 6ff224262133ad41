"""What each receiver reads: nothing of a player's becomes markup, a mention or a link there."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest

from server.calls import FORMS, Form, Hook
from server.calls.forms import WRITERS, discord_text, slack_text
from server.calls.words import Places, Told, told
from server.store.calls import Call

EVIL = "@everyone <!channel> **b** `c` [x](http://e.example) <b> &amp; \x1b[31m\u202e _i_ ||s||"
PLACES = Places("-p 2222 club.example", "https://club.example")
SEEK = Call(
    "seek:t1",
    "seek",
    {"player": "p1", "rules": "standard", "timing": "none", "rated": False, "code": "AB2C"},
)


def hook(form: Form) -> Hook:
    return Hook(form, form, "https://chat.example/hook?key=k")


def sent(form: Form, text: Told) -> dict[str, object]:
    request = WRITERS[form].send(hook(form), "id1", "seek", text)
    assert request.method == "POST"
    document = json.loads(request.body)
    assert isinstance(document, dict)
    return document


def evil() -> Told:
    name = told(SEEK, {"p1": EVIL}, PLACES, "en").title
    marks = EVIL.replace("\x1b", "").replace("\u202e", "")
    return Told(f"{name} {marks}", (marks,), "https://club.example/join/AB2C")


def test_a_call_names_nobody_who_has_not_agreed() -> None:
    assert told(SEEK, {}, PLACES, "en").title == "somebody is waiting for an opponent: standard"
    named = told(SEEK, {"p1": "ann"}, PLACES, "fr")
    assert named.title.startswith("ann attend un adversaire")
    assert named.link == "https://club.example/join/AB2C"
    assert named.command == "ssh -t -p 2222 club.example join AB2C"


@pytest.mark.parametrize("form", FORMS)
def test_no_form_gets_controls_or_a_mention(form: Form) -> None:
    text = json.dumps(sent(form, evil()), ensure_ascii=False)
    assert "\x1b" not in text
    assert "\u202e" not in text
    if form not in ("json", "ntfy"):  # those read no markup
        assert "@everyone" not in text


def test_discord_mentions_nobody_and_shows_markup_as_it_is() -> None:
    document = sent("discord", evil())
    assert document["allowed_mentions"] == {"parse": []}
    content = str(document["content"])
    title, _, where = content.split("\n")
    inside = title.removeprefix("**").removesuffix("**")
    plain = inside.replace("\\", "")
    assert all(f"\\{mark}" in inside for mark in "*`[]()<>|_!" if mark in plain)
    assert where == "<https://club.example/join/AB2C>"
    assert discord_text("a_b@here") == "a\\_b@\u200bhere"
    assert len(content) < 2000


def test_slack_reads_no_markup() -> None:
    document = sent("slack", evil())
    assert document["mrkdwn"] is False
    text = str(document["text"])
    assert text.count("<") == text.count(">") == 1  # our own link
    assert text.endswith("<https://club.example/join/AB2C>")
    assert slack_text("<!here>&") == "&lt;!here&gt;&amp;"


def test_the_html_for_matrix_has_no_tags_but_ours() -> None:
    document = sent("matrix", evil())
    tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            del attrs
            tags.append(tag)

    Reader().feed(str(document["html"]))
    assert tags == ["strong", "br", "br", "a"]


@pytest.mark.parametrize("form", ["discord", "slack", "matrix", "ntfy"])
def test_a_long_call_is_told_in_whole_lines_and_says_where_it_leads(form: Form) -> None:
    lines = tuple(f"{number}: a_b & <c> against d-e" for number in range(99))
    text = Told("Round 1", lines, "https://club.example/")
    document = sent(form, text)
    told_as = {"discord": "content", "slack": "text", "matrix": "text", "ntfy": "message"}
    *shown, more, where = str(document[told_as[form]]).split("\n")
    assert more == "…"
    assert where.strip("<>") == "https://club.example/"
    shown = shown if form == "ntfy" else shown[1:]
    whole = {"discord": discord_text, "slack": slack_text}.get(form, str)
    assert shown == [*map(whole, lines[: len(shown)])]
    assert 20 < len(shown) < 99


def test_ntfy_is_published_to_the_root_under_the_topic_and_taken_back_by_its_id() -> None:
    here = Hook("ntfy", "ntfy", "https://ntfy.example/club?auth=x")
    request = WRITERS["ntfy"].send(here, "id1", "seek", evil())
    document = json.loads(request.body)
    assert request.url == "https://ntfy.example/?auth=x"
    assert (document["topic"], document["sequence_id"]) == ("club", "id1")
    assert document["click"] == "https://club.example/join/AB2C"
    assert document["markdown"] is False
    withdraw = WRITERS["ntfy"].withdraw
    assert withdraw is not None
    over = withdraw(here, "id1", "seek", "")
    assert (over.method, over.url) == ("DELETE", "https://ntfy.example/club/id1?auth=x")


def test_a_message_of_discord_is_taken_back_by_the_id_it_was_given() -> None:
    writer = WRITERS["discord"]
    assert writer.message({"id": "123"}) == "123"
    assert writer.message({"id": "../../x"}) == ""
    assert writer.message("nonsense") == ""
    assert writer.withdraw is not None
    over = writer.withdraw(hook("discord"), "id1", "seek", "123")
    assert (over.method, over.url) == ("DELETE", "https://chat.example/hook/messages/123?key=k")


def test_a_receiver_without_a_page_gets_the_line_for_ssh() -> None:
    text = told(SEEK, {"p1": "ann"}, Places("club.example"), "en")
    for form in FORMS:
        assert "ssh -t club.example join AB2C" in json.dumps(sent(form, text))
