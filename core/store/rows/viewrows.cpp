// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/viewrows.h"

#include "core/base/json.h"
#include "core/model/saved/filter.h"
#include "core/store/rows/filtersql.h"
#include "core/store/sqlite/rowlisting.h"

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

Status storeView(Database &database, const SavedView &view)
{
    if (view.name.find_first_not_of(" \t\r\n") == std::string::npos)
        return Error{Errc::InvalidInput, "a view needs a name", database.file().string(),
                     "kloupe views STORE --save NAME --filter FILTER"};
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
    const auto known = database.lookup("SELECT 1 FROM saved_view WHERE name = ?", name);
    if (!known)
        return known.error();
    if (!*known)
        return Error{Errc::NotFound, "the store has no view named \"" + name + "\"",
                     database.file().string(), "kloupe views STORE lists them"};
    return database.run("DELETE FROM saved_view WHERE name = ?", name);
}

Result<std::vector<SavedView>> readViews(Database &database)
{
    return readList<SavedView>(database, selectOf<SavedView>("FROM saved_view ORDER BY name"));
}

} // namespace loupe
