"""What is kept and taken along: export, import, hide and remove, backups, public pages as a zip."""
