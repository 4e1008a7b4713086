// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/figurerows.h"

#include "core/base/json.h"
#include "core/store/sqlite/rowlisting.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

namespace loupe {

/// Lists the columns of table `figure`.
template <typename Columns>
void listColumns(Columns &columns, StoredFigure &figure)
{
    columns("name", figure.name);
    columns("spec", figure.spec);
    columns("saved_at", figure.savedAt);
    columns("data_hash", figure.dataHash);
    columns("numbers", figure.numbers);
    columns("exported_at", figure.exportedAt);
}

namespace {

Error noSuchFigure(const Database &database, const std::string &name)
{
    return Error{Errc::NotFound, "the store has no figure named \"" + name + "\"",
                 database.file().string(), "kloupe figure STORE --list lists them"};
}

/// Returns "name", or "name (2)" … if another figure has it; nullopt if this figure already exists.
Result<std::optional<std::string>> freeFigureName(Database &database, const StoredFigure &figure)
{
    for (int number = 1;; ++number) {
        const std::string name
            = number == 1 ? figure.name : fmt::format("{} ({})", figure.name, number);
        const auto taken = database.lookup("SELECT spec = ?2 FROM main.figure WHERE name = ?1",
                                           name, figure.spec);
        if (!taken)
            return taken.error();
        if (!*taken)
            return std::optional(name);
        if (**taken == 1)
            return std::optional<std::string>();
    }
}

} // namespace

Status storeFigure(Database &database, const StoredFigure &figure)
{
    if (figure.name.find_first_not_of(" \t\r\n") == std::string::npos)
        return Error{Errc::InvalidInput, "a figure needs a name", database.file().string()};
    if (const auto json = parseJson(figure.spec, figure.name); !json)
        return json.error();
    return database.run("INSERT INTO figure (name, spec, saved_at) VALUES (?, ?, ?) ON CONFLICT "
                        "(name) DO UPDATE SET name = excluded.name, spec = excluded.spec, saved_at "
                        "= excluded.saved_at",
                        figure.name, figure.spec, figure.savedAt);
}

Status storeExport(Database &database, const StoredFigure &figure)
{
    const auto known = database.lookup("SELECT 1 FROM figure WHERE name = ?", figure.name);
    if (!known)
        return known.error();
    if (!*known)
        return noSuchFigure(database, figure.name);
    return database.run(
        "UPDATE figure SET data_hash = ?, numbers = ?, exported_at = ? WHERE name = ?",
        figure.dataHash, figure.numbers, figure.exportedAt, figure.name);
}

Status dropFigure(Database &database, const std::string &name)
{
    const auto known = database.lookup("SELECT 1 FROM figure WHERE name = ?", name);
    if (!known)
        return known.error();
    if (!*known)
        return noSuchFigure(database, name);
    return database.run("DELETE FROM figure WHERE name = ?", name);
}

Result<std::vector<StoredFigure>> readFigures(Database &database)
{
    return readList<StoredFigure>(database, selectOf<StoredFigure>("FROM figure ORDER BY name"));
}

Status mergeFigures(Database &database, const std::string &schema,
                    std::vector<std::string> &renamed)
{
    const auto figures = readList<StoredFigure>(
        database, selectOf<StoredFigure>(fmt::format("FROM {}.figure ORDER BY name", schema)));
    if (!figures)
        return figures.error();
    for (const StoredFigure &figure : *figures) {
        const auto name = freeFigureName(database, figure);
        if (!name)
            return name.error();
        if (!*name)
            continue;
        if (Status added
            = database.run(fmt::format("INSERT INTO main.figure ({}) VALUES (?, ?, ?, ?, ?, ?)",
                                       columnNames<StoredFigure>().list()),
                           **name, figure.spec, figure.savedAt, figure.dataHash, figure.numbers,
                           figure.exportedAt);
            !added)
            return added;
        if (**name != figure.name)
            renamed.push_back(fmt::format("figure \"{}\" is now \"{}\"", figure.name, **name));
    }
    return {};
}

} // namespace loupe
