// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askeddialogue.h"
#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <vector>

namespace loupe {

/// What figures need of all dialogues, by run, then as they were stored; no text of them is read.
/// Usage that no provider reported is read as not known. The caller holds a transaction.
Result<std::vector<AskedDialogue>> readAskedDialogues(Database &database);

} // namespace loupe
