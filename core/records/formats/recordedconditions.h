// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/recordbatch.h"

#include <filesystem>
#include <span>
#include <string_view>

namespace loupe {

/// Writes known conditions into the profiles of runs. Writes `clock` for runs with times: the run's
/// own setting, or the timing method of the format's program (`clock`, empty if it has several).
/// Writes `suite_version` if the tasks are of a known set, or if the source lies in a checkout of
/// the suite, whose commit it then is.
void tellConditions(std::span<RecordBatch> batches, std::string_view clock,
                    const std::filesystem::path &source);

} // namespace loupe
