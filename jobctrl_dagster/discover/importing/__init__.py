"""Postings that a person brings: tables, JSON, saved pages, addresses and pasted text."""
