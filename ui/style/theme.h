// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/verdict/verdict.h"

#include <QColor>
#include <QFont>
#include <QObject>
#include <QString>

#include <optional>

namespace loupe::ui {

/// Names of colours, used by all code outside this folder.
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
    Neutral, ///< disabled text, and shapes without a verdict
    Faster,
    Slower,
    Brushed,
    Added,
    Removed,
    CodeBackground,
    Track,  ///< background of a bar
    Share1, ///< first of five steps: above 0, up to a fifth
    Share2,
    Share3,
    Share4,
    Share5,      ///< all
    AmberGround, ///< amber panels for decisions that affect the numbers
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
    /// Returns true for light text on dark, including high contrast.
    bool isDark() const { return m_look == Look::Dark || m_look == Look::Contrast; }
    /// Returns true if backgrounds show selection and brushing; otherwise lines do.
    bool hasTints() const { return m_look != Look::ContrastLight; }
    /// Return the colours of selected text, which is inverted without tints.
    Token selectionGround() const { return hasTints() ? Token::AccentTint : Token::Accent; }
    Token selectionText() const { return hasTints() ? Token::Text : Token::Panel; }
    /// Returns the width of a frame's line in pixels.
    int lineWidth() const
    {
        return m_look == Look::Contrast || m_look == Look::ContrastLight ? 2 : 1;
    }
    /// Follows changed colours of the desktop if the System theme is selected.
    void systemChanged();

    QColor color(Token token) const;
    QColor color(Outcome outcome) const;
    QColor color(Verdict verdict) const { return color(outcomeOf(verdict)); }
    /// Returns the colour of text on Share1 to Share5, or on none for step 0.
    Token textOnShare(int step) const;

    QFont uiFont() const { return m_uiFont; }
    QFont headingFont() const;
    QFont captionFont() const;
    QFont codeFont() const;
    /// Scales text and grid in percent of the desktop's size, 80 to 200. Open windows follow but
    /// for the margins and minimum sizes that their widgets were made with.
    void setTextPercent(int percent);
    int textPercent() const { return m_textPercent; }
    /// Returns the next larger (+1) or smaller (-1) text size, or the normal one (0).
    int textPercentAfter(int step) const;

    /// Returns the grid unit: 8 px at the normal font size, scaled with it.
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

/// Parses "system", "light", "dark", "contrast", "contrast-light"; nullopt for anything else.
std::optional<ThemeChoice> themeChoiceFromName(const QString &name);
QString name(ThemeChoice choice);

/// Returns the application's style sheet in the theme's colours and grid. Widgets select a look by
/// the dynamic properties `tone` ("dim", "error", "heading") and `look` ("panel", "primary",
/// "link", "nav", "chip").
QString styleSheet(const Theme &theme);

} // namespace loupe::ui
