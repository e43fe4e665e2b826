"""Every read of the books that is more than a get."""
