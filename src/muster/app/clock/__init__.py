"""The round's clock."""
