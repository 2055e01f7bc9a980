"""The HTTP API as data: its table of routes, what goes in and out, the OpenAPI document and a client. No framework."""
