"""Accounts of those who organise events here: kept, limited, told of; and whose an event is."""
