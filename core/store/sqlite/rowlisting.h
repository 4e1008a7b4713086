// SPDX-License-Identifier: Apache-2.0
//
// Writes, reads and merges rows of a table from one list of their columns:
//   template <typename Columns, typename Row> void listColumns(Columns &columns, Row &point)
//   { columns("x", point.x); columns.blob("samples", point.samples); }
// in the struct's own namespace. Key columns from a row's context (its evaluation, its position)
// precede them and are not listed. A row that is only read may list expressions of its SELECT.
//
// As with core/base/fieldlisting.h, a list that uses a structured binding fails to compile if the
// struct gets another member.
#pragma once

#include "core/base/ids.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/base/sharedtext.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/sqlite.h"

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace loupe {

inline std::string packedNumbers(const std::vector<std::uint8_t> &values)
{
    return {values.begin(), values.end()};
}
inline std::string_view packedNumbers(const std::string &text)
{
    return text;
}
inline std::string_view packedNumbers(const SharedText &text)
{
    return text;
}
inline void unpackNumbers(std::string_view bytes, std::string &text)
{
    text = bytes;
}
inline void unpackNumbers(std::string_view bytes, SharedText &text)
{
    text = bytes;
}
inline void unpackNumbers(std::string_view bytes, std::vector<double> &values)
{
    values = unpackDoubles(bytes);
}
inline void unpackNumbers(std::string_view bytes, std::vector<int> &values)
{
    values = unpackIntegers(bytes);
}
inline void unpackNumbers(std::string_view bytes, std::vector<std::uint8_t> &values)
{
    values.assign(bytes.begin(), bytes.end());
}

/// Parses an array of integers as a writer stored it; anything else gives an empty list.
std::vector<std::int64_t> storedIntegers(std::string_view text);

/// The names of the columns, in their order.
class ColumnNames
{
public:
    template <typename T>
    void operator()(const char *column, const T & /*value*/)
    {
        m_columns.push_back({column, false});
    }
    template <typename T, typename ToText, typename FromText>
    void named(const char *column, const T & /*value*/, ToText /*toText*/, FromText /*fromText*/)
    {
        m_columns.push_back({column, false});
    }
    /// Lists a column that is only read.
    template <typename T, typename FromText>
    void parsed(const char *column, const T & /*value*/, FromText /*fromText*/)
    {
        m_columns.push_back({column, false});
    }
    template <typename T>
    void written(const char *column, const T & /*value*/)
    {
        m_columns.push_back({column, false});
    }
    template <typename T>
    void blob(const char *column, const T & /*value*/)
    {
        m_columns.push_back({column, true});
    }

    std::size_t count() const { return m_columns.size(); }
    /// Returns "a, b, c", with `before` in front of each.
    std::string list(std::string_view before = {}) const;
    /// Returns list("o."), with "blob[o.c]" for the columns that refer to blobs.
    std::string mergedList() const;

private:
    struct Column {
        std::string name;
        bool isBlob;
    };
    std::vector<Column> m_columns;
};

template <typename Row>
ColumnNames columnNames()
{
    ColumnNames names;
    Row row;
    listColumns(names, row);
    return names;
}

/// Binds the columns from parameter `first` on; stops at the first failure.
class RowWriter
{
public:
    RowWriter(Database &database, Statement &statement, int first)
        : m_database(database)
        , m_statement(statement)
        , m_next(first)
    {
    }

    template <typename T>
    void operator()(const char * /*column*/, const T &value)
    {
        m_statement.bindFrom(m_next++, value);
    }
    /// Binds a JSON array.
    void operator()(const char * /*column*/, const std::vector<std::int64_t> &values)
    {
        m_statement.bindFrom(m_next++, Json(values).dump());
    }
    template <typename T, typename ToText, typename FromText>
    void named(const char * /*column*/, const T &value, ToText toText, FromText /*fromText*/)
    {
        m_statement.bindFrom(m_next++, std::string_view(toText(value)));
    }
    /// Binds a value for SQL users; readers derive it from other columns.
    template <typename T>
    void written(const char * /*column*/, const T &value)
    {
        m_statement.bindFrom(m_next++, value);
    }
    /// Stores the numbers or the text in the blob table and binds the id.
    template <typename T>
    void blob(const char * /*column*/, const T &values)
    {
        const int place = m_next++;
        if (!m_failure)
            return;
        const auto id = putBlob(m_database, packedNumbers(values));
        if (id)
            m_statement.bindFrom(place, *id);
        else
            m_failure = id.error();
    }
    const Status &failure() const { return m_failure; }

private:
    Database &m_database;
    Statement &m_statement;
    int m_next;
    Status m_failure;
};

/// A column of bytes that are no text, valid until the next step or reset.
struct RowBytes {
    std::string_view bytes;
};

/// Reads columns that refer to no blobs, from index `first` on.
class ColumnReader
{
public:
    ColumnReader(const Statement &row, int first) : m_row(row), m_next(first) { }

    template <typename T>
    void operator()(const char * /*column*/, T &value)
    {
        read(m_next++, value);
    }
    template <typename T, typename ToText, typename FromText>
    void named(const char * /*column*/, T &value, ToText /*toText*/, FromText fromText)
    {
        value = fromText(m_row.textView(m_next++));
    }
    template <typename T, typename FromText>
    void parsed(const char * /*column*/, T &value, FromText fromText)
    {
        value = fromText(m_row.textView(m_next++));
    }
    template <typename T>
    void written(const char * /*column*/, const T & /*value*/)
    {
        ++m_next;
    }

protected:
    const Statement &row() const { return m_row; }
    int passColumn() { return m_next++; }

private:
    template <typename T>
    void read(int place, T &value) const
    {
        if constexpr (std::is_same_v<T, bool>)
            value = m_row.integer(place) != 0;
        else if constexpr (std::is_integral_v<T>)
            value = static_cast<T>(m_row.integer(place));
        else if constexpr (std::is_same_v<T, double>)
            value = m_row.real(place);
        else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>)
            value = storedIntegers(m_row.textView(place));
        else
            value = T(m_row.textView(place));
    }
    void read(int place, RowBytes &value) const { value.bytes = m_row.bytes(place); }
    template <typename Tag>
    void read(int place, Id<Tag> &id) const
    {
        id.value = m_row.integer(place);
    }
    void read(int place, std::optional<double> &value) const { value = m_row.optionalReal(place); }
    template <typename T>
    void read(int place, std::optional<T> &value) const
    {
        value.reset();
        if (!m_row.isNull(place))
            read(place, value.emplace());
    }

    const Statement &m_row;
    int m_next;
};

/// Reads the columns from index `first` on, with the blobs that they refer to; stops at the first
/// failure.
class RowReader : public ColumnReader
{
public:
    RowReader(Database &database, const Statement &row, int first)
        : ColumnReader(row, first)
        , m_database(database)
    {
    }

    template <typename T>
    void blob(const char * /*column*/, T &values)
    {
        const int place = passColumn();
        if (!m_failure)
            return;
        const auto bytes = getBlob(m_database, row().optionalInteger(place));
        if (bytes)
            unpackNumbers(*bytes, values);
        else
            m_failure = bytes.error();
    }
    const Status &failure() const { return m_failure; }

private:
    Database &m_database;
    Status m_failure;
};

/// A row of table `blob`, as a query of many texts joins it; valid until the next step or reset.
struct BlobRow {
    std::optional<RowBytes> data; ///< nullopt if the outer join found no row
    std::string_view codec;
    std::int64_t size = 0;

    /// Returns the content; empty without a row.
    Result<std::string> content() const
    {
        return data ? unpackBlob(data->bytes, codec, size) : std::string();
    }
};

template <typename Columns>
void listColumns(Columns &columns, BlobRow &blob)
{
    columns("data", blob.data);
    columns("codec", blob.codec);
    columns("size", blob.size);
}

/// Returns "SELECT <columns> " and the rest of a statement.
template <typename Row>
std::string selectOf(std::string_view rest)
{
    return "SELECT " + columnNames<Row>().list() + " " + std::string(rest);
}

/// Returns "INSERT INTO <table> (<keys>, <columns>) VALUES (?, …)".
std::string insertStatement(std::string_view table, std::initializer_list<std::string_view> keys,
                            const ColumnNames &columns);

/// Action for a row that already exists.
enum class KnownRow { Kept, Updated };

/// Returns the same for rows that are identified by the `unique` columns; `table` must have a
/// column id.
std::string upsertStatement(std::string_view table, std::initializer_list<std::string_view> keys,
                            const ColumnNames &columns, std::string_view unique, KnownRow known);

/// Adds one row by an upsertStatement() with these keys. Returns its id; nullopt if the row existed
/// and is kept.
template <typename Row, typename... Keys>
Result<std::optional<std::int64_t>> upsertRow(Database &database, const std::string &statement,
                                              const Row &row, const Keys &...keys)
{
    const auto prepared = database.cached(statement);
    if (!prepared)
        return prepared.error();
    Statement &upsert = **prepared;
    upsert.bindFrom(1, keys...);
    RowWriter writer(database, upsert, 1 + static_cast<int>(sizeof...(keys)));
    listColumns(writer, row);
    std::optional<std::int64_t> id;
    Result<bool> step = writer.failure() ? upsert.step() : Result<bool>(writer.failure().error());
    while (step && *step) {
        id = upsert.integer(0);
        step = upsert.step();
    }
    upsert.reset();
    if (!step)
        return step.error();
    return id;
}

/// Adds one row by an insertStatement() with these keys and returns its id.
template <typename Row, typename... Keys>
Result<std::int64_t> insertRow(Database &database, const std::string &statement, const Row &row,
                               const Keys &...keys)
{
    const auto prepared = database.cached(statement);
    if (!prepared)
        return prepared.error();
    Statement &insert = **prepared;
    insert.bindFrom(1, keys...);
    RowWriter writer(database, insert, 1 + static_cast<int>(sizeof...(keys)));
    listColumns(writer, row);
    const Status bound = writer.failure();
    const Result<bool> done = bound ? insert.step() : bound.error();
    insert.reset();
    if (!done)
        return done.error();
    return database.lastInsertedId();
}

/// Adds rows with their positions below the row `id`, to which the column `key` refers. Each type
/// has one table and key.
template <typename Row>
Status insertBelow(Database &database, std::string_view table, std::string_view key,
                   std::int64_t id, const std::vector<Row> &rows)
{
    static const std::string sql = insertStatement(table, {key, "position"}, columnNames<Row>());
    int position = 0;
    for (const Row &row : rows) {
        if (const auto stored = insertRow(database, sql, row, id, position++); !stored)
            return stored.error();
    }
    return {};
}

/// Reads the row whose columns begin at index `first`.
template <typename Row>
Result<Row> readRow(Database &database, const Statement &statement, int first)
{
    Row row;
    RowReader reader(database, statement, first);
    listColumns(reader, row);
    if (!reader.failure())
        return reader.failure().error();
    return row;
}

/// Does the same for a row without blobs.
template <typename Row>
Row readColumns(const Statement &statement, int first)
{
    Row row;
    ColumnReader reader(statement, first);
    listColumns(reader, row);
    return row;
}

/// Reads one column, those that the type of `value` lists, or those of the parts of a tuple.
template <typename Reader, typename T>
void readNext(Reader &reader, T &value)
{
    if constexpr (requires { listColumns(reader, value); })
        listColumns(reader, value);
    else if constexpr (requires { std::tuple_size<T>::value; })
        std::apply([&](auto &...parts) { (readNext(reader, parts), ...); }, value);
    else
        reader("", value);
}

/// Reads one value, or a row without blobs, from the first columns on.
template <typename T>
T readValue(const Statement &row)
{
    T out{};
    ColumnReader reader(row, 0);
    readNext(reader, out);
    return out;
}

/// Reads values without blobs from the first columns on:
///   const auto [id, point] = readValues<std::int64_t, Point>(row);
/// Texts may be views, which are valid until the next step or reset.
template <typename... Values>
std::tuple<Values...> readValues(const Statement &row)
{
    return readValue<std::tuple<Values...>>(row);
}

/// Does readValues for values that may have blobs.
template <typename... Values>
Result<std::tuple<Values...>> readValues(Database &database, const Statement &row)
{
    std::tuple<Values...> out;
    RowReader reader(database, row, 0);
    readNext(reader, out);
    if (!reader.failure())
        return reader.failure().error();
    return out;
}

/// Returns a T of each row of a query with these parameters: its first columns, without blobs.
template <typename T, typename... Values>
Result<std::vector<T>> readList(Database &database, std::string_view sql, const Values &...values)
{
    std::vector<T> out;
    const Status read = readRows(
        database, sql, [&](const Statement &row) { out.push_back(readValue<T>(row)); }, values...);
    if (!read)
        return read.error();
    return out;
}

/// Does readList() for rows that may have blobs.
template <typename T, typename... Values>
Result<std::vector<T>> readListWithBlobs(Database &database, std::string_view sql,
                                         const Values &...values)
{
    std::vector<T> out;
    Status failure;
    const Status read = readRows(
        database, sql,
        [&](const Statement &row) {
            RowReader reader(database, row, 0);
            readNext(reader, out.emplace_back());
            if (!reader.failure())
                failure = reader.failure();
        },
        values...);
    if (!read)
        return read.error();
    if (!failure)
        return failure.error();
    return out;
}

} // namespace loupe
