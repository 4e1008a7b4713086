// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/savedrows.h"

#include "core/base/json.h"
#include "core/model/saved/filter.h"
#include "core/store/rows/filtersql.h"
#include "core/store/sqlite/rowlisting.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

namespace loupe {

/// Lists what is read of a row of table `saved_view`.
template <typename Columns>
void listColumns(Columns &columns, SavedView &view)
{
    columns("name", view.name);
    columns("filter", view.filter);
    columns("saved_at", view.savedAt);
    columns("scope", view.scope);
}

/// Lists what is read of a row of table `run_preset`.
template <typename Columns>
void listColumns(Columns &columns, StoredPreset &preset)
{
    columns("name", preset.name);
    columns("json", preset.json);
    columns("saved_at", preset.savedAt);
}

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

bool isBlank(const std::string &name)
{
    return name.find_first_not_of(" \t\r\n") == std::string::npos;
}

/// A table of items with names that users choose.
struct NamedTable {
    const char *table;
    const char *item; ///< for display
    const char *list; ///< the command that lists the items
};
constexpr NamedTable viewTable{"saved_view", "view", "kloupe views STORE lists them"};
constexpr NamedTable presetTable{"run_preset", "run preset",
                                 "kloupe presets list STORE names them"};
constexpr NamedTable figureTable{"figure", "figure", "kloupe figure STORE --list lists them"};

/// Returns the result of a statement on the item of this name; fails with NotFound if it changed
/// no row.
Status ofOne(const Database &database, Status done, const NamedTable &named,
             const std::string &name)
{
    if (!done || database.changedRows() > 0)
        return done;
    return database.fileError(Errc::NotFound,
                              fmt::format("the store has no {} named \"{}\"", named.item, name),
                              named.list);
}

Status dropNamed(Database &database, const NamedTable &named, const std::string &name)
{
    return ofOne(database,
                 database.run(fmt::format("DELETE FROM {} WHERE name = ?", named.table), name),
                 named, name);
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

Status storeView(Database &database, const SavedView &view)
{
    if (isBlank(view.name))
        return database.fileError(Errc::InvalidInput, "a view needs a name",
                                  "kloupe views STORE --save NAME --filter FILTER");
    const auto filter = parseFilter(view.filter);
    if (!filter)
        return filter.error();
    // The filter parses, but a value may still be invalid: status:purple.
    if (const auto condition = sqlCondition(*filter); !condition)
        return condition.error();
    if (!view.scope.empty()) {
        if (const auto scope = parseJson(view.scope, "scope"); !scope)
            return scope.error();
    }
    return database.run(
        "INSERT INTO saved_view (name, filter, saved_at, scope) VALUES (?, ?, ?, ?) ON "
        "CONFLICT (name) DO UPDATE SET name = excluded.name, filter = "
        "excluded.filter, saved_at = excluded.saved_at, scope = excluded.scope",
        view.name, view.filter, view.savedAt, view.scope);
}

Status dropView(Database &database, const std::string &name)
{
    return dropNamed(database, viewTable, name);
}

Result<std::vector<SavedView>> readViews(Database &database)
{
    return readList<SavedView>(database, selectOf<SavedView>("FROM saved_view ORDER BY name"));
}

Status storePreset(Database &database, const StoredPreset &preset)
{
    if (isBlank(preset.name))
        return database.fileError(Errc::InvalidInput, "a run preset needs a name",
                                  "kloupe run … --save-preset NAME");
    return database.run("INSERT INTO run_preset (name, json, saved_at) VALUES (?, ?, ?) ON "
                        "CONFLICT (name) DO UPDATE SET name = excluded.name, json = "
                        "excluded.json, saved_at = excluded.saved_at",
                        preset.name, preset.json, preset.savedAt);
}

Status dropPreset(Database &database, const std::string &name)
{
    return dropNamed(database, presetTable, name);
}

Result<std::vector<StoredPreset>> readPresets(Database &database)
{
    return readList<StoredPreset>(database,
                                  selectOf<StoredPreset>("FROM run_preset ORDER BY name"));
}

Status storeFigure(Database &database, const StoredFigure &figure)
{
    if (isBlank(figure.name))
        return database.fileError(Errc::InvalidInput, "a figure needs a name");
    if (const auto json = parseJson(figure.spec, figure.name); !json)
        return json.error();
    return database.run("INSERT INTO figure (name, spec, saved_at) VALUES (?, ?, ?) ON CONFLICT "
                        "(name) DO UPDATE SET name = excluded.name, spec = excluded.spec, saved_at "
                        "= excluded.saved_at",
                        figure.name, figure.spec, figure.savedAt);
}

Status storeExport(Database &database, const StoredFigure &figure)
{
    return ofOne(database,
                 database.run("UPDATE figure SET data_hash = ?, numbers = ?, exported_at = ? WHERE "
                              "name = ?",
                              figure.dataHash, figure.numbers, figure.exportedAt, figure.name),
                 figureTable, figure.name);
}

Status dropFigure(Database &database, const std::string &name)
{
    return dropNamed(database, figureTable, name);
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
