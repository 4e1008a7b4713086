// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <Qsci/qsciscintilla.h>

#include <functional>

class QsciLexer;

namespace loupe::ui {

class Theme;

/// Source text to read: highlighted for its language, with line numbers and marked lines. Tab and
/// the window's single-letter keys pass through, for nothing can be typed here.
class CodeView : public QsciScintilla
{
    Q_OBJECT
public:
    explicit CodeView(const Theme &theme, QWidget *parent = nullptr);

    /// `language` as the store names it: "cpp", "cuda", "python", "json", or "sql"; others are
    /// plain text.
    void setSource(const QString &text, const QString &language);
    /// Marks lines (1-based) as places of diagnostics.
    void setMarkedLines(const QList<int> &lines);
    /// What is said in the middle instead of a text; nothing where there is one.
    void setInstead(const QString &words);
    /// Shows a line (1-based) in the middle with the cursor on it.
    void goTo(int line, int column = 0);

protected:
    bool event(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void paintEvent(QPaintEvent *event) override;
    const Theme &theme() const { return m_theme; }

private:
    void applyTheme();
    void colorLexer();

    const Theme &m_theme;
    QString m_language;
    QString m_instead;
    QsciLexer *m_lexer = nullptr;
};

/// Scrolls one view as the other is scrolled, by lines, while `enabled` says so.
void synchronise(CodeView *left, CodeView *right, const std::function<bool()> &enabled);

} // namespace loupe::ui
