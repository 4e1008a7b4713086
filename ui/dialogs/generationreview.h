// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/generation/loop/generationpreview.h"
#include "ui/dialogs/headedview.h"

#include <QPlainTextEdit>

class QComboBox;

namespace loupe::ui {

/// Review of a generation: number of requests, maximum cost, and the first prompt of each task.
class GenerationReview final : public HeadedView
{
    Q_OBJECT
public:
    explicit GenerationReview(const Theme &theme, QWidget *parent = nullptr);

    void showPreview(const Result<GenerationPreview> &preview);
    /// Shows a sentence instead of a preview.
    void showNote(const QString &note);

    /// Returns the displayed prompt.
    QString prompt() const { return m_text->toPlainText(); }
    QComboBox *tasks() const { return m_tasks; }

private:
    void showPrompt();

    QWidget *m_question; ///< parent of all widgets of the prompt
    QComboBox *m_tasks;
    QLabel *m_about;
    QPlainTextEdit *m_text;
    GenerationPreview m_preview;
};

} // namespace loupe::ui
