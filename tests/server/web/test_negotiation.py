"""What the headers of a request ask for."""

from __future__ import annotations

import pytest

from server.web.negotiation import address_of, by_preference, hops, is_kept, takes_gzip


@pytest.mark.parametrize(
    ("header", "zipped"),
    [
        ("", False),
        ("gzip", True),
        ("GZIP;Q=0.5", True),
        ("x-gzip", True),
        ("deflate, gzip;q=1.0, *;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("br", False),
        ("*", True),
        ("*;q=0.5, gzip;q=0", False),
        ("identity, gzip;q=0.5", False),
        ("identity;q=0.5, gzip;q=1", True),
        ("identity;q=0, gzip;q=0.1", True),
        ("identity;q=0", None),
        ("*;q=0", None),
        ("*;q=0, gzip", True),
        ("*;q=0, identity", False),
        ("gzip;q=0, identity;q=0", None),
        ("gzip;q=x", False),
        ("gzipped", False),
    ],
)
def test_a_coding_is_sent_that_is_accepted(header: str, zipped: bool | None) -> None:
    """Weights count, zero refuses, and a star stands for what is not named."""
    assert takes_gzip(header) is zipped


@pytest.mark.parametrize(
    ("headers", "kept"),
    [
        (['"a"'], True),
        (['W/"a"'], True),
        (['"b", W/"a"'], True),
        (['"b"', '"a"'], True),
        (["*"], True),
        ([" * "], True),
        (['"b"'], False),
        (['"b,a"'], False),
        (["a"], False),
        ([], False),
        (['W/"ab"'], False),
    ],
)
def test_a_tag_is_found_in_a_list(headers: list[str], kept: bool) -> None:
    """Weak and strong alike."""
    assert is_kept(headers, '"a"') is kept


@pytest.mark.parametrize(
    ("hop", "address"),
    [
        ("198.51.100.8", "198.51.100.8"),
        ("198.51.100.8:54321", "198.51.100.8"),
        ("2001:db8::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:DB8::1]:443", "2001:db8::1"),
        ('"[2001:db8::1]"', "2001:db8::1"),
        (' "[2001:db8::1]:443" ', "2001:db8::1"),
        ('"198.51.100.8:80"', "198.51.100.8"),
        ("fe80::1%eth0", "fe80::1"),
        ("[fe80::1%25eth0]:80", "fe80::1"),
        ("::ffff:198.51.100.8", "198.51.100.8"),
        ("[::ffff:198.51.100.8]:80", "198.51.100.8"),
        ("198.51.100.8:_port", "198.51.100.8"),
        ("unknown", ""),
        ("_hidden", ""),
        ("", ""),
        ("[", ""),
        ("[]:80", ""),
        ("999.1.1.1", ""),
        ("198.51.100.8 evil", ""),
    ],
)
def test_an_address_is_read_as_proxies_write_it(hop: str, address: str) -> None:
    """With a port, in brackets, in quotes, with a zone."""
    assert address_of(hop) == address


@pytest.mark.parametrize(
    ("headers", "standard", "named"),
    [
        (["a, b", "c"], False, ["a", "b", "c"]),
        ([""], False, []),
        (["a,,b"], False, ["a", "b"]),
        (['for="[::1]:443";proto=https, For=a'], True, ['"[::1]:443"', "a"]),
        (["proto=https;for=unknown", "by=1.2.3.4"], True, ["unknown", ""]),
        (['for="a,b", for=c'], True, ['"a,b"', "c"]),
    ],
)
def test_hops_are_listed_in_their_order(
    headers: list[str], standard: bool, named: list[str]
) -> None:
    """Over several headers, and in the form of the standard."""
    assert hops(headers, standard=standard) == named


def test_languages_come_in_the_order_of_their_weights() -> None:
    """And those that are refused not at all."""
    header = "fr;q=0, en;q=0.3, de-AT;q=0.8, *;q=0.1"
    assert by_preference(header) == ["de-at", "en", "*"]
