// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/candidate.h"
#include "core/suites/layout/benchmark.h"
#include "core/suites/submissions/submission.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Reads submissions for `benchmark` from a file or folder; resources/help/suites.md describes the
/// layouts. Submissions that cannot be read or matched are in `unread` and do not affect others.
/// Fails if the path does not exist or holds nothing like a submission.
Result<std::vector<SubmissionSet>> readSubmissions(const Benchmark &benchmark,
                                                   const std::filesystem::path &path);

/// Converts a submission for the engine, with the suite's cleaned text or ours.
Candidate toCandidate(const Submission &submission, const Method &method, bool asSuite);

} // namespace loupe
