"""How every test runs."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How long an example takes says something of the machine, and nothing of the game.
settings.register_profile(
    "untimed", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("untimed")
