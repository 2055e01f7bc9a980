"""A game at the table, by the book: from the choice of lists to the result that is handed over."""
