// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/storereader.h"
#include "ui/models/heldrows.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe::ui {

/// The values of one field of the filter with how many results have each.
struct FacetGroup {
    std::string field;
    std::vector<FacetCount> values; ///< the most frequent first
};

/// A line of the counts: the name of a field, one of its values, or how many more it has.
struct FacetRow {
    enum class Kind { Heading, Value, More };
    enum class Mark { None, Asked, LeftOut };

    Kind kind;
    std::string field;
    std::string value;                      ///< as in the filter: "none" where there is none
    std::optional<std::int64_t> count = {}; ///< none: the filter names it, nothing is counted so
    Mark mark = Mark::None;
};

/// The values of some fields under one another, below the name of each field. What the filter asks
/// for or leaves out is marked, and is there even where nothing has it.
class FacetModel final : public HeldRows<FacetRow>
{
    Q_OBJECT
public:
    enum Column { ValueColumn, CountColumn, ColumnCount };
    using Row = FacetRow;
    using RowKind = FacetRow::Kind;
    using Mark = FacetRow::Mark;

    explicit FacetModel(QObject *parent = nullptr);

    void setGroups(const std::vector<FacetGroup> &groups, const Filter &filter);
    /// The row of a value, or -1.
    int rowOf(const std::string &field, const std::string &value) const;

    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    static Columns columns();
};

} // namespace loupe::ui
