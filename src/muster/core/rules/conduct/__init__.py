"""What may happen at a table besides play: rulings, penalties, calls for a judge, objections."""
