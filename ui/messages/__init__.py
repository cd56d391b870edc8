"""Words for people: known troubles as plain sentences, and the language of the window."""
