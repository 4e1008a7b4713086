// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/rowlisting.h"

namespace loupe {

namespace {

template <typename Items, typename Text>
std::string joined(const Items &items, Text textOf)
{
    std::string out;
    for (const auto &each : items)
        out.append(out.empty() ? "" : ", ").append(textOf(each));
    return out;
}

} // namespace

std::vector<std::int64_t> storedIntegers(std::string_view text)
{
    std::vector<std::int64_t> out;
    const Result<Json> parsed = parseJson(text, "store");
    if (!parsed || !parsed->is_array())
        return out;
    for (const Json &item : *parsed) {
        if (item.is_number_integer())
            out.push_back(item.get<std::int64_t>());
    }
    return out;
}

std::string ColumnNames::list(std::string_view before) const
{
    return joined(m_columns,
                  [before](const Column &each) { return std::string(before) + each.name; });
}

std::string ColumnNames::mergedList() const
{
    return joined(m_columns, [](const Column &each) {
        return each.isBlob ? "blob[o." + each.name + "]" : "o." + each.name;
    });
}

std::string insertStatement(std::string_view table, std::initializer_list<std::string_view> keys,
                            const ColumnNames &columns)
{
    const std::string names = joined(keys, [](std::string_view key) { return std::string(key); })
        + ", " + columns.list();
    std::string marks = "?";
    for (std::size_t more = keys.size() + columns.count() - 1; more > 0; --more)
        marks += ", ?";
    return "INSERT INTO " + std::string(table) + " (" + names + ") VALUES (" + marks + ")";
}

std::string upsertStatement(std::string_view table, std::initializer_list<std::string_view> keys,
                            const ColumnNames &columns, std::string_view unique, KnownRow known)
{
    std::string sql = insertStatement(table, keys, columns);
    sql.append(" ON CONFLICT (").append(unique).append(") DO ");
    if (known == KnownRow::Kept)
        sql += "NOTHING";
    else
        sql += "UPDATE SET (" + columns.list() + ") = (" + columns.list("excluded.") + ")";
    return sql + " RETURNING id";
}

} // namespace loupe
