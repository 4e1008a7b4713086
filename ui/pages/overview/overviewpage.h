// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/metrics/scoreboard.h"
#include "core/model/filter.h"
#include "ui/async/latestjob.h"
#include "ui/pages/frame/page.h"

#include <functional>
#include <memory>

class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace loupe::ui {

class ElidedLabel;
class EmptyState;
class ResultTable;
class ScoreboardModel;
class TextTableModel;

/// The state of a study at a glance: its methods side by side, what each solved by category, how
/// kernels failed, and what a reader must know of the population. Numbers lead to their results.
class OverviewPage final : public Page
{
    Q_OBJECT
public:
    explicit OverviewPage(const Workbench &bench, QWidget *parent = nullptr);
    ~OverviewPage() override;

    bool isLoading() const override;
    QString keys() const override;
    void takeFocus() override;

    QString heading() const;
    ResultTable *scores() const { return m_scores; }
    ScoreboardModel *scoreModel() const { return m_scoreModel; }
    const TextTableModel *categoryModel() const { return m_categoryModel; }
    const TextTableModel *failureModel() const { return m_failureModel; }

signals:
    /// The results behind a number, which the window shows.
    void resultsRequested(const loupe::Filter &filter);

protected:
    void reload() override;

private:
    struct Content {
        std::shared_ptr<const Population> population;
        Scoreboard board;
        std::vector<CategoryRow> categories;
        std::vector<VerdictRow> failures;
    };
    static std::shared_ptr<const Content> made(std::shared_ptr<const Population> population);
    void buildLayout();
    void show(const std::shared_ptr<const Content> &content);
    void sayNotes(const Content &content);
    void sayEmpty();
    void openScore(int row, int column);
    void openCategory(int row, int column);
    void openFailure(int row, int column);
    void open(std::size_t score, const std::function<bool(const MetricRow &)> &counts);

    ElidedLabel *m_heading;
    ScoreboardModel *m_scoreModel;
    TextTableModel *m_categoryModel;
    TextTableModel *m_failureModel;
    ResultTable *m_scores;
    ResultTable *m_categories;
    ResultTable *m_failures;
    QLabel *m_notes;
    EmptyState *m_empty;
    QStackedLayout *m_stack = nullptr;
    std::shared_ptr<const Content> m_content;
    LatestJob<std::shared_ptr<const Content>> m_job;
};

} // namespace loupe::ui
