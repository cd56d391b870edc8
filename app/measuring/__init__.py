"""Measurements of the whole: from a file to what is committed in the library, beside another program."""
