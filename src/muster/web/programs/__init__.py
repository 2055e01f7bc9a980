"""The API over HTTP: tokens, what was sent, problem documents, and pages of other sites that ask for JSON."""
