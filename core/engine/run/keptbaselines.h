// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/baselineledger.h"
#include "core/engine/request/plan.h"
#include "core/model/record/goldenrecord.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Tells the ledger which tasks of the items have a stored time over its baselines: of the same
/// content, under the same conditions. Returns one sentence for each baseline with such a task:
/// "compile: 34 of 40 tasks timed before, kept".
std::vector<std::string> keepTimes(std::span<const StoredGoldenRecord> stored,
                                   std::span<const PlanItem> items, BaselineLedger &ledger);

} // namespace loupe
