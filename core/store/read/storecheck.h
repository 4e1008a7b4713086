// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

/// Checks the invariants of a store: schema, pages, references, contents against their digests,
/// redundant columns, and values derived from raw samples. Returns one sentence per problem; empty
/// if there are none.
Result<std::vector<std::string>> checkStore(Database &database);

/// Fails with Corrupt and the first problem of checkStore(), so that damage is not copied into
/// another store.
Status checkSound(Database &database);

} // namespace loupe
