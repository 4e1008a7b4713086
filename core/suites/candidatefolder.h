// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/candidate.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// A file below a candidate folder that is not a candidate, and why.
struct UnreadCandidate {
    std::filesystem::path file;
    std::string reason;
};

struct CandidateSet {
    Method method;
    std::vector<Candidate> candidates; ///< sorted by task, sample, round
    std::vector<UnreadCandidate> unread;
};

/// Reads native candidates: language "cpp" or "cuda". Layouts below `folder`, all at once:
///   <Category>/<task>.cpp                            sample 0, round 0
///   <Category>/<task>/sample_<k>.cpp                 round 0
///   <Category>/<task>/round_<n>.cpp                  sample 0
///   <Category>/<task>/sample_<k>/round_<n>.cpp
/// or, for NVIDIA GPUs, .cu,
/// with `round_<n>.feedback.txt` beside a round. `method.json` names the method; without one the
/// folder's name does. A folder whose sub-folders hold a method.json each is several methods.
/// A malformed method.json or a folder without any candidate is refused.
Result<std::vector<CandidateSet>> readCandidates(const std::filesystem::path &folder);

} // namespace loupe
