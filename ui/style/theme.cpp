// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

#include "ui/style/loupestyle.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QPalette>
#include <QPointer>
#include <QWidget>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

struct Shades {
    Token token;
    QRgb light;
    QRgb dark;
    QRgb contrast;
    QRgb contrastLight;
};

constexpr std::array colors{
    Shades{Token::Background, 0xFFF7F8FA, 0xFF16191F, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::Panel, 0xFFFFFFFF, 0xFF1D2129, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::Line, 0xFFE1E4EA, 0xFF2D333D, 0xFFFFFFFF, 0xFF000000},
    Shades{Token::Text, 0xFF1B1F27, 0xFFE6E9EF, 0xFFFFFFFF, 0xFF000000},
    Shades{Token::Dim, 0xFF5D6778, 0xFFA3ADBB, 0xFFE0E0E0, 0xFF000000},
    Shades{Token::Accent, 0xFF2863CB, 0xFF7DA9FF, 0xFF66CCFF, 0xFF0033AA},
    Shades{Token::AccentTint, 0xFFE8F0FE, 0xFF22314F, 0xFF003A66, 0xFFFFFFFF},
    Shades{Token::Correct, 0xFF187553, 0xFF4CC79A, 0xFF5CFFB0, 0xFF00543A},
    Shades{Token::Wrong, 0xFFBC451B, 0xFFFF8A5C, 0xFFFFA680, 0xFF8F2400},
    Shades{Token::NoBuild, 0xFF6E6200, 0xFFE0B04C, 0xFFFFD24D, 0xFF5C3A00},
    Shades{Token::Crash, 0xFF9B2C6F, 0xFFE58AC0, 0xFFFFA8DC, 0xFF6B0045},
    Shades{Token::Timeout, 0xFF5B4BB5, 0xFFA99BFF, 0xFFC9BFFF, 0xFF2E1F8C},
    Shades{Token::Neutral, 0xFF7D8696, 0xFF7A8494, 0xFFC8C8C8, 0xFF333333},
    Shades{Token::Faster, 0xFF2863CB, 0xFF7DA9FF, 0xFF66CCFF, 0xFF0033AA},
    Shades{Token::Slower, 0xFFA6590C, 0xFFF0A860, 0xFFFFB866, 0xFF8A4300},
    Shades{Token::Brushed, 0xFFFFF3C4, 0xFF423B1D, 0xFF4D4200, 0xFFFFFFFF},
    Shades{Token::Added, 0xFFDDF4E6, 0xFF1E3B2E, 0xFF00401F, 0xFFDDF4E6},
    Shades{Token::Removed, 0xFFFBE3DC, 0xFF48291F, 0xFF5C1500, 0xFFFBE3DC},
    Shades{Token::CodeBackground, 0xFFFBFCFD, 0xFF191D24, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::Track, 0xFFEEF0F4, 0xFF272D37, 0xFF404040, 0xFFD9D9D9},
    // High contrast shows the share only as a number.
    Shades{Token::Share1, 0xFFEDF5F1, 0xFF1F2E2B, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::Share2, 0xFFD2E8DE, 0xFF204036, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::Share3, 0xFFA9D3C0, 0xFF235845, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::Share4, 0xFF74B79C, 0xFF277055, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::Share5, 0xFF2C7F60, 0xFF43A881, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::AmberGround, 0xFFFFF3D6, 0xFF3A2F14, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::AmberLine, 0xFFE3B95A, 0xFF8A6A1E, 0xFFFFFFFF, 0xFF000000},
    Shades{Token::AmberText, 0xFF6F4500, 0xFFF3D48A, 0xFFF3D48A, 0xFF000000},
};

constexpr bool inOrder()
{
    for (std::size_t i = 0; i < colors.size(); ++i) {
        if (static_cast<std::size_t>(colors[i].token) != i)
            return false;
    }
    return colors.size() == static_cast<std::size_t>(Token::Count);
}
static_assert(inOrder(), "the table must list every token in the order of the enum");

constexpr int normalTextPercent = 100;
constexpr std::array textSizes{80, 90, normalTextPercent, 110, 125, 150, 175, 200};

/// Returns true for generic names that fontconfig maps to an arbitrary font, so they are no choice
/// of the user.
bool isGeneric(const QString &family)
{
    const QString plain = family.toLower().remove(u' ').remove(u'-');
    return plain.isEmpty() || plain.startsWith("sans"_L1) || plain.startsWith("dejavu"_L1)
        || plain == "monospace"_L1;
}

bool hasFamily(const QString &family)
{
    return QFontDatabase::families().contains(family);
}

QFont scaled(const QFont &font, double factor)
{
    QFont out = font;
    out.setPointSizeF(font.pointSizeF() * factor);
    return out;
}

bool systemIsDark()
{
    const QPalette palette = QApplication::palette();
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::Text).lightness();
}

QPalette paletteOf(const Theme &theme)
{
    QPalette palette;
    const QColor text = theme.color(Token::Text);
    const QColor panel = theme.color(Token::Panel);
    palette.setColor(QPalette::Window, theme.color(Token::Background));
    palette.setColor(QPalette::Base, panel);
    palette.setColor(QPalette::AlternateBase, theme.color(Token::Background));
    palette.setColor(QPalette::Button, panel);
    palette.setColor(QPalette::ToolTipBase, panel);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                            QPalette::ToolTipText, QPalette::BrightText})
        palette.setColor(role, text);
    palette.setColor(QPalette::PlaceholderText, theme.color(Token::Dim));
    palette.setColor(QPalette::Highlight, theme.color(theme.selectionGround()));
    palette.setColor(QPalette::HighlightedText, theme.color(theme.selectionText()));
    palette.setColor(QPalette::Link, theme.color(Token::Accent));
    palette.setColor(QPalette::LinkVisited, theme.color(Token::Accent));
    palette.setColor(QPalette::Mid, theme.color(Token::Line));
    palette.setColor(QPalette::Midlight, theme.color(Token::Line));
    palette.setColor(QPalette::Dark, theme.color(Token::Line));
    palette.setColor(QPalette::Light, panel);
    palette.setColor(QPalette::Shadow, theme.color(Token::Line));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.color(Token::Neutral));
    return palette;
}

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
QFrame[look="tour"] { background: @accentTint; border: none; border-top: @stroke solid @line; }
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
QTableView, QTreeView {
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

Theme::Theme(QObject *parent) : QObject(parent)
{
    chooseFonts();
}

void Theme::chooseFonts()
{
    m_uiFont = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    m_codeFamily = hasFamily(u"JetBrains Mono"_s) ? u"JetBrains Mono"_s : fixed.family();
    if (isGeneric(m_uiFont.family()) && hasFamily(u"Inter"_s)) {
        constexpr double readable = 9.75; // 13 px at 96 dots per inch
        m_uiFont = QFont(u"Inter"_s);
        m_uiFont.setPointSizeF(readable);
    }
    if (m_uiFont.pointSizeF() <= 0) // The desktop's font has a size in pixels.
        m_uiFont.setPointSizeF(QFontInfo(m_uiFont).pointSizeF());
    m_uiFont.setPointSizeF(m_uiFont.pointSizeF() * m_textPercent / 100);
    // By the font's size, because fonts of one size differ in height.
    constexpr double unitOfSize = 0.57;
    m_unit = std::max(4, qRound(unitOfSize * QFontInfo(m_uiFont).pixelSize()));
}

void Theme::setTextPercent(int percent)
{
    const int before
        = std::exchange(m_textPercent, std::clamp(percent, textSizes.front(), textSizes.back()));
    // Headings, captions and code have sizes of their own, which do not follow the application's.
    // Some are replaced while the theme is applied.
    std::vector<std::pair<QPointer<QWidget>, double>> sized;
    for (QWidget *widget : QApplication::allWidgets()) {
        const QFont font = widget->font();
        if (widget->testAttribute(Qt::WA_SetFont) && (font.resolveMask() & QFont::SizeResolved) != 0
            && font.pointSizeF() > 0)
            sized.emplace_back(widget, font.pointSizeF() * m_textPercent / before);
    }
    chooseFonts();
    apply();
    for (const auto &[widget, points] : sized) {
        if (!widget)
            continue;
        QFont font = widget->font();
        font.setPointSizeF(points);
        widget->setFont(font);
    }
}

int Theme::textPercentAfter(int step) const
{
    if (step > 0) {
        const auto *const larger = std::ranges::upper_bound(textSizes, m_textPercent);
        return larger == textSizes.end() ? m_textPercent : *larger;
    }
    if (step < 0) {
        const auto *const place = std::ranges::lower_bound(textSizes, m_textPercent);
        return place == textSizes.begin() ? m_textPercent : *std::prev(place);
    }
    return normalTextPercent;
}

void Theme::choose(ThemeChoice choice)
{
    m_choice = choice;
    apply();
}

void Theme::systemChanged()
{
    if (m_choice == ThemeChoice::System && !m_isApplying)
        apply();
}

QColor Theme::color(Token token) const
{
    const Shades &shades = colors[static_cast<std::size_t>(token)];
    switch (m_look) {
    case Look::Contrast:
        return QColor::fromRgb(shades.contrast);
    case Look::ContrastLight:
        return QColor::fromRgb(shades.contrastLight);
    case Look::Dark:
        return QColor::fromRgb(shades.dark);
    case Look::Light:
        break;
    }
    return QColor::fromRgb(shades.light);
}

QColor Theme::color(Outcome outcome) const
{
    switch (outcome) {
    case Outcome::Correct:
        return color(Token::Correct);
    case Outcome::Wrong:
        return color(Token::Wrong);
    case Outcome::NoBuild:
        return color(Token::NoBuild);
    case Outcome::Crash:
        return color(Token::Crash);
    case Outcome::Timeout:
        return color(Token::Timeout);
    case Outcome::Flagged:
        return color(Token::AmberText);
    case Outcome::Skipped:
    case Outcome::Unknown:
    case Outcome::InfraError:
        break;
    }
    return color(Token::Dim); // Neutral is too pale for words.
}

Token Theme::textOnShare(int step) const
{
    constexpr int strongest = 5;
    const bool isInverted = step >= strongest && color(Token::Share5) != color(Token::Panel);
    return isInverted ? Token::Panel : Token::Text;
}

QFont Theme::headingFont() const
{
    QFont font = scaled(m_uiFont, 14.0 / 13.0);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont Theme::captionFont() const
{
    return scaled(m_uiFont, 11.0 / 13.0);
}

QFont Theme::codeFont() const
{
    QFont font(m_codeFamily);
    font.setPointSizeF(m_uiFont.pointSizeF() * 12.0 / 13.0);
    font.setStyleHint(QFont::Monospace);
    return font;
}

std::optional<ThemeChoice> themeChoiceFromName(const QString &name)
{
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark,
                                     ThemeChoice::Contrast, ThemeChoice::ContrastLight}) {
        if (ui::name(choice) == name)
            return choice;
    }
    return std::nullopt;
}

QString name(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::Light:
        return u"light"_s;
    case ThemeChoice::Dark:
        return u"dark"_s;
    case ThemeChoice::Contrast:
        return u"contrast"_s;
    case ThemeChoice::ContrastLight:
        return u"contrast-light"_s;
    case ThemeChoice::System:
        break;
    }
    return u"system"_s;
}

void Theme::apply()
{
    m_isApplying = true;
    if (m_choice == ThemeChoice::System)
        QApplication::setPalette(QPalette()); // restores the desktop's colours
    const bool isDark
        = m_choice == ThemeChoice::Dark || (m_choice == ThemeChoice::System && systemIsDark());
    m_look = isDark ? Look::Dark : Look::Light;
    if (m_choice == ThemeChoice::Contrast)
        m_look = Look::Contrast;
    if (m_choice == ThemeChoice::ContrastLight)
        m_look = Look::ContrastLight;
    if (!m_hasStyle)
        QApplication::setStyle(new LoupeStyle);
    m_hasStyle = true;
    QApplication::setPalette(paletteOf(*this));
    QApplication::setFont(m_uiFont);
    qApp->setStyleSheet(styleSheet(*this));
    m_isApplying = false;
    emit changed();
}

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
