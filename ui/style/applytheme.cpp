// SPDX-License-Identifier: GPL-3.0-or-later
// Applies a theme to the application: style, palette, font and style sheet.
#include "ui/style/loupestyle.h"
#include "ui/style/stylesheet.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QPalette>

namespace loupe::ui {

namespace {

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

} // namespace

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

} // namespace loupe::ui
