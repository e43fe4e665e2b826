"""Every write of the books: one function, one transaction."""
