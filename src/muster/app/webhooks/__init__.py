"""Webhooks: what is sent to other servers, when, in which words, and whether it arrived."""
