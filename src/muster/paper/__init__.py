"""Sheets to print, as PDFs: everything an event needs to continue by hand. Set by typst."""
