"""The pages of the books and of the count room."""
