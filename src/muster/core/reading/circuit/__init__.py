"""What a season comes to: which events count and why, who has which points, who qualifies, who may be one person."""
