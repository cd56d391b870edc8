"""The one trouble of measuring: something it needs is not here, or a side broke down. For the command line alone."""


class CannotMeasure(Exception):
    """No figure can be given; the text is one plain sentence for the person who asked."""
