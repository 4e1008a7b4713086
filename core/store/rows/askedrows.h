// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askeddialogue.h"
#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <vector>

namespace loupe {

/// Reads the data of all dialogues that figures need, by run, then in stored order, without texts.
/// Usage that no provider reported counts as unknown. The caller must hold a transaction.
Result<std::vector<AskedDialogue>> readAskedDialogues(Database &database);

} // namespace loupe
