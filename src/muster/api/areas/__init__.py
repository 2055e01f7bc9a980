"""The API inside an event, one module per area: its bodies, answers, functions and routes."""
