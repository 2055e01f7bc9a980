"""What commands write: the answer as blocks of text and tables, on a terminal or plain."""
