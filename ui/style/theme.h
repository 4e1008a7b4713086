// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/verdict.h"

#include <QColor>
#include <QFont>
#include <QObject>
#include <QString>

#include <optional>

namespace loupe::ui {

/// The only names a colour has outside this folder.
enum class Token {
    Background,
    Panel,
    Line,
    Text,
    Dim,
    Accent,
    AccentTint,
    Correct,
    Wrong,
    NoBuild,
    Crash,
    Timeout,
    Neutral, ///< unknown, skipped, infra error
    Faster,
    Slower,
    Brushed,
    Added,
    Removed,
    CodeBackground,
    Track,  ///< behind a bar
    Share1, ///< of five steps: some, up to a fifth
    Share2,
    Share3,
    Share4,
    Share5,      ///< all
    AmberGround, ///< what asks for a decision before numbers are trusted
    AmberLine,
    AmberText,
    Count
};

/// Contrast is light on black, ContrastLight black on white.
enum class ThemeChoice { System, Light, Dark, Contrast, ContrastLight };

/// Colours, fonts and the grid of the application. One exists per process; widgets get it by
/// reference and repaint on changed().
class Theme final : public QObject
{
    Q_OBJECT
public:
    explicit Theme(QObject *parent = nullptr);

    /// Applies style, palette, fonts and style sheet to the application.
    void choose(ThemeChoice choice);
    ThemeChoice choice() const { return m_choice; }
    /// Light on dark: also in high contrast.
    bool isDark() const { return m_look == Look::Dark || m_look == Look::Contrast; }
    /// Whether a ground says what is selected or brushed; lines do where it does not.
    bool hasTints() const { return m_look != Look::ContrastLight; }
    /// Of selected text: without tints it is turned around.
    Token selectionGround() const { return hasTints() ? Token::AccentTint : Token::Accent; }
    Token selectionText() const { return hasTints() ? Token::Text : Token::Panel; }
    /// Pixels that a frame's line is wide.
    int lineWidth() const
    {
        return m_look == Look::Contrast || m_look == Look::ContrastLight ? 2 : 1;
    }
    /// The desktop's own colours changed: follows them if that is what was chosen.
    void systemChanged();

    QColor color(Token token) const;
    QColor color(Outcome outcome) const;
    QColor color(Verdict verdict) const { return color(outcomeOf(verdict)); }

    QFont uiFont() const { return m_uiFont; }
    QFont headingFont() const;
    QFont captionFont() const;
    QFont codeFont() const;
    /// Text and grid at this share of their normal size, 100 to 200; for windows made afterwards.
    void setTextPercent(int percent);

    /// One step of the grid: 8 px at the normal font size, in proportion otherwise.
    int unit() const { return m_unit; }
    int compactRowHeight() const { return 3 * m_unit; }

signals:
    void changed();

private:
    enum class Look { Light, Dark, Contrast, ContrastLight };
    void apply();
    void chooseFonts();

    ThemeChoice m_choice = ThemeChoice::System;
    Look m_look = Look::Light;
    bool m_isApplying = false;
    bool m_hasStyle = false;
    QFont m_uiFont;
    QString m_codeFamily;
    int m_unit = 8;
    int m_textPercent = 100;
};

/// "system", "light", "dark", "contrast", "contrast-light"; nullopt for anything else.
std::optional<ThemeChoice> themeChoiceFromName(const QString &name);
QString name(ThemeChoice choice);

} // namespace loupe::ui
