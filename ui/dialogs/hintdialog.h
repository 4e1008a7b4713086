// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace loupe::ui {

class Theme;

/// Asks for a hint on one of a model's programs, and for the user's name.
class HintDialog final : public QDialog
{
    Q_OBJECT
public:
    HintDialog(const Theme &theme, const QString &person, QWidget *parent = nullptr);

    QPlainTextEdit *hint() const { return m_hint; }
    QLineEdit *person() const { return m_person; }
    QPushButton *askButton() const { return m_ask; }

signals:
    void askRequested(const QString &hint, const QString &person);

private:
    void ask();
    void checkComplete();

    QPlainTextEdit *m_hint;
    QLineEdit *m_person;
    QPushButton *m_ask;
};

} // namespace loupe::ui
