// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

/// Looks at everything a store promises: its schema whole, pages, references, contents against
/// their digests, the columns that repeat others, and what follows from raw samples. One sentence
/// per problem; empty when all is well.
Result<std::vector<std::string>> checkStore(Database &database);

/// Corrupt, with the first problem, where checkStore() finds any: what is broken is not carried
/// into another store.
Status checkSound(Database &database);

} // namespace loupe
