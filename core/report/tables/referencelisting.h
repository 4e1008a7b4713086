// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/goldenrecord.h"
#include "core/model/saved/filter.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Returns the recorded reference times that match the filter. Supported fields are suite,
/// suite_version, task, category, device, baseline, baseline_kind and run. Words match anywhere in
/// the task's name. Fails with InvalidInput for another field, which these records lack.
Result<std::vector<StoredGoldenRecord>> matchingReferences(std::vector<StoredGoldenRecord> records,
                                                           const Filter &filter);

/// Returns "2 339 reference times of 189 tasks on 4 devices, over 1 kind of baseline", or "no
/// reference times".
std::string referencesSentence(std::span<const StoredGoldenRecord> records);

} // namespace loupe
