"""What a glossary means to recognition: which of its terms may have been said where something else was written."""
