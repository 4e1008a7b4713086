// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/dialoguerounds.h"
#include "core/store/read/storereader.h"
#include "ui/shell/session/workbench.h"

#include <QPushButton>
#include <QWidget>

#include <functional>
#include <vector>

class QCheckBox;
class QPlainTextEdit;
class QStackedWidget;
class QTextCursor;

namespace loupe::ui {

class Theme;

/// Reads the rounds of the dialogue behind an evaluation's candidate; empty if none was recorded.
/// For worker threads.
Result<std::vector<DialogueRound>> conversationOf(StoreReader &reader, RowId evaluation);

/// Prompts and answers of a model, round by round, as plain text. The extracted part of each answer
/// is highlighted; reasoning is folded by default.
class ConversationPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit ConversationPanel(const Theme &theme, QWidget *parent = nullptr);

    /// Shows the conversation from this round on, or a sentence if it is empty.
    void show(std::vector<DialogueRound> rounds, int round);

    QPlainTextEdit *text() const { return m_text; }
    QCheckBox *reasoningBox() const { return m_reasoning; }
    /// Shows the button for a hint if there is a conversation.
    void offerHint() { m_hint->show(); }
    bool isEmpty() const { return m_rounds.empty(); }

signals:
    void hintRequested();

private:
    void refill();
    void addRound(QTextCursor &at, const DialogueRound &round) const;
    void addPart(QTextCursor &at, const QString &title, const std::string &body) const;

    const Theme &m_theme;
    QCheckBox *m_reasoning;
    QPushButton *m_hint;
    QPlainTextEdit *m_text;
    QStackedWidget *m_stack;
    std::vector<DialogueRound> m_rounds;
    int m_round = 0;
};

/// Command that requests another program with a hint on the displayed evaluation.
inline constexpr const char *hintCommand = "conversation.hint";

/// Connects the panel's hint button to the command, if this build can send requests. `shown`
/// returns the displayed evaluation.
void offerHints(const Workbench &bench, ConversationPanel &panel, std::function<RowId()> shown);

} // namespace loupe::ui
