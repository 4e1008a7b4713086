// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/store/read/filtercompletion.h"

#include <QInputMethodEvent>
#include <QLineEdit>
#include <QTimer>

#include <functional>

class QLabel;
class QFrame;

namespace loupe::ui {

class CompletionList;
class Theme;

/// Line for the filter's text. Valid text is applied while the user types; an error appears in a
/// callout below its character. While typing, completions are requested and listed: ↓ and Enter, or
/// Tab, accept one. A term with completions is half-typed: it is underlined, and the applied filter
/// stays until the term is complete, followed by another one, or confirmed. Enter accepts the only
/// completion, else applies the text and moves the focus. Esc restores the applied text.
class FilterLine final : public QLineEdit
{
    Q_OBJECT
public:
    /// `apply` applies the text or returns its error.
    FilterLine(const Theme &theme, std::function<Status(const QString &)> apply,
               QWidget *parent = nullptr);

    /// Sets the applied text, e.g. after another page changed it.
    void setApplied(const QString &text);
    /// Returns the error of the present text, or an empty one.
    QString errorMessage() const;
    /// Returns true while the term at the cursor is half-typed, so that it is not applied.
    bool isHalfTyped() const { return m_halfAt >= 0; }
    /// Shows completions of `text`; does nothing if the line's text has changed. Every
    /// completionWanted() is answered with it.
    void offer(const QString &text, const FilterCompletion &completion);
    /// Returns true while typed text is being applied, which may be incomplete.
    bool isApplying() const { return m_isApplying; }
    CompletionList *completions() const { return m_completions; }

signals:
    /// Emitted on Enter with a valid filter.
    void confirmed();
    /// Emitted when the user types or presses Ctrl+Space, with the cursor as a byte offset.
    void completionWanted(const QString &text, std::size_t cursor);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    bool applyNow();
    /// Applies the text unless its term at the cursor is half-typed.
    void settle();
    bool isUnfinished() const;
    /// Returns the first character of the term that has completions.
    int termStart() const;
    void setHalfTyped(int at);
    void showError(const Error &error);
    void clearError();
    void placeCallout();
    void markTerms();
    QList<QInputMethodEvent::Attribute> termMarks() const;
    void wantCompletion();
    void complete(int row);
    bool handlesCompletionKey(const QKeyEvent &event);
    void placeUnder(QWidget &widget, int character);
    int xOf(int character) const;

    const Theme &m_theme;
    std::function<Status(const QString &)> m_apply;
    QString m_applied;
    QTimer m_pause;
    QFrame *m_callout;
    CompletionList *m_completions;
    QLabel *m_message;
    int m_errorAt = 0;
    int m_halfAt = -1;        ///< first character of the half-typed term, if there is one
    bool m_isAwaited = false; ///< completions are being read
    bool m_isApplying = false;
};

} // namespace loupe::ui
