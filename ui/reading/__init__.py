"""How a transcript looks and where its paragraphs stand: shared by the editor and the recording view."""
