"""Every command: its section in the help, the module it is in, and its short help. Loaded only when called."""

from __future__ import annotations

SECTIONS: dict[str, dict[str, tuple[str, str]]] = {
    "In a browser": {
        "serve": ("events.serve", "Serve the events to browsers in this network."),
        "play": ("events.play", "Open a table for two players outside an event."),
        "sign-in": ("events.serve", "Print another sign-in link for the organiser."),
        "sign-out": ("events.serve", "Sign the organiser out on every device."),
    },
    "Set up": {
        "systems": ("events.systems", "List the game systems, or show one."),
        "new-system": ("events.new_system", "Start a game of your own as a package."),
        "new": ("events.events", "Create an event."),
        "events": ("events.events", "List the events in the data folder."),
        "about": ("events.events", "Show an event's name, game and date, or change the name, date, place or schedule."),
        "options": ("events.events", "List an event's options, or set one."),
        "enrol": ("play.players", "Enrol players by name, from a file, or from an earlier event."),
        "amend": ("play.players", "Change a player's name or fields."),
        "checkin": ("play.players", "Check players in; round 1 then pairs only those."),
        "lists": ("material.lists", "Hand in, check, lock and show players' lists."),
        "cards": ("material.cards", "Show the card data and rosters used for checking lists, or import more."),
        "scenario": ("material.scenarios", "Choose or roll the rounds' scenarios."),
        "terrain": ("material.terrain", "Draw, check and show the tables' terrain."),
    },
    "Play": {
        "pair": ("play.rounds", "Draw the next round as a draft."),
        "swap": ("play.rounds", "Swap two players in the draft."),
        "table": ("play.rounds", "Move a match to another table."),
        "bye": ("play.rounds", "Give a player in the draft the bye."),
        "leave-out": ("play.rounds", "Leave a player who is not in the draft out of the round."),
        "publish": ("play.rounds", "Publish the draft: the round begins."),
        "clock": ("play.clock", "Start, pause or show the round's clock; extend a table."),
        "schedule": (
            "play.schedule",
            "Show when rounds are expected, or set the start, the breaks and the time between rounds.",
        ),
        "report": ("play.results", "Report a result, or many from a file."),
        "confirm": ("play.results", "Confirm the result that a player reported."),
        "concede": ("play.results", "Report that a player conceded the game."),
        "object": ("play.objections", "Object to a result as a player."),
        "answer": ("play.objections", "Answer an objection: the result stays."),
        "announce": ("play.announce", "Put an announcement on every page and screen."),
        "close": ("play.rounds", "Close a round once all results are in."),
        "cut": ("play.rounds", "Cut to the top players, who advance to the bracket."),
        "awards": ("play.awards", "List an event's awards, add one, decide one, or open and close a vote."),
        "vote": ("play.awards", "Vote for PLAYER as a player."),
        "finish": ("events.events", "Finish the event and reveal its seed."),
    },
    "People": {
        "drop": ("play.players", "Drop a player from the event."),
        "rejoin": ("play.players", "Bring a dropped player back."),
        "disqualify": ("play.players", "Disqualify a player."),
        "penalty": ("play.players", "Record a penalty."),
        "ruling": ("play.players", "Record a ruling."),
        "lost": ("material.cards", "Record a player's lost card and how it was resolved."),
        "proxy": ("material.cards", "Record a judge's proxy for a damaged card, and print it."),
    },
    "View": {
        "show": ("play.look", "Show an event, or one round of it."),
        "standings": ("play.look", "Show the standings, also after an earlier round."),
        "why": ("play.look", "Explain a pairing, bye, table, score or rank."),
        "log": ("play.past", "List everything that was done."),
        "stats": ("play.statistics", "Show who wins how often: by faction, list, scenario and table."),
        "schema": ("events.schema", "Print the JSON Schema of a command's --json answer."),
    },
    "Fix": {
        "correct": ("play.results", "Correct a result; --preview shows what would change."),
        "undo": ("play.past", "Take back the last action."),
        "redo": ("play.past", "Bring back what was undone."),
    },
    "Seasons": {
        "season": ("circuit.season", "Run a season: a league, a circuit, Iron Gauntlet, and its final."),
    },
    "People across events": {
        "people": ("people.people", "Find people across events, say who is who, show a profile, forget a person."),
    },
    "Hosting": {
        "account": (
            "accounts.accounts",
            "List organisers' accounts, add or limit one, hand over an event.",
        ),
    },
    "Backups and checks": {
        "backup": ("events.backup", "Copy everything into one file, also while the server runs."),
        "restore": ("events.backup", "Restore a backup, here or on another computer."),
        "doctor": ("events.doctor", "Check this installation and say what to fix."),
        "transfer": ("events.backup", "Copy everything from a data folder into a database, or back."),
    },
    "Share": {
        "scan": ("material.scan", "Check whether slips can be read here, and install what that needs."),
        "print": ("material.paper", "Print sheets as a PDF: pairings, slips, standings and more."),
        "copy": ("events.copy", "Save the public pages as a folder or a zip that opens without a server."),
        "export": ("events.carry", "Write an event to a file."),
        "import": ("events.carry", "Import an event from an export."),
        "import-from": ("events.exchange", "Import another program's event and compare standings."),
        "verify": ("events.carry", "Check every draw and standing by computing it again."),
        "remove": ("events.events", "Delete an event for good."),
        "demo": ("events.demo", "Play a whole event with invented results."),
    },
}

ALIASES = {"option": "options", "check-in": "checkin", "enroll": "enrol"}
"""Other spellings, which the help leaves out."""

COMMANDS: dict[str, tuple[str, str]] = {name: entry for section in SECTIONS.values() for name, entry in section.items()}
