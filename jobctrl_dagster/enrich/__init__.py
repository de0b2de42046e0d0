"""Enriching a posting: its page where needed, typed facts, and the rules that drop jobs."""
