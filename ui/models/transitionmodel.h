// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "ui/models/columnmodel.h"

#include <optional>
#include <utility>

namespace loupe::ui {

/// How attempts ended in the baseline (rows) and in another run (columns). The first column names
/// the row, so that a reader of the table hears it.
class TransitionModel final : public ColumnModel<std::size_t>
{
    Q_OBJECT
public:
    using Cell = std::pair<Ending, Ending>; ///< in the baseline, in the other run

    explicit TransitionModel(QObject *parent = nullptr);

    void setMatrix(TransitionMatrix matrix);
    /// nullopt for the names of rows and for a cell without attempts.
    std::optional<Cell> cellAt(const QModelIndex &index) const;

    int rowCount(const QModelIndex &parent = {}) const override;

private:
    std::size_t rowAt(int row) const override { return static_cast<std::size_t>(row); }
    Columns columns() const;

    TransitionMatrix m_matrix;
};

/// "● correct", or "missing".
QString endingText(const Ending &ending);

} // namespace loupe::ui
