"""Webhooks: what is told to other servers, when, in which words, and what became of it."""
