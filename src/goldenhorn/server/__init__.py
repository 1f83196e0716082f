"""Tables on the network: accounts, tables, live play, and where all of it is kept."""
