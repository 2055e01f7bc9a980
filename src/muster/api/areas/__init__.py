"""The API area by area: each module has its bodies and answers, what they do, and its routes."""
