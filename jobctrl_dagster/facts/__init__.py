"""Pure readings of a posting: the same arguments always give the same answer."""
