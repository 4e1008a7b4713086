// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationprogress.h"
#include "ui/dialogs/headedview.h"

#include <QPlainTextEdit>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QProgressBar;

namespace loupe::ui {

class AskLaneModel;
class BudgetBar;
class ColumnFit;
class ElidedLabel;
class GenerationJob;
class ResultTable;
class SampleRoundModel;

/// Progress of a generation: counts of requests, answers and results, cost, lanes, each sample's
/// rounds, and the end of one conversation. The latest conversation is shown until the user selects
/// a sample.
class GenerationProgressView final : public HeadedView
{
    Q_OBJECT
public:
    explicit GenerationProgressView(const Theme &theme, QWidget *parent = nullptr);

    void show(const GenerationJob &job);

    QString spending() const { return m_spending->text(); }
    QString conversation() const { return m_text->toPlainText(); }
    ResultTable *lanes() const { return m_laneTable; }
    ResultTable *samples() const { return m_sampleTable; }

private:
    /// Limit of the budget with its bar.
    struct LimitRow {
        QLabel *name = nullptr;
        BudgetBar *bar = nullptr;
        QLabel *text = nullptr;
    };
    QWidget *makeFigures(const Theme &theme);
    QWidget *makeTables(const Theme &theme);
    QWidget *makeConversation(const Theme &theme);
    void showState(const GenerationJob &job);
    void showLanes(const GenerationJob &job);
    void showBudget(const GenerationProgress &now);
    void showLimit(std::size_t row, double spent, double reserved, std::optional<double> limit,
                   const QString &text);
    void showConversation(const GenerationJob &job);

    QProgressBar *m_bar;
    ElidedLabel *m_said; ///< last line of the log
    QLabel *m_spending;
    std::array<LimitRow, 4> m_limits;
    AskLaneModel *m_lanes;
    SampleRoundModel *m_samples;
    ResultTable *m_laneTable;
    ResultTable *m_sampleTable;
    ColumnFit *m_laneFit = nullptr;
    ColumnFit *m_sampleFit = nullptr;
    QLabel *m_whose;
    QPlainTextEdit *m_text;
    const GenerationJob *m_job = nullptr;                ///< of the last show(); only compared
    std::optional<std::pair<std::string, int>> m_chosen; ///< selected by the user
    std::pair<std::string, int> m_shown;
    std::vector<DialogueTurn> m_turns; ///< displayed turns
};

} // namespace loupe::ui
