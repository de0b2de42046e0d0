"""A small synthetic job market, served on loopback."""
