"""The table in a terminal: its picture, what happened in sentences, and playing at it."""
