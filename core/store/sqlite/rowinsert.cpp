// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/rowinsert.h"

#include <algorithm>

namespace loupe {

namespace {

/// Returns "(?, ?, ?)" for the given number of columns.
std::string rowPlaceholders(int columns)
{
    std::string out = "(?";
    for (int i = 1; i < columns; ++i)
        out += ", ?";
    return out + ")";
}

} // namespace

RowInsert::RowInsert(Database &database, std::string_view into, int columns,
                     std::string_view ending)
    : m_database(database)
    , m_into(into)
    , m_columns(columns)
    , m_ending(ending)
{
}

std::size_t RowInsert::stepFor(std::size_t rows)
{
    return *std::ranges::find_if(steps, [=](std::size_t step) { return step <= rows; });
}

Result<Statement *> RowInsert::statementOf(std::size_t step)
{
    const auto place = static_cast<std::size_t>(std::ranges::find(steps, step) - steps.begin());
    std::optional<Statement> &statement = m_statements[place];
    if (!statement) {
        const std::string row = rowPlaceholders(m_columns);
        // Without OR FAIL, SQLite would keep a copy of every page, to undo the statement on
        // failure.
        std::string sql = "INSERT OR FAIL INTO " + m_into + " VALUES " + row;
        for (std::size_t i = 1; i < step; ++i)
            sql += ", " + row;
        auto prepared = m_database.prepare(sql + m_ending);
        if (!prepared)
            return std::move(prepared).error();
        statement = std::move(*prepared);
    }
    return &*statement;
}

Result<std::size_t> RowInsert::run(Statement &statement) const
{
    const auto done = statement.step();
    statement.rewind();
    if (!done)
        return done.error();
    return static_cast<std::size_t>(m_database.changedRows());
}

std::string oneRow(std::string_view into, int columns)
{
    return "INSERT INTO " + std::string(into) + " VALUES " + rowPlaceholders(columns);
}

Result<std::int64_t> lastRowId(Database &database, std::string_view query)
{
    constexpr std::int64_t highest = std::int64_t{1} << 62;
    const auto last = database.lookup(query);
    if (!last)
        return last.error();
    const std::int64_t id = std::max<std::int64_t>(last->value_or(0), 0);
    if (id > highest)
        return database.fileError(Errc::Corrupt, "the store has no free row numbers left",
                                  "restore a backup");
    return id;
}

} // namespace loupe
