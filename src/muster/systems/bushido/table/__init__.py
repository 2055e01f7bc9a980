"""A Bushido game at the table, from set-up to result, as the rulebook and the Masters format have it."""
