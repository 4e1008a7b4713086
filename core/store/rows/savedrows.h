// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/saved/savedview.h"
#include "core/model/saved/storedfigure.h"
#include "core/model/saved/storedpreset.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

/// Stores a named filter, replacing one of the same name. Fails with InvalidInput if the filter is
/// invalid, the name is empty, or the scope is not JSON.
Status storeView(Database &database, const SavedView &view);
/// Fails with NotFound if there is no such view.
Status dropView(Database &database, const std::string &name);
/// Returns the views by name.
Result<std::vector<SavedView>> readViews(Database &database);

/// Stores a run preset, replacing one of the same name. Fails with InvalidInput if the name is
/// empty.
Status storePreset(Database &database, const StoredPreset &preset);
/// Fails with NotFound if there is no such preset.
Status dropPreset(Database &database, const std::string &name);
/// Returns the presets by name.
Result<std::vector<StoredPreset>> readPresets(Database &database);

/// Stores the spec of a figure, replacing one of the same name; the record of its export is kept.
/// Fails with InvalidInput if the name is empty or the spec is not JSON.
Status storeFigure(Database &database, const StoredFigure &figure);
/// Stores the record of a figure's export. Fails with NotFound if there is no such figure.
Status storeExport(Database &database, const StoredFigure &figure);
/// Fails with NotFound if there is no such figure.
Status dropFigure(Database &database, const std::string &name);
/// Returns the figures by name.
Result<std::vector<StoredFigure>> readFigures(Database &database);

/// Adds the figures of another store. A figure whose name is taken by another spec gets a number,
/// and its new name is added to `renamed`.
Status mergeFigures(Database &database, const std::string &schema,
                    std::vector<std::string> &renamed);

} // namespace loupe
