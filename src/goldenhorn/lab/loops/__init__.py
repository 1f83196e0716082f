"""What runs over whole games in machine code. It has a folder of its own, as code is kept by it."""
