// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "ui/models/columnmodel.h"

#include <optional>
#include <utility>

namespace loupe::ui {

/// Matrix of how attempts ended in the baseline (rows) and another run (columns). The first column
/// names the row, which screen readers need.
class TransitionModel final : public ColumnModel<std::size_t>
{
    Q_OBJECT
public:
    using Cell = std::pair<Ending, Ending>; ///< ending in the baseline, ending in the other run

    explicit TransitionModel(QObject *parent = nullptr);

    void setMatrix(TransitionMatrix matrix);
    /// Returns nullopt for row names and cells without attempts.
    std::optional<Cell> cellAt(const QModelIndex &index) const;

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_matrix.baseline.size());
    }

private:
    std::size_t rowAt(int row) const override { return static_cast<std::size_t>(row); }
    Columns columns() const;

    TransitionMatrix m_matrix;
};

/// Returns "● correct" or "missing".
QString endingText(const Ending &ending);

} // namespace loupe::ui
