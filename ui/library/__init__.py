"""The library: side bar, list of meetings, search, and what is there when there is nothing yet."""
