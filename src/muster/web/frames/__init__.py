"""Pages that are shown inside something else: overlays of a stream, and frames on other sites."""
