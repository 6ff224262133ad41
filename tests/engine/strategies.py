"""Random ways of playing."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.errors import RulesetError
from engine.rules.options import OPTIONS, parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset


def _option_text(name: str, number: int) -> str:
    return f"{name}={number}" if OPTIONS[name].numbered else name


def _readable(text: str) -> bool:
    try:
        parse_ruleset(text)
    except RulesetError:
        return False
    return True


def ruleset_texts() -> st.SearchStrategy[str]:
    """Any preset with up to five options that bear each other."""
    options = st.builds(_option_text, st.sampled_from(sorted(OPTIONS)), st.integers(3, 9))
    return st.builds(
        lambda base, laid: "+".join([base, *laid]),
        st.sampled_from(sorted(PRESETS)),
        st.lists(options, max_size=5, unique_by=lambda text: text.partition("=")[0]),
    ).filter(_readable)


def rulesets() -> st.SearchStrategy[Ruleset]:
    """Any preset with options."""
    return ruleset_texts().map(parse_ruleset)
