"""The game as learning programs know it: observations, and environments for several libraries."""
