// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/presetrows.h"

#include "core/store/sqlite/rowlisting.h"

namespace loupe {

/// Lists what is read of a row of table `run_preset`.
template <typename Columns>
void listColumns(Columns &columns, StoredPreset &preset)
{
    columns("name", preset.name);
    columns("json", preset.json);
    columns("saved_at", preset.savedAt);
}

Status storePreset(Database &database, const StoredPreset &preset)
{
    if (preset.name.find_first_not_of(" \t\r\n") == std::string::npos)
        return Error{Errc::InvalidInput, "a run preset needs a name", database.file().string(),
                     "kloupe run … --save-preset NAME"};
    return database.run("INSERT INTO run_preset (name, json, saved_at) VALUES (?, ?, ?) ON "
                        "CONFLICT (name) DO UPDATE SET name = excluded.name, json = "
                        "excluded.json, saved_at = excluded.saved_at",
                        preset.name, preset.json, preset.savedAt);
}

Status dropPreset(Database &database, const std::string &name)
{
    if (Status dropped = database.run("DELETE FROM run_preset WHERE name = ?", name); !dropped)
        return dropped;
    if (database.changedRows() == 0)
        return Error{Errc::NotFound, "the store has no run preset named \"" + name + "\"",
                     database.file().string(), "kloupe presets list STORE names them"};
    return {};
}

Result<std::vector<StoredPreset>> readPresets(Database &database)
{
    return readList<StoredPreset>(database,
                                  selectOf<StoredPreset>("FROM run_preset ORDER BY name"));
}

} // namespace loupe
