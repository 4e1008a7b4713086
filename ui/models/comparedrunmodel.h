// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/storecomparison.h"
#include "ui/models/heldrows.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace loupe::ui {

/// Runs that can be compared with a baseline, and the results of the compared ones.
class ComparedRunModel final : public HeldRows<std::string>
{
    Q_OBJECT
public:
    enum Column { NameColumn, FixedColumn, BrokenColumn, SpeedColumn, VerdictColumn, ColumnCount };

    explicit ComparedRunModel(QObject *parent = nullptr);

    void setRuns(std::vector<std::string> runs);
    const std::vector<std::string> &runs() const { return rows(); }
    int rowOf(const std::string &run) const;
    /// `comparison` may be null if nothing was compared yet.
    void setComparison(std::shared_ptr<const StoreComparison> comparison);
    /// Returns the result of the run in this row; null if it was not compared.
    const Result<RunComparison> *resultAt(int row) const;

private:
    Columns columns() const;
    const Result<RunComparison> *resultOf(const std::string &run) const;

    std::shared_ptr<const StoreComparison> m_comparison;
    std::map<std::string, QString> m_shortNames; ///< by name
    QString m_longestName;
};

} // namespace loupe::ui
