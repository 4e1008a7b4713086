// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

/// Looks at everything a store promises: pages, references, contents against their digests, and
/// the columns that repeat others. One sentence per problem; empty when all is well.
Result<std::vector<std::string>> checkStore(Database &database);

} // namespace loupe
