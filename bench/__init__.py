"""Measurements: each module measures one thing and compares it with its bar."""
