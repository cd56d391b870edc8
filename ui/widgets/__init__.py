"""Small widgets every screen is made of, painted from roles."""
