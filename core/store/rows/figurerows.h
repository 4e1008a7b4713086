// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/storedfigure.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

/// Keeps how a figure is made; the spec of one of that name is replaced, what was exported of it
/// stays known. InvalidInput where the name is empty or the spec is no JSON.
Status storeFigure(Database &database, const StoredFigure &figure);
/// Keeps what was exported of a figure. NotFound when there is no such one.
Status storeExport(Database &database, const StoredFigure &figure);
/// NotFound when there is no such figure.
Status dropFigure(Database &database, const std::string &name);
/// By name.
Result<std::vector<StoredFigure>> readFigures(Database &database);

/// Adds the figures of another store; the same name with another spec gets a number, so that both
/// stay. `renamed` is told of each.
Status mergeFigures(Database &database, const std::string &schema,
                    std::vector<std::string> &renamed);

} // namespace loupe
