"""What Golden Horn costs in time and space, beside other game engines: `make bench`."""
