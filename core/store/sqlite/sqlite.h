// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/heldfiles.h"
#include "core/base/result.h"

#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

struct sqlite3;
struct sqlite3_context;
struct sqlite3_stmt;
struct sqlite3_value;

namespace loupe {

class Database;

/// A prepared statement. Binding errors are reported by the next `step`. Must not outlive its
/// Database.
class Statement
{
public:
    Statement(sqlite3_stmt *statement, const Database &database);

    void bind(int index, std::nullptr_t);
    void bind(int index, std::int64_t value);
    void bind(int index, double value);
    void bind(int index, std::string_view text);
    /// Binds a blob without a copy: the bytes must stay valid until the next reset.
    void bindBytesInPlace(int index, std::string_view bytes);

    /// Binds all parameters from 1 on. Optionals without a value and NaN become NULL.
    template <typename... Values>
    void bindAll(const Values &...values)
    {
        bindFrom(1, values...);
    }
    /// Does bindAll from parameter `first` on.
    template <typename... Values>
    void bindFrom(int first, const Values &...values)
    {
        int index = first;
        (bindOne(index++, values), ...);
    }
    /// Does bindAll without copying texts, which must stay valid until the next reset.
    template <typename... Values>
    void bindAllInPlace(const Values &...values)
    {
        bindInPlaceFrom(1, values...);
    }
    template <typename... Values>
    void bindInPlaceFrom(int first, const Values &...values)
    {
        m_copiesTexts = false;
        bindFrom(first, values...);
        m_copiesTexts = true;
    }

    /// Returns true if there is a row to read, false if the statement is done.
    Result<bool> step();
    /// Prepares the statement for another run and clears its bindings.
    void reset();
    /// Does reset without clearing bindings; all must be bound again before the next step.
    void rewind();

    using EachRow = std::function<void(const Statement &)>;
    /// Runs "SELECT each_row(columns) FROM …" and calls `each` for every row, with these columns.
    /// The rows have no guaranteed order: ORDER BY has no effect. SQLite calls `each` within one
    /// step, which takes two thirds of the time of a step for each row. `each` must not use this
    /// statement otherwise. Resets the statement.
    Status forEach(const EachRow &each);

    bool isNull(int column) const;
    std::int64_t integer(int column) const;
    int smallInteger(int column) const { return static_cast<int>(integer(column)); }
    double real(int column) const;
    /// Returns UTF-8 text, which is valid until the next step or reset.
    std::string_view textView(int column) const;
    std::string text(int column) const { return std::string(textView(column)); }
    std::string_view bytes(int column) const;
    std::optional<double> optionalReal(int column) const;
    std::optional<std::int64_t> optionalInteger(int column) const;

private:
    friend class Database;

    template <typename Value>
    void bindOne(int index, const Value &value)
    {
        if constexpr (std::is_same_v<Value, bool> || std::is_integral_v<Value>)
            bind(index, static_cast<std::int64_t>(value));
        else
            bind(index, value);
    }
    template <typename Value>
    void bindOne(int index, const std::optional<Value> &value)
    {
        if (value)
            bindOne(index, *value);
        else
            bind(index, nullptr);
    }
    void keep(int code);
    sqlite3_value *value(int column) const;

    struct Finalizer {
        void operator()(sqlite3_stmt *statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalizer> m_statement;
    const Database *m_database;
    sqlite3_value **m_values = nullptr; ///< of the row, during forEach()
    int m_failure = 0;
    bool m_copiesTexts = true;
};

/// A connection. Not thread-safe. Every SQLite error becomes an Error with the file as `where` and
/// SQLite's message as `detail`.
class Database
{
public:
    enum class Mode {
        /// Read-only access to the file. If the medium allows it, the last such connection removes
        /// the log that SQLite keeps next to a file in use.
        Reading,
        Immutable, ///< reads only the main file: no locks, no side files
        ReadWrite, ///< the file must exist
        Create,    ///< the file must not exist or be empty
        Memory,    ///< no file
    };

    static Result<std::unique_ptr<Database>> open(const std::filesystem::path &file, Mode mode);
    Database(const Database &) = delete;
    Database &operator=(const Database &) = delete;
    ~Database();

    const std::filesystem::path &file() const { return m_file; }
    Mode mode() const { return m_mode; }

    /// Runs one or more statements without parameters.
    Status execute(const std::string &sql) const;
    Result<Statement> prepare(std::string_view sql) const;
    /// Returns a cached statement, prepared once and reset. It must not be nested with itself.
    Result<Statement *> cached(std::string_view sql);

    /// Runs a cached statement to its end.
    template <typename... Values>
    Status run(std::string_view sql, const Values &...values)
    {
        auto statement = cached(sql);
        if (!statement)
            return std::move(statement).error();
        (*statement)->bindAllInPlace(values...);
        return finish(**statement);
    }
    /// Does `run` and returns the new row's id.
    template <typename... Values>
    Result<std::int64_t> insert(std::string_view sql, const Values &...values)
    {
        if (const Status done = run(sql, values...); !done)
            return done.error();
        return lastInsertedId();
    }
    /// Returns the first column of the first row; nullopt if there is none.
    template <typename... Values>
    Result<std::optional<std::int64_t>> lookup(std::string_view sql, const Values &...values)
    {
        auto statement = cached(sql);
        if (!statement)
            return std::move(statement).error();
        (*statement)->bindAllInPlace(values...);
        return firstInteger(**statement);
    }

    Error error(int code, std::string_view sql = {}) const;
    /// Returns an error about the file.
    Error fileError(Errc code, std::string message, std::string hint = {}) const
    {
        return Error{code, std::move(message), m_file.string(), std::move(hint)};
    }
    /// Returns true if the last failure was a UNIQUE or PRIMARY KEY constraint.
    bool lastFailureWasDuplicate() const;
    bool lastFailureWasConstraint() const;
    std::int64_t lastInsertedId() const;
    /// Returns the row count of the last INSERT, UPDATE or DELETE.
    std::int64_t changedRows() const;
    sqlite3 *handle() const { return m_handle; }

private:
    friend class Statement;
    /// A Statement::forEach() that is running.
    struct RowLoop {
        Statement &statement;
        const Statement::EachRow &each;
        std::exception_ptr thrown; ///< by `each`; must not pass through SQLite
    };

    Database(sqlite3 *handle, std::filesystem::path file, Mode mode);
    /// Implements SQL's each_row(): passes a row to the running loop.
    static void passRow(sqlite3_context *context, int count, sqlite3_value **values);
    static Status finish(Statement &statement);
    static Result<std::optional<std::int64_t>> firstInteger(Statement &statement);

    sqlite3 *m_handle;
    std::filesystem::path m_file;
    Mode m_mode;
    mutable RowLoop *m_loop = nullptr; ///< the innermost one
    std::optional<HeldFile> m_held;    ///< keeps other code in this process from opening it
    using Cache = std::map<std::string, Statement, std::less<>>;
    Cache m_cache;
    /// By the address of a statement's text. Most are literals, so this avoids comparing them each
    /// time.
    std::unordered_map<const char *, Cache::iterator> m_places;
};

/// Calls `each` for every row.
template <typename Each>
Status forEachRow(Statement &statement, Each &&each)
{
    Result<bool> row = statement.step();
    for (; row && *row; row = statement.step())
        each(static_cast<const Statement &>(statement));
    statement.reset();
    if (!row)
        return std::move(row).error();
    return {};
}

/// Calls `each` for every row of a query with these parameters.
template <typename Each, typename... Values>
Status readRows(Database &database, std::string_view sql, Each &&each, const Values &...values)
{
    auto statement = database.cached(sql);
    if (!statement)
        return std::move(statement).error();
    (*statement)->bindAll(values...);
    return forEachRow(**statement, std::forward<Each>(each));
}

/// Makes statements of the connection fail with Cancelled soon after a stop request, during its
/// lifetime.
class Interruptible
{
public:
    Interruptible(const Database &database, std::stop_token stop);
    Interruptible(const Interruptible &) = delete;
    Interruptible &operator=(const Interruptible &) = delete;
    ~Interruptible();

private:
    const Database &m_database;
    std::stop_token m_stop;
};

/// Disables foreign keys and CHECK constraints of the connection during its lifetime, also within a
/// transaction. For rows that are known to be valid.
class UncheckedRows
{
public:
    explicit UncheckedRows(const Database &database);
    UncheckedRows(const UncheckedRows &) = delete;
    UncheckedRows &operator=(const UncheckedRows &) = delete;
    ~UncheckedRows();

private:
    void setChecked(bool isOn) const;
    const Database &m_database;
};

/// A transaction, or a savepoint within one. It is rolled back unless `commit` succeeded.
class Transaction
{
public:
    enum class Kind { Read, Write, Savepoint };
    static Result<Transaction> begin(Database &database, Kind kind);

    Transaction(Transaction &&other) noexcept;
    Transaction &operator=(Transaction &&) = delete;
    Transaction(const Transaction &) = delete;
    Transaction &operator=(const Transaction &) = delete;
    ~Transaction();
    Status commit();

private:
    Transaction(Database &database, Kind kind) : m_database(&database), m_kind(kind) { }
    Database *m_database;
    Kind m_kind;
};

} // namespace loupe
