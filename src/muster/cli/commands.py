"""Every command: its section in the help, the module it stands in, and its short help. Loaded only when called."""

from __future__ import annotations

SECTIONS: dict[str, dict[str, tuple[str, str]]] = {
    "In a browser": {
        "serve": ("events.serve", "Serve the events to browsers in this network."),
        "sign-in": ("events.serve", "Print another sign-in link for the organiser."),
        "sign-out": ("events.serve", "Sign the organiser out on every device."),
    },
    "Set up": {
        "systems": ("events.systems", "List the game systems, or show one."),
        "new-system": (
            "events.new_system",
            "Begin a game of your own: a package that runs.",
        ),
        "new": ("events.events", "Create an event."),
        "events": ("events.events", "List the events in the data folder."),
        "about": ("events.events", "Say an event's name, game and day, or change name or day."),
        "options": ("events.events", "List an event's options, or set one."),
        "enrol": ("play.players", "Enrol players, by name or from a CSV file."),
        "amend": ("play.players", "Change a player's name or fields."),
        "checkin": ("play.players", "Check players in; round 1 then pairs only those."),
        "lists": ("material.lists", "Hand in, check, lock and show players' lists."),
        "cards": ("material.cards", "Say what card data and rosters are there for checking lists, or import some."),
        "scenario": ("material.scenarios", "Choose or roll the scenarios of the rounds."),
        "terrain": ("material.terrain", "Draw, check and show tables of terrain."),
    },
    "Play": {
        "pair": ("play.rounds", "Draw the next round as a draft."),
        "swap": ("play.rounds", "Let two players of the draft change seats."),
        "table": ("play.rounds", "Move a match to another table."),
        "bye": ("play.rounds", "Give a player of the draft the bye."),
        "leave-out": ("play.rounds", "Leave a player who has no place in the draft out of the round."),
        "publish": ("play.rounds", "Publish the draft: the round begins."),
        "clock": ("play.clock", "Start, pause or show the round's clock; extend a table."),
        "report": ("play.results", "Report a result, or many from a file."),
        "confirm": ("play.results", "Confirm the result that a player reported."),
        "concede": ("play.results", "Report that a player conceded the game."),
        "announce": ("play.announce", "Put an announcement on every page and screen."),
        "close": ("play.rounds", "Close a round once all results are in."),
        "cut": ("play.rounds", "Cut to the top players, who go on to the bracket."),
        "finish": ("events.events", "Finish the event and reveal its seed."),
    },
    "People": {
        "drop": ("play.players", "Drop a player from the event."),
        "rejoin": ("play.players", "Let a dropped player come back."),
        "disqualify": ("play.players", "Disqualify a player."),
        "penalty": ("play.players", "Record a penalty."),
        "ruling": ("play.players", "Record a ruling."),
        "lost": ("material.cards", "Record that a player misses a card, and what came of it."),
        "proxy": ("material.cards", "Record a leader's proxy for a damaged card, and print it."),
    },
    "Look": {
        "show": ("play.look", "Show an event, or one round of it."),
        "standings": ("play.look", "Show the standings, also after an earlier round."),
        "why": ("play.look", "Say why: a pairing, bye, table, score or rank."),
        "log": ("play.past", "List everything that was done."),
    },
    "Put right": {
        "correct": ("play.results", "Correct a result; --preview shows what would change."),
        "undo": ("play.past", "Take back the last action."),
        "redo": ("play.past", "Bring back what was undone."),
    },
    "Keep safe": {
        "backup": ("events.backup", "Copy everything into one file, also while the server runs."),
        "restore": ("events.backup", "Make the data folder from a backup, here or on another computer."),
    },
    "Take away": {
        "print": ("material.paper", "Print sheets as a PDF: pairings, slips, standings and more."),
        "export": ("events.carry", "Write an event to a file."),
        "import": ("events.carry", "Take in an event from an export."),
        "import-from": ("events.exchange", "Take in another program's event and compare standings."),
        "verify": ("events.carry", "Derive every draw and standing again and compare."),
        "remove": ("events.events", "Delete an event for good."),
        "demo": ("events.demo", "Play a whole event with invented results."),
    },
}

ALIASES = {"option": "options", "check-in": "checkin", "enroll": "enrol"}
"""Other spellings, which the help leaves out."""

COMMANDS: dict[str, tuple[str, str]] = {name: entry for section in SECTIONS.values() for name, entry in section.items()}
