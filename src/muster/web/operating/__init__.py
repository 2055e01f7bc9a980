"""What those who run the server see of it: health, log, numbers, and how long each request took."""
