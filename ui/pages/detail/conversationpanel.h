// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/dialoguerounds.h"
#include "core/store/read/storereader.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QTextCharFormat;
class QTextCursor;

namespace loupe::ui {

class Theme;

/// The rounds of the dialogue that an evaluation's candidate comes from; empty where none was
/// recorded. For workers.
Result<std::vector<DialogueRound>> conversationOf(StoreReader &reader, RowId evaluation);

/// What a model was told and answered, round by round, as plain text: what was taken of each answer
/// is marked, reasoning is folded until it is asked for.
class ConversationPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit ConversationPanel(const Theme &theme, QWidget *parent = nullptr);

    /// Shows them from this round on; without any, a sentence that says so.
    void show(std::vector<DialogueRound> rounds, int round);

    QPlainTextEdit *text() const { return m_text; }
    QCheckBox *reasoningBox() const { return m_reasoning; }
    /// Offers to ask again with a hint, where there is a conversation.
    void offerHint();
    QPushButton *hintButton() const { return m_hint; }
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

} // namespace loupe::ui
