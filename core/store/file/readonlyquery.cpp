// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/readonlyquery.h"

#include "core/store/file/storefile.h"

#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

namespace loupe {

namespace {

/// SQLite calls this for every action of a statement before it runs.
int allowReading(void *, int action, const char *, const char *function, const char *, const char *)
{
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return function != nullptr && std::string_view(function) == "load_extension" ? SQLITE_DENY
                                                                                     : SQLITE_OK;
    default:
        return SQLITE_DENY;
    }
}

/// Time limit and stop token of a query.
struct Deadline {
    std::chrono::steady_clock::time_point at;
    std::stop_token stop;
    bool passed = false;
};

int mustEnd(void *pointer)
{
    auto *deadline = static_cast<Deadline *>(pointer);
    deadline->passed = deadline->passed || std::chrono::steady_clock::now() >= deadline->at;
    return deadline->passed || deadline->stop.stop_requested() ? 1 : 0;
}

struct StatementEnd {
    void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};
using OwnStatement = std::unique_ptr<sqlite3_stmt, StatementEnd>;

Error refusedSql(std::string message, std::string hint)
{
    return Error{
        .code = Errc::InvalidInput, .message = std::move(message), .hint = std::move(hint)};
}

constexpr const char *queryHint = "one SELECT; kloupe's help page \"store\" lists tables and views";

Error refusedWriting()
{
    return refusedSql("sql is read-only: SELECT only", queryHint);
}

Result<OwnStatement> prepareQuery(sqlite3 *handle, const std::string &sql)
{
    const char *const hint = queryHint;
    sqlite3_stmt *raw = nullptr;
    const char *rest = nullptr;
    const int code
        = sqlite3_prepare_v2(handle, sql.c_str(), static_cast<int>(sql.size() + 1), &raw, &rest);
    OwnStatement statement(raw);
    if ((code & 0xff) == SQLITE_AUTH)
        return refusedWriting();
    if (code != SQLITE_OK) {
        Error error = refusedSql(std::string("not valid SQL: ") + sqlite3_errmsg(handle), hint);
        const int offset = sqlite3_error_offset(handle);
        if (offset >= 0)
            error.where = fmt::format("character {}", offset + 1);
        return error;
    }
    if (!statement)
        return refusedSql("there is no statement", hint);
    if (std::string_view(rest).find_first_not_of(" \t\r\n;") != std::string_view::npos)
        return refusedSql("there is more than one statement", hint);
    if (sqlite3_column_count(raw) == 0 || sqlite3_stmt_readonly(raw) == 0)
        return refusedSql("the statement is not a query", hint);
    return statement;
}

SqlCell cellOf(sqlite3_stmt *statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        return std::int64_t{sqlite3_column_int64(statement, column)};
    case SQLITE_FLOAT:
        return sqlite3_column_double(statement, column);
    case SQLITE_TEXT: {
        const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(statement, column));
        const int size = sqlite3_column_bytes(statement, column);
        return std::string(text == nullptr ? "" : text, static_cast<std::size_t>(size));
    }
    case SQLITE_BLOB:
        return CellBytes{static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
    default:
        return std::monostate();
    }
}

/// Limits the memory that a hostile query or schema can use.
void limitMemory(sqlite3 *handle)
{
    constexpr int maxBytes = 64 << 20;
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, maxBytes);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
}

} // namespace

Result<SqlAnswer> queryReadOnly(const std::filesystem::path &store, const std::string &sql,
                                const SqlLimits &limits, std::stop_token stop,
                                const std::function<Status(Database &)> &prepare)
{
    auto database = openForReading(store, currentSchema());
    if (!database)
        return std::move(database).error();
    if (prepare) {
        if (const Status prepared = prepare(**database); !prepared)
            return prepared.error();
    }
    sqlite3 *handle = (*database)->handle();
    limitMemory(handle);
    sqlite3_set_authorizer(handle, allowReading, nullptr);
    auto statement = prepareQuery(handle, sql);
    if (!statement)
        return std::move(statement).error();
    Deadline deadline{std::chrono::steady_clock::now() + limits.time, std::move(stop), false};
    constexpr int instructions = 20000;
    sqlite3_progress_handler(handle, instructions, mustEnd, &deadline);
    SqlAnswer answer;
    const int columns = sqlite3_column_count(statement->get());
    for (int i = 0; i < columns; ++i)
        answer.columns.emplace_back(sqlite3_column_name(statement->get(), i));
    int code = sqlite3_step(statement->get());
    for (; code == SQLITE_ROW; code = sqlite3_step(statement->get())) {
        if (answer.rows.size() == limits.rows) {
            answer.isCutOff = true;
            return answer;
        }
        std::vector<SqlCell> row;
        row.reserve(static_cast<std::size_t>(columns));
        for (int i = 0; i < columns; ++i)
            row.push_back(cellOf(statement->get(), i));
        answer.rows.push_back(std::move(row));
    }
    if (code == SQLITE_DONE)
        return answer;
    if (deadline.passed)
        return Error{Errc::Cancelled,
                     fmt::format("the query took longer than {} s",
                                 std::chrono::duration<double>(limits.time).count()),
                     store.string(), "raise --seconds, or ask for less"};
    // From SQLite 3.41 on, a pragma as a table is refused only when it is read.
    if ((code & 0xff) == SQLITE_AUTH)
        return refusedWriting();
    if ((code & 0xff) == SQLITE_ERROR)
        return refusedSql(std::string("the query failed: ") + sqlite3_errmsg(handle), {});
    return (*database)->error(code, sql);
}

} // namespace loupe
