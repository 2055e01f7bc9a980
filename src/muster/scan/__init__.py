"""Reading result slips from pictures: finds their codes, straightens them, reads the circles."""
