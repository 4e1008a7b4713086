// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/saved/savedview.h"
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

} // namespace loupe
