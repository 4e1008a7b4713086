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

/// The filter's text. Applies while a person types, when it is valid; what is wrong is said in a
/// callout under the line, at its character. While a person types, ways to go on are asked for and
/// shown in a list: ↓ and Enter, or Tab, take one. Enter applies and hands the keyboard on, Esc
/// returns to the text that is in force.
class FilterLine final : public QLineEdit
{
    Q_OBJECT
public:
    /// `apply` takes the text into force or says why not.
    FilterLine(const Theme &theme, std::function<Status(const QString &)> apply,
               QWidget *parent = nullptr);

    /// The text that is in force, e.g. after another page changed it.
    void setApplied(const QString &text);
    /// What is wrong with the present text, or empty.
    QString errorMessage() const;
    /// Ways to go on in `text`; nothing happens where the line has another text by now.
    void offer(const QString &text, const FilterCompletion &completion);
    /// What is being applied was typed, and may be on the way to something else.
    bool isApplying() const { return m_isApplying; }
    CompletionList *completions() const { return m_completions; }

signals:
    /// Enter was pressed on a valid filter.
    void confirmed();
    /// A person typed, or pressed Ctrl+Space, with the cursor at this byte of the text.
    void completionWanted(const QString &text, std::size_t cursor);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    bool applyNow();
    void showError(const Error &error);
    void clearError();
    void placeCallout();
    void markTerms();
    QList<QInputMethodEvent::Attribute> termMarks() const;
    void wantCompletion();
    void complete(int row);
    bool walksCompletions(const QKeyEvent &event);
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
    bool m_isApplying = false;
};

} // namespace loupe::ui
