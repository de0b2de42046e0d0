"""An installation in one file, and back again, also onto another kind of database."""
