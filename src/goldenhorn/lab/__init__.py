"""Many games: simulations, and what can be learned from them."""
