"""Players' lists, for the staff and for everybody whom the book lets see them."""
