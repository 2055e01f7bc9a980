"""The state of a season: which events count and why, points, who qualifies, who may be one person."""
