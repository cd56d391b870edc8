"""What was understood once is not computed twice: stores, and the ways in before recognition."""
