// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QLineEdit>
#include <QTimer>

#include <functional>

class QLabel;
class QFrame;

namespace loupe::ui {

class Theme;

/// The filter's text. Applies while a person types, when it is valid; what is wrong is said in a
/// callout under the line, at its character. Enter applies and hands the keyboard on, Esc returns
/// to the text that is in force.
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

signals:
    /// Enter was pressed on a valid filter.
    void confirmed();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    bool applyNow();
    void showError(const Error &error);
    void clearError();
    void placeCallout();
    void markTerms();
    int xOf(int character) const;

    const Theme &m_theme;
    std::function<Status(const QString &)> m_apply;
    QString m_applied;
    QTimer m_pause;
    QFrame *m_callout;
    QLabel *m_message;
    int m_errorAt = 0;
};

} // namespace loupe::ui
