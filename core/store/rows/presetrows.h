// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/saved/storedpreset.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

/// Stores a run preset, replacing one of the same name. Fails with InvalidInput if the name is
/// empty.
Status storePreset(Database &database, const StoredPreset &preset);
/// Fails with NotFound if there is no such preset.
Status dropPreset(Database &database, const std::string &name);
/// Returns the presets by name.
Result<std::vector<StoredPreset>> readPresets(Database &database);

} // namespace loupe
