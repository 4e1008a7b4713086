// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/storereader.h"
#include "ui/models/heldrows.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe::ui {

/// Values of one field of the filter with their number of results.
struct FacetGroup {
    std::string field;
    std::vector<FacetCount> values; ///< most frequent first
};

/// Row of the list: the name of a field, one of its values, or the number of hidden values.
struct FacetRow {
    enum class Kind { Heading, Value, More };
    enum class Mark { None, Included, Excluded };

    Kind kind;
    std::string field;
    std::string value;                      ///< as in the filter: "none" for an empty value
    std::optional<std::int64_t> count = {}; ///< absent for a value that only the filter names
    Mark mark = Mark::None;
    QString shortName = {};   ///< of a value, where the longest name of its group does not fit
    QString longestName = {}; ///< of the values of its group
};

/// List of fields with their values. Values that the filter requires or excludes are marked, and
/// are listed even without results.
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
    /// Returns the row of a value, or -1.
    int rowOf(const std::string &field, const std::string &value) const;

    Qt::ItemFlags flags(const QModelIndex &index) const override;
};

} // namespace loupe::ui
