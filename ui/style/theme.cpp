// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

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
    Shades{Token::Accent, 0xFF2F6FDE, 0xFF7DA9FF, 0xFF66CCFF, 0xFF0033AA},
    Shades{Token::AccentTint, 0xFFE8F0FE, 0xFF22314F, 0xFF003A66, 0xFFFFFFFF},
    Shades{Token::Correct, 0xFF1B7F5C, 0xFF4CC79A, 0xFF5CFFB0, 0xFF00543A},
    Shades{Token::Wrong, 0xFFC4491D, 0xFFFF8A5C, 0xFFFFA680, 0xFF8F2400},
    Shades{Token::NoBuild, 0xFF8A5A00, 0xFFE0B04C, 0xFFFFD24D, 0xFF5C3A00},
    Shades{Token::Crash, 0xFF9B2C6F, 0xFFE58AC0, 0xFFFFA8DC, 0xFF6B0045},
    Shades{Token::Timeout, 0xFF5B4BB5, 0xFFA99BFF, 0xFFC9BFFF, 0xFF2E1F8C},
    Shades{Token::Neutral, 0xFF8A93A3, 0xFF7A8494, 0xFFC8C8C8, 0xFF333333},
    Shades{Token::Faster, 0xFF2F6FDE, 0xFF7DA9FF, 0xFF66CCFF, 0xFF0033AA},
    Shades{Token::Slower, 0xFFC8731D, 0xFFF0A860, 0xFFFFB866, 0xFF8A4300},
    Shades{Token::Brushed, 0xFFFFF3C4, 0xFF4A4220, 0xFF4D4200, 0xFFFFFFFF},
    Shades{Token::Added, 0xFFDDF4E6, 0xFF1E3B2E, 0xFF00401F, 0xFFDDF4E6},
    Shades{Token::Removed, 0xFFFBE3DC, 0xFF48291F, 0xFF5C1500, 0xFFFBE3DC},
    Shades{Token::CodeBackground, 0xFFFBFCFD, 0xFF191D24, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::Track, 0xFFEEF0F4, 0xFF272D37, 0xFF404040, 0xFFD9D9D9},
    // High contrast shows the share only as a number.
    Shades{Token::Share1, 0xFFEDF5F1, 0xFF1F2E2B, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::Share2, 0xFFD2E8DE, 0xFF204036, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::Share3, 0xFFA9D3C0, 0xFF235845, 0xFF000000, 0xFFFFFFFF},
    Shades{Token::Share4, 0xFF74B79C, 0xFF2B7A5D, 0xFF000000, 0xFFFFFFFF},
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
    return color(Token::Neutral);
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

} // namespace loupe::ui
