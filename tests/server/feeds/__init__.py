"""Calendars and feeds."""
