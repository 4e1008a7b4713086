// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Inserts rows of one table in batches, because a statement costs as much overhead as a row.
class RowInsert
{
public:
    /// `into` is a table with its columns, such as "t (a, b)". `ending` is appended to the
    /// statement.
    RowInsert(Database &database, std::string_view into, int columns, std::string_view ending = {});

    /// Inserts `count` rows and returns how many were added. After a failure, some may be inserted,
    /// so the transaction must be rolled back. bind(statement, first, row) binds all columns of a
    /// row without copying, from parameter `first` on. The bound data must stay valid until this
    /// returns.
    template <typename Bind>
    Result<std::size_t> insert(std::size_t count, Bind bind)
    {
        std::size_t added = 0;
        for (std::size_t row = 0; row < count;) {
            const std::size_t step = stepFor(count - row);
            const auto statement = statementOf(step);
            if (!statement)
                return statement.error();
            for (std::size_t i = 0; i < step; ++i)
                bind(**statement, static_cast<int>(i) * m_columns + 1, row + i);
            const auto changed = run(**statement);
            if (!changed)
                return changed.error();
            added += *changed;
            row += step;
        }
        return added;
    }

private:
    static constexpr std::array<std::size_t, 3> steps{32, 8, 1}; ///< rows of a statement

    static std::size_t stepFor(std::size_t rows);
    Result<Statement *> statementOf(std::size_t step);
    Result<std::size_t> run(Statement &statement) const;

    Database &m_database;
    std::string m_into;
    int m_columns;
    std::string m_ending;
    std::array<std::optional<Statement>, steps.size()> m_statements;
};

/// Returns "INSERT INTO t (a, b) VALUES (?, ?)", with `into` and columns as in RowInsert.
std::string oneRow(std::string_view into, int columns);

/// Returns the result of a query "SELECT max(id) FROM t"; 0 for an empty table. Fails with Corrupt
/// if the id leaves no room for new ones.
Result<std::int64_t> lastRowId(Database &database, std::string_view query);

} // namespace loupe
