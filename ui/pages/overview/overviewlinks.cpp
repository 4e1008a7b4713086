// SPDX-License-Identifier: GPL-3.0-or-later
// Filters behind the numbers of the Overview.
#include "core/analysis/metrics/scorefilter.h"
#include "core/model/filteredit.h"
#include "ui/delegates/scoredelegate.h"
#include "ui/models/categorymodel.h"
#include "ui/models/roles.h"
#include "ui/models/scoreboardmodel.h"
#include "ui/pages/overview/overviewpage.h"
#include "ui/shell/session/storesession.h"
#include "ui/widgets/resulttable.h"

#include <algorithm>
#include <string>
#include <utility>

namespace loupe::ui {

namespace {

ScoreNumber numberOf(int column)
{
    switch (column) {
    case ScoreboardModel::BuiltColumn:
        return ScoreNumber::Built;
    case ScoreboardModel::CorrectColumn:
        return ScoreNumber::Correct;
    case ScoreboardModel::FasterColumn:
        return ScoreNumber::Faster;
    case ScoreboardModel::MeanColumn:
    case ScoreboardModel::TimedColumn:
        return ScoreNumber::Timed;
    default:
        return ScoreNumber::Attempted;
    }
}

/// Selects the results of a cause; `fingerprint` and `id` would not be readable.
Filter causeFilter(Filter filter, const CauseRow &cause, const Scope &scope)
{
    if (!cause.grouped.empty())
        return narrowedTo(std::move(filter), "cause", {cause.grouped.text()});
    const bool isStrict = scope.verdict == CountedVerdict::Strict;
    return narrowedTo(std::move(filter), isStrict ? "strict" : "verdict",
                      {std::string(facts(cause.verdict).id)});
}

} // namespace

void OverviewPage::connectLinks()
{
    const auto open = [this](ResultTable *table, void (OverviewPage::*openCell)(int, int)) {
        connect(table, &ResultTable::openRequested, this,
                [this, openCell](const QModelIndex &index) {
                    (this->*openCell)(index.row(), index.column());
                });
    };
    open(m_scores, &OverviewPage::openScore);
    open(m_categories, &OverviewPage::openCategory);
    open(m_causes, &OverviewPage::openCause);
    m_scores->setLinks([this](const QModelIndex &index) { return m_scoreModel->isLink(index); });
    m_categories->setLinks([this](const QModelIndex &index) { return isCategoryLink(index); });
    m_causes->setLinks([this](const QModelIndex &index) {
        return m_content
            && (index.column() < CategoryModel::firstMethod || !causeCells(index).empty());
    });
    connect(m_scores, &ResultTable::linkClicked, this, &OverviewPage::openScoreAt);
    for (ResultTable *table : {m_categories, m_causes})
        connect(table, &ResultTable::linkClicked, table, &ResultTable::openRequested);
}

void OverviewPage::openScoreAt(const QModelIndex &index, const QPoint &position)
{
    if (index.column() != ScoreboardModel::OutcomesColumn) {
        openScore(index.row(), index.column());
        return;
    }
    const auto outcome = m_scoreDelegate->outcomeAt(index.data(OutcomesRole).toList(), position.x(),
                                                    m_scores->columnWidth(index.column()));
    if (!m_content || !outcome)
        return; // tasks without an attempt
    const ScoreRow &score = m_content->board.rows.at(static_cast<std::size_t>(index.row()));
    emit resultsRequested(outcomeFilter(seriesFilter(m_bench.session.filter(), score),
                                        m_bench.session.scope(), *outcome));
}

void OverviewPage::openScore(int row, int column)
{
    if (!m_content || !m_scoreModel->isLink(m_scoreModel->index(row, column)))
        return;
    const ScoreRow &score = m_content->board.rows.at(static_cast<std::size_t>(row));
    emit resultsRequested(scoreFilter(seriesFilter(m_bench.session.filter(), score),
                                      m_bench.session.scope(), numberOf(column)));
}

bool OverviewPage::isCategoryLink(const QModelIndex &index) const
{
    if (index.column() < CategoryModel::firstMethod)
        return true;
    const auto method = static_cast<std::size_t>(index.column() - CategoryModel::firstMethod);
    return m_categoryModel->rows().at(static_cast<std::size_t>(index.row())).correct.at(method) > 0;
}

void OverviewPage::openCategory(int row, int column)
{
    if (!m_content || !isCategoryLink(m_categoryModel->index(row, column)))
        return;
    const bool isLevelled = std::ranges::any_of(m_content->categories, [](const CategoryRow &each) {
        return each.levelNumber.has_value();
    });
    const CategoryRow &asked = m_content->categories.at(static_cast<std::size_t>(row));
    Filter filter = categoryFilter(m_bench.session.filter(), asked, isLevelled);
    if (column >= CategoryModel::firstMethod) {
        const auto method = static_cast<std::size_t>(column - CategoryModel::firstMethod);
        filter = scoreFilter(seriesFilter(std::move(filter), m_content->board.rows.at(method)),
                             m_bench.session.scope(), ScoreNumber::Correct);
    }
    emit resultsRequested(filter);
}

const std::vector<RowId> &OverviewPage::causeCells(const QModelIndex &index) const
{
    const auto shown = static_cast<std::size_t>(index.column() - CategoryModel::firstMethod);
    const CauseRow &cause = m_content->causes.at(static_cast<std::size_t>(index.row()));
    return cause.cells.at(m_failingMethods.at(shown));
}

void OverviewPage::openCause(int row, int column)
{
    if (!m_content)
        return;
    const CauseRow &cause = m_content->causes.at(static_cast<std::size_t>(row));
    Filter filter = causeFilter(m_bench.session.filter(), cause, m_bench.session.scope());
    if (column >= CategoryModel::firstMethod) {
        const QModelIndex index = m_causes->model()->index(row, column);
        if (causeCells(index).empty())
            return;
        const auto shown = static_cast<std::size_t>(column - CategoryModel::firstMethod);
        filter
            = seriesFilter(std::move(filter), m_content->board.rows.at(m_failingMethods.at(shown)));
    }
    emit resultsRequested(filter);
}

} // namespace loupe::ui
