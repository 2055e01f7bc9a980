"""Every command: its section in the help, the module it stands in, and its short help. Loaded only when called."""

from __future__ import annotations

SECTIONS: dict[str, dict[str, tuple[str, str]]] = {
    "In a browser": {
        "serve": ("serve", "Serve the events to browsers in this network."),
        "sign-in": ("serve", "Print another sign-in link for the organiser."),
    },
    "Set up": {
        "systems": ("systems", "List the game systems, or show one."),
        "new": ("events", "Create an event."),
        "events": ("events", "List the events in the data folder."),
        "about": ("events", "Say an event's name, game and day, or change name or day."),
        "options": ("events", "List an event's options, or set one."),
        "enrol": ("players", "Enrol players, by name or from a CSV file."),
        "amend": ("players", "Change a player's name or fields."),
        "checkin": ("players", "Check players in; round 1 then pairs only those."),
        "lists": ("lists", "Hand in, check, lock and show players' lists."),
        "cards": ("cards", "Say what card data and rosters are there for checking lists, or import some."),
        "scenario": ("scenarios", "Choose or roll the scenarios of the rounds."),
        "terrain": ("terrain", "Draw, check and show tables of terrain."),
    },
    "Play": {
        "pair": ("rounds", "Draw the next round as a draft."),
        "swap": ("rounds", "Let two players of the draft change seats."),
        "table": ("rounds", "Move a match to another table."),
        "publish": ("rounds", "Publish the draft: the round begins."),
        "clock": ("clock", "Start, pause or show the round's clock; extend a table."),
        "report": ("results", "Report a result, or many from a file."),
        "confirm": ("results", "Confirm the result that a player reported."),
        "concede": ("results", "Report that a player conceded the game."),
        "announce": ("announce", "Put an announcement on every page and screen."),
        "close": ("rounds", "Close a round once all results are in."),
        "cut": ("rounds", "Cut to the top players, who go on to the bracket."),
        "finish": ("events", "Finish the event and reveal its seed."),
    },
    "People": {
        "drop": ("players", "Drop a player from the event."),
        "rejoin": ("players", "Let a dropped player come back."),
        "disqualify": ("players", "Disqualify a player."),
        "penalty": ("players", "Record a penalty."),
        "ruling": ("players", "Record a ruling."),
        "lost": ("cards", "Record that a player misses a card, and what came of it."),
        "proxy": ("cards", "Record a leader's proxy for a damaged card, and print it."),
    },
    "Look": {
        "show": ("look", "Show an event, or one round of it."),
        "standings": ("look", "Show the standings, also after an earlier round."),
        "why": ("look", "Say why: a pairing, bye, table, score or rank."),
        "log": ("past", "List everything that was done."),
    },
    "Put right": {
        "correct": ("results", "Correct a result; --preview shows what would change."),
        "undo": ("past", "Take back the last action."),
        "redo": ("past", "Bring back what was undone."),
    },
    "Take away": {
        "print": ("paper", "Print sheets as a PDF: pairings, slips, standings and more."),
        "export": ("carry", "Write an event to a file."),
        "import": ("carry", "Take in an event from an export."),
        "import-from": ("exchange", "Take in another program's event and compare standings."),
        "verify": ("carry", "Derive every draw and standing again and compare."),
        "remove": ("events", "Delete an event for good."),
        "demo": ("demo", "Play a whole event with invented results."),
    },
}

ALIASES = {"option": "options", "check-in": "checkin", "enroll": "enrol"}
"""Other spellings, which the help leaves out."""

COMMANDS: dict[str, tuple[str, str]] = {name: entry for section in SECTIONS.values() for name, entry in section.items()}
