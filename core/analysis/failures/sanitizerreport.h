// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/kernelprofile.h"
#include "core/model/record/candidate.h"
#include "core/model/verdict/diagnostic.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// `source` of a profile that has a report of compute-sanitizer as its `original`.
inline constexpr const char *sanitizerSource = "compute-sanitizer";

/// Returns the findings of a report of compute-sanitizer, at most 200, in its order. Reports of
/// different threads about one line are one finding. The line is of the candidate's source, and 0
/// if the report names none of it. The report is untrusted. Pure.
std::vector<Diagnostic> sanitizerFindings(std::string_view report, const Candidate &candidate);

/// Does the same with the last report of each tool. Messages begin with the tool's name.
std::vector<Diagnostic> sanitizerFindings(const std::vector<CounterProfile> &profiles,
                                          const Candidate &candidate);

/// Returns the last report of each tool, by the tool's name.
std::map<std::string_view, const CounterProfile *>
lastReports(const std::vector<CounterProfile> &profiles);

/// Returns the first message of compute-sanitizer about itself, such as "Device not supported";
/// empty if it could work.
std::string sanitizerFailure(std::string_view report);

} // namespace loupe
