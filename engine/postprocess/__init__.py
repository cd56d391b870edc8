"""Small pure steps between recognition and the library: a segment in, a segment or nothing out."""
