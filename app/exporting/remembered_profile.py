"""The export profile that the settings remember, and back: where the dialog and the command line begin. Pure."""

from typing import Any

from app.exporting.profile import ExportProfile, Layout
from app.settings.settings import Settings


def profile_of(settings: Settings, *, language: str) -> ExportProfile:
    """What the person chose last. ``language`` is that of the few words an exporter adds, ``en`` or ``zh_CN``."""
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
        marks=settings.export_marks,
        language=language,
    )


def changes_of(profile: ExportProfile) -> dict[str, Any]:
    """The settings that remember this profile, for ``SettingsStore.change(**...)``."""
    return {
        "export_formats": profile.formats,
        "export_speakers": profile.speakers,
        "export_times": profile.times,
        "export_table": profile.layout is Layout.TABLE,
        "chinese_script": profile.chinese,
        "chinese_spacing": profile.chinese_spacing,
        "chinese_marks": profile.chinese_marks,
        "subtitle_width_latin": profile.line_width_latin,
        "subtitle_width_cjk": profile.line_width_cjk,
        "export_bom": profile.bom,
        "export_gaps": profile.gaps,
        "export_marks": profile.marks,
    }
