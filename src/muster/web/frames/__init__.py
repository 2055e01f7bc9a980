"""Pages shown inside something else: overlays on a stream, and frames on other sites."""
