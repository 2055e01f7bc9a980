"""The server: settings, middleware, certificate, logs."""
