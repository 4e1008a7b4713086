// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/rounds/storyorder.h"
#include "ui/models/columnmodel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace loupe::ui {

/// Trajectories as strips: one row each, a column for every round, and what became of it. Which are
/// shown and in what order is worked out elsewhere; a row costs nothing until it is painted.
class StoryModel final : public ColumnModel<const TrajectoryStory &>
{
    Q_OBJECT
public:
    enum Leading { TaskColumn, StoryColumn, FirstRoundColumn };
    /// Behind the columns of the rounds.
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
    /// Beyond these, rounds have no column of their own; the trajectory itself shows all.
    static constexpr std::size_t mostRounds = 24;

    explicit StoryModel(QObject *parent = nullptr);

    /// `order` are places in the cohort's stories. May be null: nothing.
    void setCohort(Cohort cohort, std::vector<std::uint32_t> order);
    void setOrder(std::vector<std::uint32_t> order);
    const Cohort &cohort() const { return m_cohort; }
    const TrajectoryStory &storyAt(int row) const;
    /// The row of the trajectory that has this evaluation; -1 where none is shown.
    int rowOf(RowId evaluation) const;
    int roundColumns() const;
    /// Of a column behind the rounds.
    int columnOf(Trailing column) const { return FirstRoundColumn + roundColumns() + column; }
    /// By what a column orders; nullopt where it does not.
    std::optional<StoryOrder> orderOf(int column) const;

    int rowCount(const QModelIndex &parent = {}) const override;

private:
    const TrajectoryStory &rowAt(int row) const override { return storyAt(row); }
    Columns columns() const;

    Cohort m_cohort;
    std::vector<std::uint32_t> m_order;
};

} // namespace loupe::ui
