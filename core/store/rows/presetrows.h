// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/storedpreset.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

/// Keeps a run preset; one of that name is replaced. InvalidInput where the name is empty.
Status storePreset(Database &database, const StoredPreset &preset);
/// NotFound when there is no such preset.
Status dropPreset(Database &database, const std::string &name);
/// By name.
Result<std::vector<StoredPreset>> readPresets(Database &database);

} // namespace loupe
