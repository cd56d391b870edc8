"""Who speaks: asks the engine after the text, applies the answer, remembers voices where a person wants it."""
