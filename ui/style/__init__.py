"""The look in one place: roles, fonts, icons, palette and style sheet."""
