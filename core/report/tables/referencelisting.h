// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/filter.h"
#include "core/model/goldenrecord.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// The recorded times of references that match: by suite, suite_version, task, category, device,
/// baseline, baseline_kind and run, and words that stand anywhere in the task's name. InvalidInput
/// for another field, which these records do not have.
Result<std::vector<StoredGoldenRecord>> matchingReferences(std::vector<StoredGoldenRecord> records,
                                                           const Filter &filter);

/// "2 339 reference times of 189 tasks on 4 devices, over 1 kind of baseline"; "no reference
/// times".
std::string referencesSentence(std::span<const StoredGoldenRecord> records);

} // namespace loupe
