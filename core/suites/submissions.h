// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/candidate.h"
#include "core/suites/benchmark.h"
#include "core/suites/submission.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Reads submissions for `benchmark` from a file or folder; resources/help/suites.md describes the
/// layouts. Whatever cannot be read or matched is in `unread`, and the rest is not disturbed.
/// Refused: no such path, nothing in it that looks like a submission.
Result<std::vector<SubmissionSet>> readSubmissions(const Benchmark &benchmark,
                                                   const std::filesystem::path &path);

/// The submission as the engine takes it, with the suite's text or with ours.
Candidate toCandidate(const Submission &submission, const Method &method, bool asSuite);

} // namespace loupe
