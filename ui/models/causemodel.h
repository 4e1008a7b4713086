// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heldrows.h"

#include <cstdint>

namespace loupe::ui {

/// Failures with the same cause.
struct CauseRow {
    QString title;
    QString detail;
    Verdict verdict = Verdict::NotRecorded;
    std::int64_t count = 0;
    std::int64_t reviewed = 0;
};

/// Causes of failures with their number of failures and of reviewed ones.
class CauseModel final : public HeldRows<CauseRow>
{
    Q_OBJECT
public:
    enum Column { TitleColumn, ReviewedColumn, CountColumn, ColumnCount };
    using Row = CauseRow;

    explicit CauseModel(QObject *parent = nullptr);

    void setRows(std::vector<Row> rows) { replaceRows(std::move(rows)); }
    void setReviewed(int row, std::int64_t reviewed);
};

} // namespace loupe::ui
