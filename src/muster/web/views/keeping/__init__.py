"""Exporting, importing, hiding and removing events, backups, public pages as a zip."""
