"""For whoever runs the server: health, log, metrics, and how long requests take."""
