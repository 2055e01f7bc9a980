"""Pictures and clocks on pages: coordinates, numbers and words for the templates to draw."""
