// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/savedview.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

/// Keeps a named filter; one of that name is replaced. InvalidInput where the filter is not one,
/// the name is empty, or the scope no JSON.
Status storeView(Database &database, const SavedView &view);
/// NotFound when there is no such view.
Status dropView(Database &database, const std::string &name);
/// By name.
Result<std::vector<SavedView>> readViews(Database &database);

} // namespace loupe
