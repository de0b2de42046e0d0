"""Finding postings: families of sources over one port, read into one record."""
