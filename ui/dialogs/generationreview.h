// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/generation/loop/generationpreview.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPlainTextEdit;

namespace loupe::ui {

class Theme;

/// What a generation would ask: how many requests, what they come to at most, and the first
/// question about each task.
class GenerationReview final : public QWidget
{
    Q_OBJECT
public:
    explicit GenerationReview(const Theme &theme, QWidget *parent = nullptr);

    void showPreview(const Result<GenerationPreview> &preview);
    /// A sentence in place of a preview.
    void showNote(const QString &note);

    QString heading() const;
    QString note() const;
    /// The question that is shown.
    QString prompt() const;
    QComboBox *tasks() const { return m_tasks; }

private:
    void showPrompt();

    QLabel *m_heading;
    QLabel *m_note;
    QWidget *m_question; ///< everything about the prompt
    QComboBox *m_tasks;
    QLabel *m_about;
    QPlainTextEdit *m_text;
    GenerationPreview m_preview;
};

} // namespace loupe::ui
