"""Commands for lists, cards, terrain, scenarios and paper."""
