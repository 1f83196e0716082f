"""The game itself: plain functions over one small record. No I/O, no clock, no words for people."""

VERSION = 1
"""The version of the rules new tables are played by. Old versions stay playable."""

VERSIONS = (1,)
"""Every version of the rules this engine can still play."""
