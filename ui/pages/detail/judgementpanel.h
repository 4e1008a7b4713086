// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/annotation.h"

#include <QFrame>
#include <QString>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTextBrowser;

namespace loupe::ui {

class Theme;

/// What people made of one evaluation: state, tags and notes, and the fields to say more.
class JudgementPanel final : public QFrame
{
    Q_OBJECT
public:
    explicit JudgementPanel(const Theme &theme, QWidget *parent = nullptr);

    void show(const Judgement &judgement);
    void setPerson(const QString &person);
    /// Why marks are not in the store yet; empty hides it.
    void setProblem(const QString &problem);
    /// Without an evaluation there is nothing to say.
    void setEditable(bool on);
    void focusNote();
    void focusTag();
    QLineEdit *tagLine() const { return m_tag; }
    QPlainTextEdit *noteEdit() const { return m_note; }
    QString stateShown() const;
    QString tagsShown() const;
    QString notesShown() const;

signals:
    /// A tag to put on, or with a leading minus to take off.
    void tagEntered(const QString &tag);
    void noteEntered(const QString &note);
    /// Escape in a field: back to the list.
    void left();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void enterNote();

    const Theme &m_theme;
    QLabel *m_state;
    QLabel *m_tags;
    QTextBrowser *m_notes;
    QLineEdit *m_tag;
    QPlainTextEdit *m_note;
    QPushButton *m_keep;
    QLabel *m_problem;
};

} // namespace loupe::ui
