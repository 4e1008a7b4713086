// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/rounds/trajectorystory.h"
#include "ui/models/columnmodel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace loupe::ui {

/// Trajectories as strips: one row each, and a column for every round with its result. Selection
/// and order come from the caller. Rows are formatted only when painted.
class StoryModel final : public ColumnModel<const TrajectoryStory &>
{
    Q_OBJECT
public:
    enum Leading { TaskColumn, StoryColumn, FirstRoundColumn };
    /// Columns after those of the rounds.
    enum Trailing {
        BestColumn,
        GainColumn,
        TokensColumn,
        SecondsColumn,
        MethodColumn,
        SampleColumn,
        RunColumn,
        TrailingCount
    };
    using Cohort = std::shared_ptr<const TrajectoryCohort>;
    /// Maximum number of round columns; the view of a single trajectory shows all rounds.
    static constexpr std::size_t maxRounds = 24;

    explicit StoryModel(QObject *parent = nullptr);

    /// `order` has indices of the cohort's stories. `cohort` may be null.
    void setCohort(Cohort cohort, std::vector<std::uint32_t> order);
    void setOrder(std::vector<std::uint32_t> order);
    const Cohort &cohort() const { return m_cohort; }
    const TrajectoryStory &storyAt(int row) const
    {
        return m_cohort->stories[m_order[static_cast<std::size_t>(row)]];
    }
    /// Returns the row of the trajectory with this evaluation; -1 if it is not shown.
    int rowOf(RowId evaluation) const;
    int roundColumns() const;
    /// Returns the index of a column after the rounds.
    int columnOf(Trailing column) const { return FirstRoundColumn + roundColumns() + column; }
    /// Returns the sort order of a column; nullopt if it cannot be sorted.
    std::optional<StoryOrder> orderOf(int column) const;

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() || !m_cohort ? 0 : static_cast<int>(m_order.size());
    }

private:
    const TrajectoryStory &rowAt(int row) const override { return storyAt(row); }
    Columns columns() const;

    Cohort m_cohort;
    std::vector<std::uint32_t> m_order;
};

} // namespace loupe::ui
