"""The server: settings, middleware, certificate, addresses, logs."""
