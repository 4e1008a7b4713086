// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/storeschema.h"

#include "core/store/file/schemacheck.h"
#include "core/store/file/storefile.h"
#include "core/store/sqlite/rowlisting.h"

#include <utility>

namespace loupe {

Result<std::vector<SchemaTable>> readSchema(const std::filesystem::path &store)
{
    const auto database = openForReading(store, currentSchema());
    if (!database)
        return database.error();
    auto statement = (*database)->prepare(
        "SELECT m.name, m.type = 'view', p.name FROM sqlite_schema m JOIN "
        "pragma_table_info(m.name) "
        "p WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
        "ORDER BY m.type = 'table', m.name, p.cid");
    if (!statement)
        return std::move(statement).error();
    std::vector<SchemaTable> out;
    const Status read = forEachRow(*statement, [&](const Statement &row) {
        const auto [table, isView, column] = readValues<std::string, bool, std::string>(row);
        if (out.empty() || out.back().name != table)
            out.push_back({table, isView, {}});
        out.back().columns.push_back(column);
    });
    if (!read)
        return read.error();
    return out;
}

Result<std::vector<std::string>> foreignSchema(const std::filesystem::path &store)
{
    const auto database = openForReading(store, currentSchema());
    if (!database)
        return database.error();
    const auto differences = schemaDifferences(**database, currentSchema());
    if (!differences)
        return differences.error();
    std::vector<std::string> out;
    out.reserve(differences->size());
    for (const SchemaDifference &difference : *differences)
        out.push_back(text(difference));
    return out;
}

} // namespace loupe
