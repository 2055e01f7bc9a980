"""Results: forms, the entry line, reports, confirmations, corrections and their preview."""
