"""Sheets of paper: what an event needs to go on by hand, as PDFs. Data from app, set by typst."""
