"""Scoring a posting against a profile: requirements, evidence, one number from 1 to 10."""
