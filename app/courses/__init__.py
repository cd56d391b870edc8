"""What a course learns and how it is shared."""
