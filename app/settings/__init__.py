"""What the person chose, kept in one small file."""
