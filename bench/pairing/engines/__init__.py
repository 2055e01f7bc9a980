"""One file per engine: `prepare` turns a field into the engine's own input, `pair` is what is timed, `read` its answer.

Each runs in a process of its own, so each imports its library at the top.
"""
