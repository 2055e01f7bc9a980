"""The server: settings, middleware, certificate, processes."""
