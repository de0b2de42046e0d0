"""Applying: a real browser, what a form asks, and what the person has said to it."""
