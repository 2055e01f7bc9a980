"""The API over HTTP: tokens, request bodies, problem documents, and access from other sites."""
