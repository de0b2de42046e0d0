"""Public feeds of postings, one small module per feed that the board library does not know."""
