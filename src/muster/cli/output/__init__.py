"""Writing answers: blocks of text and tables, for a terminal or plain."""
