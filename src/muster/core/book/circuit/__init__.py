"""What a circuit is: which events count, what places earn, who qualifies. Data that a file can hold."""
