"""What helps to find a trouble, without what was said."""
