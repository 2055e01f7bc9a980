"""Webhooks on their way: one request to one other server, and the threads that send what is due."""
