"""The tests; a package of its own, as others leave one of this name in site-packages."""
