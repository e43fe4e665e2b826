"""REST endpoints of the books: counts, entries, deposits."""
