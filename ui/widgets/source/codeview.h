// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/embeddedcode.h"

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>
#include <Qsci/qsciscintilla.h>

#include <vector>

class QsciLexer;

namespace loupe::ui {

class Theme;

/// Read-only source text with syntax highlighting, line numbers and marked lines. C++ and CUDA in
/// the strings of a Python source are highlighted as such. Tab and the window's single-letter
/// shortcuts pass through.
class CodeView : public QsciScintilla
{
    Q_OBJECT
public:
    explicit CodeView(const Theme &theme, QWidget *parent = nullptr);

    /// `language` is the store's name: "cpp", "cuda", "python", "json" or "sql"; others are plain
    /// text.
    void setSource(const QString &text, const QString &language);
    /// Marks lines (1-based) with diagnostics.
    void setMarkedLines(const QList<int> &lines);
    /// Marks lines (1-based) that belong to a chosen line of another text. Replaces earlier marks.
    void setLinkedLines(const QList<int> &lines);
    /// Sets texts beside the lines, by line number (1-based). They need no place if there are none.
    /// setSource() removes them.
    void setLineNotes(const QMap<int, QString> &notes);
    /// Returns the text beside a line (1-based).
    QString lineNote(int line) const;
    /// Sets the text shown in the middle if there is no source.
    void setInstead(const QString &words);
    /// Shows a line (1-based) in the middle and puts the cursor on it.
    void goTo(int line, int column = 0);

    /// Marks all places of `words`, ignoring the case of ASCII letters, and returns their byte
    /// positions. Empty words remove the marks.
    std::vector<int> markFound(const QString &words);
    /// Selects `words` at a byte position returned by markFound().
    void selectFound(int position, const QString &words);
    /// Returns true if the byte at this position is drawn as this part of embedded code.
    bool isEmbedded(int position, CodePart part) const;
    /// Returns the number of lines that fit into the view.
    int linesOnScreen() const { return static_cast<int>(SendScintilla(SCI_LINESONSCREEN)); }

protected:
    bool event(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    const Theme &theme() const { return m_theme; }

private:
    void applyTheme();
    void colorLexer();
    void colorEmbedded();
    void markEmbedded(const QByteArray &text);

    const Theme &m_theme;
    QString m_language;
    QString m_instead;
    QsciLexer *m_lexer = nullptr;
};

} // namespace loupe::ui
