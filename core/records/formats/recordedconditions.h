// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/recordbatch.h"

#include <filesystem>
#include <span>
#include <string_view>

namespace loupe {

/// Writes into the profiles of runs what can be told of their conditions, and nothing where it
/// cannot: `clock` of a run with times, from its own settings or from what the format's program
/// times with (`clock`, empty where it has several ways); `suite_version` where the tasks are of a
/// known set, or the source lies in a checkout of the suite, whose commit it is.
void tellConditions(std::span<RecordBatch> batches, std::string_view clock,
                    const std::filesystem::path &source);

} // namespace loupe
