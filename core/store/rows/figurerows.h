// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/saved/storedfigure.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

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
