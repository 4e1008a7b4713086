// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/annotation.h"
#include "ui/widgets/layout/parts.h"

#include <QFrame>
#include <QString>
#include <QTextBrowser>

class QBoxLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace loupe::ui {

class Theme;

/// Review of one evaluation: state, tags and notes, with fields to add more. A narrow column, or
/// wide and low. Its size never depends on what it shows.
class JudgementPanel final : public QFrame
{
    Q_OBJECT
public:
    explicit JudgementPanel(const Theme &theme, QWidget *parent = nullptr);

    void show(const Judgement &judgement);
    void setPerson(const QString &person);
    /// Sets the reason why annotations are not stored yet; empty hides it.
    void setProblem(const QString &problem);
    /// Disables the fields without an evaluation.
    void setEditable(bool on);
    /// Arranges the parts side by side instead of one above the other.
    void setWide(bool isWide);
    void focusNote();
    void focusTag();
    QLineEdit *tagLine() const { return m_tag; }
    QPlainTextEdit *noteEdit() const { return m_note; }
    QString stateShown() const { return m_state->text(); }
    QString tagsShown() const { return m_tags->text(); }
    QString notesShown() const { return m_notes->toPlainText(); }

signals:
    /// Emitted before a field gets the focus, so that a hidden panel can be shown.
    void requested();
    /// Emitted with a tag to add, or with a leading minus to remove.
    void tagEntered(const QString &tag);
    void noteEntered(const QString &note);
    /// Emitted on Escape in a field, to return to the list.
    void left();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void enterNote();

    QBoxLayout *m_parts;   ///< what is recorded, and the fields
    QBoxLayout *m_writing; ///< the note and its button
    ElidedLabel *m_state;
    QLabel *m_tags;
    QTextBrowser *m_notes;
    QLineEdit *m_tag;
    QPlainTextEdit *m_note;
    QPushButton *m_keep;
    QLabel *m_problem;
};

} // namespace loupe::ui
