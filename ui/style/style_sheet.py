"""The one style sheet, built from the roles. It covers what Qt draws itself: labels, fields, lists, menus, scroll bars.

Buttons, check boxes, chips and rows are painted by ``ui/widgets`` and the delegates, because a style sheet knows
neither the focus ring's distance nor icons in the text's colour. Called by ``theme.py`` only.

Labels say what they are with the dynamic properties ``textStyle`` (title, body, small), ``strong`` and ``tone``
(a role name); ``ui/widgets/label.py`` sets them.
"""

from collections.abc import Mapping
from string import Template

from ui.style.fonts import point_size, strong_weight
from ui.style.tokens import RADIUS_BUTTON, RADIUS_CARD, RADIUS_CHIP, RADIUS_DIALOG, Role, TextStyle

_SHEET = Template("""
QLabel[textStyle="title"] { font-size: ${title_pt}pt; font-weight: ${strong}; }
QLabel[textStyle="small"] { font-size: ${small_pt}pt; }
QLabel[strong="true"] { font-weight: ${strong}; }
${tones}
QToolTip { background: ${surface}; color: ${text}; border: 1px solid ${control}; padding: 4px 8px;
    font-size: ${small_pt}pt; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDateEdit { background: ${surface}; color: ${text};
    border: 1px solid ${control}; border-radius: ${radius}px; padding: 5px 11px;
    placeholder-text-color: ${text3}; selection-background-color: ${accent_mark}; selection-color: ${text}; }
QLineEdit:hover, QPlainTextEdit:hover, QSpinBox:hover, QDateEdit:hover { border-color: ${text2}; }
QLineEdit:focus, QPlainTextEdit:focus, QSpinBox:focus, QDateEdit:focus { border: 2px solid ${accent};
    padding: 4px 10px; }
QLineEdit[wrong="true"] { border: 1px solid ${danger}; }
QLineEdit:disabled, QSpinBox:disabled, QDateEdit:disabled { color: ${disabled}; border-color: ${line}; }
QLineEdit QToolButton { border: none; background: transparent; border-radius: ${radius_chip}px; }
QLineEdit QToolButton:hover { background: ${hover}; }

QListView, QTreeView, QTableView { background: transparent; border: none; outline: none; }
QListView QLineEdit { padding: 1px 5px; }
QAbstractScrollArea { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QTableView::item { padding: 0 8px; color: ${text}; }
QTableView::item:hover { background: ${hover}; }
QTableView::item:selected { background: ${accent_soft}; }
QTableView:focus { border: 2px solid ${accent}; border-radius: ${radius}px; }
QTableView QLineEdit { padding: 1px 5px; }
QHeaderView { background: ${sunken}; border: none; }
QHeaderView::section { background: ${sunken}; color: ${text2}; border: none; border-bottom: 1px solid ${line};
    padding: 6px 8px; font-size: ${small_pt}pt; }
QListView[plainRows="true"]::item { padding: 6px 8px; border-radius: ${radius_chip}px; color: ${text}; }
QListView[plainRows="true"]::item:hover { background: ${hover}; }
QListView[plainRows="true"]::item:selected { background: ${accent_soft}; }
QListView[plainRows="true"]:focus { border: 2px solid ${accent}; border-radius: ${radius}px; }
QScrollArea, QScrollArea > QWidget > QWidget[plain="true"] { background: transparent; border: none; }

QMenu { background: ${surface}; border: 1px solid ${control}; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: ${radius_chip}px; color: ${text}; }
QMenu::item:selected { background: ${accent_soft}; }
QMenu::item:disabled { color: ${disabled}; }
QMenu::separator { height: 1px; background: ${line}; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }

QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QDialogButtonBox QPushButton { background: ${surface}; color: ${text}; border: 1px solid ${control};
    border-radius: ${radius}px; padding: 6px 16px; min-width: 48px; }
QDialogButtonBox QPushButton:hover { background: ${hover}; }
QDialogButtonBox QPushButton:pressed { background: ${pressed}; }
QDialogButtonBox QPushButton:default { background: ${accent}; color: ${on_accent}; border-color: ${accent}; }
QDialogButtonBox QPushButton:default:hover { background: ${accent_hover}; }
QDialogButtonBox QPushButton:focus { border: 2px solid ${accent}; padding: 5px 15px; }
QDialogButtonBox QPushButton:disabled { background: ${line}; color: ${disabled}; border-color: ${line}; }
QFileDialog QTreeView, QFileDialog QListView { background: ${surface}; border: 1px solid ${line};
    border-radius: ${radius}px; }
QFileDialog QTreeView::item, QFileDialog QListView::item { padding: 4px; color: ${text}; }
QFileDialog QTreeView::item:hover, QFileDialog QListView::item:hover { background: ${hover}; }
QFileDialog QTreeView::item:selected, QFileDialog QListView::item:selected { background: ${accent_soft}; }
QFileDialog QToolButton { background: transparent; border: 1px solid transparent; border-radius: ${radius}px;
    padding: 6px; }
QFileDialog QToolButton:hover { background: ${hover}; }
QFileDialog QToolButton:focus { border-color: ${accent}; }

QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: ${control}; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: ${text2}; }
QScrollBar::handle:disabled { background: transparent; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QSplitter::handle { background: ${line}; }
QFrame[card="true"] { background: ${surface}; border: 1px solid ${line}; border-radius: ${radius_card}px; }
QFrame[panel="true"] { background: ${window}; border: none; }
QFrame[bar="true"] { background: ${surface}; border: none; }
QDialog[framed="true"] { background: ${window}; border: 1px solid ${control}; border-radius: ${radius_dialog}px; }
""")


def build_style_sheet(colours: Mapping[Role, str]) -> str:
    """The style sheet of the whole application for these colours and the current fonts."""
    tones = "\n".join(f'QLabel[tone="{role}"] {{ color: {value}; }}' for role, value in colours.items())
    disabled = f"QLabel:disabled {{ color: {colours[Role.DISABLED]}; }}"
    values = {str(role): value for role, value in colours.items()}
    return _SHEET.substitute(
        values,
        tones=f"{tones}\n{disabled}",
        title_pt=point_size(TextStyle.TITLE),
        small_pt=point_size(TextStyle.SMALL),
        strong=strong_weight().value,
        radius=RADIUS_BUTTON,
        radius_card=RADIUS_CARD,
        radius_chip=RADIUS_CHIP,
        radius_dialog=RADIUS_DIALOG,
    )
