// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/stylesheet.h"

#include "ui/style/theme.h"

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

// Placeholders: @name is a colour token, @stroke the width of a frame's line, #n/8# a length in
// eighths of the grid unit.
const char *const pattern = R"(
QWidget { color: @text; }
QMainWindow, QDialog { background: @background; }
QToolTip { background: @panel; color: @text; border: @stroke solid @line; padding: #4#; }
QMenuBar { background: @panel; border-bottom: @stroke solid @line; }
QMenuBar::item { padding: #3# #8#; background: transparent; }
QMenuBar::item:selected { background: @accentTint; color: @accent; }
QMenu { background: @panel; border: @stroke solid @line; padding: #4#; }
QMenu::item { padding: #4# #24# #4# #20#; border-radius: #3#; }
QMenu::item:selected { background: @accentTint; color: @accent; }
QMenu::item:disabled { color: @neutral; }
QMenu::separator { height: @stroke; background: @line; margin: #4# 0; }
QLabel { background: transparent; }
QLabel[tone="dim"] { color: @dim; }
QLabel[tone="error"] { color: @wrong; }
QLabel[tone="section"] { color: @dim; font-weight: 600; }
QFrame[look="panel"] { background: @panel; border: @stroke solid @line; border-radius: #8#; }
QFrame[look="bar"] { background: @panel; border: none; border-bottom: @stroke solid @line; }
QFrame[look="amber"] {
    background: @amberGround; border: none; border-bottom: @stroke solid @amberLine; }
QFrame[look="amber"] QLabel { color: @amberText; }
QFrame[look="amber"] QLabel[tone="sign"] {
    border: @stroke solid @amberLine; border-radius: #4#; padding: #1# #5#;
    font-weight: 600; }
QFrame[look="amber"] QPushButton { border-color: @amberLine; color: @amberText; }
QFrame[look="amber"] QPushButton:focus { border-color: @accent; }
QFrame[look="side"] { background: @panel; border: none; border-right: @stroke solid @line; }
QFrame[look="chip"] { background: @brushed; border: @stroke solid @line; border-radius: #8#; }
QFrame[look="message"] { background: @panel; border: @stroke solid @wrong; border-radius: #8#; }
QFrame[look="warning"] { background: @brushed; border: @stroke solid @line; border-radius: #8#; }
QFrame[look="callout"] { background: @panel; border: @stroke solid @wrong; border-radius: #4#; }
QPushButton, QComboBox, QToolButton[look="button"] {
    background: @panel; border: @stroke solid @line; border-radius: #6#; padding: #4# #10#; }
QPushButton:hover, QComboBox:hover, QToolButton[look="button"]:hover { border-color: @dim; }
QPushButton:focus, QComboBox:focus, QToolButton[look="button"]:focus { border-color: @accent; }
QPushButton:pressed { background: @accentTint; }
QPushButton:disabled, QToolButton[look="button"]:disabled { color: @neutral; }
QToolButton[look="button"]:checked { background: @accentTint; color: @accent; border-color: @accent; }
QPushButton[look="primary"] { background: @accent; color: @panel; border-color: @accent; }
QPushButton[look="primary"]:hover, QPushButton[look="primary"]:focus { border-color: @text; }
QPushButton[look="primary"]:disabled { background: @panel; color: @neutral; border-color: @line; }
QPushButton[look="link"] {
    border: @stroke solid transparent; background: transparent; color: @accent; padding: #2# #4#;
    text-align: left; }
QPushButton[look="link"]:focus { border: @stroke solid @accent; border-radius: #4#; }
QPushButton[look="link"]:disabled { color: @neutral; }
QPushButton[look="chip"] {
    background: @accentTint; color: @accent; padding: #1# #8#; border-radius: #8#; }
QPushButton[look="choice"] { padding: #2# #8#; text-align: left; }
QPushButton[look="choice"][state="notable"] {
    background: @amberGround; border-color: @amberLine; }
QPushButton[look="choice"][state="notable"]:focus { border-color: @accent; }
QPushButton[look="nav"] {
    border: none; border-radius: 0; background: transparent; text-align: left;
    padding: #7# #16#; }
QPushButton[look="nav"]:hover { background: @background; }
QPushButton[look="nav"]:checked { background: @accentTint; color: @accent; font-weight: 600; }
QPushButton[look="nav"]:focus { border-left: 2px solid @accent; }
QToolButton[look="round"] {
    background: transparent; border: @stroke solid transparent; border-radius: #4#; padding: #2# #5#; }
QToolButton[look="flat"] {
    background: transparent; border: @stroke solid transparent; border-radius: #4#; padding: #2# #5#;
    color: @dim; }
QToolButton[look="flat"]:hover { border-color: @line; }
QToolButton[look="flat"]:focus { border-color: @accent; }
QToolButton[look="flat"]::menu-indicator { image: none; }
QToolButton[look="round"]:hover { border-color: @line; }
QToolButton[look="round"]:focus { border-color: @accent; }
QToolButton[look="round"]:checked { background: @accentTint; border-color: @accent; }
QToolButton[look="round"]:disabled { color: @neutral; }
QComboBox::drop-down { border: none; width: #18#; }
QComboBox QAbstractItemView { background: @panel; border: @stroke solid @line; }
QLineEdit, QPlainTextEdit, QListWidget {
    background: @panel; border: @stroke solid @line; border-radius: #6#; padding: #4# #8#;
    selection-background-color: @selectionGround; selection-color: @selectionText; }
QLineEdit:focus, QListWidget:focus { border-color: @accent; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QListWidget:disabled, QComboBox:disabled,
QCheckBox:disabled { color: @neutral; }
QLineEdit[state="error"], QLineEdit[state="error"]:focus { border-color: @wrong; }
QPlainTextEdit { background: @code; padding: #4#; }
QPlainTextEdit[look="flat"] { border: none; border-radius: 0; }
QPlainTextEdit:focus { border-color: @accent; }
QTextBrowser { background: @panel; border: @stroke solid @line; border-radius: #8#; padding: #8#; }
QTableView {
    background: @panel; border: none; gridline-color: @line;
    selection-background-color: @accentTint; selection-color: @text; }
QHeaderView { background: @panel; border: none; }
QHeaderView::section {
    background: @panel; color: @dim; border: none; border-bottom: @stroke solid @line;
    padding: #4# #8#; font-weight: 600; }
QHeaderView::section:hover { color: @text; }
QHeaderView::up-arrow, QHeaderView::down-arrow {
    subcontrol-origin: border; subcontrol-position: center right; width: #7#; height: #7#; }
QTableCornerButton::section { background: @panel; border: none; }
QTabWidget::pane { border: none; border-top: @stroke solid @line; }
QTabBar::tab {
    background: transparent; color: @dim; border: none; border-bottom: 2px solid transparent;
    padding: #5# #12#; }
QTabBar[look="dense"]::tab { padding: #4# #7#; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { color: @accent; }
QTabBar::tab:disabled { color: @neutral; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @line; }
QStatusBar { background: @panel; border-top: @stroke solid @line; }
QStatusBar::item { border: none; }
QProgressBar { background: @line; border: none; border-radius: #3#; text-align: center; }
QProgressBar::chunk { background: @accent; border-radius: #3#; }
QScrollArea { background: transparent; border: none; }
QScrollArea#termChips > QWidget > QWidget { background: transparent; }
QPushButton::menu-indicator { image: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: #11#; margin: 0; }
QScrollBar:horizontal { background: transparent; height: #11#; margin: 0; }
QScrollBar::handle { background: @line; border-radius: #4#; margin: #2#; }
QScrollBar::handle:vertical { min-height: #24#; }
QScrollBar::handle:horizontal { min-width: #24#; }
QScrollBar::handle:hover { background: @neutral; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QCheckBox { spacing: #6#; }
QCheckBox:focus { color: @accent; }
)";

// Replaces tints in themes without them.
const char *const withoutTints = R"(
QMenuBar::item:selected, QMenu::item:selected { border: 2px solid @accent; }
QPushButton[look="nav"]:checked { border: 2px solid @accent; }
QPushButton[look="chip"] { border: 2px solid @accent; }
QPushButton:pressed { border: 2px solid @accent; }
)";

struct Entry {
    const char *name;
    Token token;
};

// Longer names come first: "@accentTint" must not match "@accent".
constexpr std::array names{
    Entry{"@amberGround", Token::AmberGround},
    Entry{"@amberLine", Token::AmberLine},
    Entry{"@amberText", Token::AmberText},
    Entry{"@accentTint", Token::AccentTint},
    Entry{"@background", Token::Background},
    Entry{"@accent", Token::Accent},
    Entry{"@brushed", Token::Brushed},
    Entry{"@neutral", Token::Neutral},
    Entry{"@panel", Token::Panel},
    Entry{"@wrong", Token::Wrong},
    Entry{"@code", Token::CodeBackground},
    Entry{"@line", Token::Line},
    Entry{"@text", Token::Text},
    Entry{"@dim", Token::Dim},
};

} // namespace

QString styleSheet(const Theme &theme)
{
    QString sheet = QString::fromLatin1(pattern);
    if (!theme.hasTints())
        sheet += QString::fromLatin1(withoutTints);
    sheet.replace("@selectionGround"_L1, theme.color(theme.selectionGround()).name());
    sheet.replace("@selectionText"_L1, theme.color(theme.selectionText()).name());
    for (const Entry &entry : names)
        sheet.replace(QLatin1StringView(entry.name), theme.color(entry.token).name());
    sheet.replace("@stroke"_L1, QString::number(theme.lineWidth()) + "px"_L1);
    constexpr int largest = 24;
    for (int eighths = largest; eighths > 0; --eighths) {
        const int pixels = std::max(1, eighths * theme.unit() / 8);
        sheet.replace(u'#' + QString::number(eighths) + u'#', QString::number(pixels) + "px"_L1);
    }
    return sheet;
}

} // namespace loupe::ui
