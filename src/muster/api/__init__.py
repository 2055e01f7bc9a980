"""The HTTP API as data, without a framework: the table of routes, bodies and answers, OpenAPI, and a client."""
