"""The export profile that a person's settings ask for: where the dialog and the command line begin."""

from app.exporting.profile import ExportProfile, Layout
from app.settings.settings import Settings


def profile_of(settings: Settings, *, language: str) -> ExportProfile:
    """The settings as a profile. ``language`` is the one of the window, for the exporters' own words."""
    return ExportProfile(
        formats=settings.export_formats,
        speakers=settings.export_speakers,
        times=settings.export_times,
        layout=Layout.TABLE if settings.export_table else Layout.PARAGRAPHS,
        chinese=settings.chinese_script,
        chinese_spacing=settings.chinese_spacing,
        chinese_marks=settings.chinese_marks,
        line_width_latin=settings.subtitle_width_latin,
        line_width_cjk=settings.subtitle_width_cjk,
        bom=settings.export_bom,
        gaps=settings.export_gaps,
        language=language,
    )
