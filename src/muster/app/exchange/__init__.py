"""Events of other programs: read into one plain record, taken in as an event, compared; and written out again."""
