"""Sending webhooks: one request to another server, and the threads that send what is due."""
