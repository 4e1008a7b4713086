// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/device/kernelprofile.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Reads the output of Nsight Compute (`ncu --csv`): the raw page (one row per launch) or the
/// details page (one row per metric). Known metrics are converted to base units (bytes,
/// milliseconds, shares). All numbers are also stored with their own names and units, and so is the
/// file. A malformed line refuses the file (InvalidInput, `where` = file:line).
Result<CounterProfile> readNcuCsv(const std::filesystem::path &file);

/// Parses such a text; `source` names it in errors.
Result<CounterProfile> parseNcuCsv(const std::string &text, const std::string &source);

} // namespace loupe
