// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/kernelprofile.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Reads what Nsight Compute writes with `ncu --csv`, of its raw page (a row a launch) and of its
/// details page (a row a metric). Numbers get their base unit (bytes, milliseconds, shares); all of
/// them are kept under their own names and units too, and the file as it was. Strict: a malformed
/// line refuses the file (InvalidInput, `where` = file:line).
Result<CounterProfile> readNcuCsv(const std::filesystem::path &file);

/// The same of a text; `source` names it in errors.
Result<CounterProfile> parseNcuCsv(const std::string &text, const std::string &source);

} // namespace loupe
