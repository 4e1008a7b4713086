// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/failures/causematrix.h"
#include "core/analysis/metrics/comparedbaselines.h"
#include "core/analysis/metrics/scoreboard.h"
#include "core/model/saved/filter.h"
#include "core/report/documents/auditstate.h"
#include "core/report/documents/visitchanges.h"
#include "core/report/figures/figurespec.h"
#include "core/store/read/storereader.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

class QModelIndex;
class QPoint;
class QPushButton;
class QStackedLayout;

namespace loupe::ui {

class CategoryModel;
class EmptyState;
class FittedColumns;
class OverviewNotes;
class ScoreDelegate;
class ScoreboardModel;
class TextTableModel;

/// Data of the Overview for a population.
struct OverviewContent {
    std::shared_ptr<const Population> population;
    Scoreboard board;
    std::vector<CategoryRow> categories;
    std::vector<CauseRow> causes;
    AuditState audit; ///< for all results under the filter
};

/// State of a study at a glance: methods side by side, results by category, causes of failures, and
/// caveats of the population. Numbers link to their results.
class OverviewPage final : public Page
{
    Q_OBJECT
public:
    explicit OverviewPage(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override;
    QString keys() const override;
    void takeFocus() override { m_scores->setFocus(); }

    /// Saves the state of the store, so that the next visit can show changes.
    void rememberVisit() const;

    QString heading() const { return m_heading->text(); }
    ResultTable *scores() const { return m_scores; }
    ResultTable *categories() const { return m_categories; }
    ResultTable *causes() const { return m_causes; }
    ScoreboardModel *scoreModel() const { return m_scoreModel; }
    const CategoryModel *categoryModel() const { return m_categoryModel; }
    const TextTableModel *causeModel() const { return m_causeModel; }
    const OverviewNotes *notes() const { return m_notes; }

signals:
    /// Emitted to show the results behind a number.
    void resultsRequested(const loupe::Filter &filter);
    void figureRequested(const loupe::FigureSpec &spec);

protected:
    void reload() override;

private:
    using Content = OverviewContent;

    void buildLayout();
    QWidget *makeScoreboard();
    QWidget *makeLower();
    void sayLegend();
    QString categoryLegend() const;

    void deliver(const Result<std::shared_ptr<const Content>> &content);
    /// Compares the results over several baselines if they have any.
    void readOver();
    void show();
    void sayNotes();
    QStringList caveats() const;
    void sayEmpty();
    void copyScores() const;
    FigureSpec figureSpec() const;

    void showTables();

    void connectLinks();
    void openScore(const QModelIndex &index);
    void openScoreAt(const QModelIndex &index, const QPoint &position);
    bool isCategoryLink(const QModelIndex &index) const;
    void openCategory(const QModelIndex &index);
    const std::vector<RowId> &causeCells(const QModelIndex &index) const;
    void openCause(const QModelIndex &index);

    ElidedLabel *m_heading;
    QPushButton *m_copy;
    QPushButton *m_makeFigure;
    ScoreboardModel *m_scoreModel;
    ScoreDelegate *m_scoreDelegate;
    CategoryModel *m_categoryModel;
    TextTableModel *m_causeModel;
    ResultTable *m_scores;
    ResultTable *m_categories;
    ResultTable *m_causes;
    FittedColumns *m_scoreColumns;
    FittedColumns *m_categoryColumns;
    FittedColumns *m_causeColumns;
    QLabel *m_legend;
    QLabel *m_categoryLegend;
    OverviewNotes *m_notes;
    EmptyState *m_empty;
    QStackedLayout *m_stack = nullptr;
    std::shared_ptr<const Content> m_content;
    std::vector<std::size_t> m_failingMethods; ///< scoreboard rows that are columns of the causes
    std::optional<QString> m_problem;
    std::optional<StudyVisit> m_before;    ///< last visit to the store
    std::optional<StudyVisit> m_now;       ///< whole store when it was opened
    std::vector<ComparedBaselines> m_over; ///< over each baseline; empty until it is read
    PageStudy<std::shared_ptr<const Content>> m_study;
    PageStudy<std::vector<ComparedBaselines>>
        m_overStudy; ///< after the content, because it reads all rows again
};

} // namespace loupe::ui
