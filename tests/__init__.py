"""The tests. A package, so that no installed package called tests comes before it. Imports nothing."""
