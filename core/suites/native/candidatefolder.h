// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/candidate.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// File below a candidate folder that is not a candidate, with the reason.
struct UnreadCandidate {
    std::filesystem::path file;
    std::string reason;
};

struct CandidateSet {
    Method method;
    std::vector<Candidate> candidates; ///< sorted by task, sample, round
    std::vector<UnreadCandidate> unread;
};

/// Reads native candidates in language "cpp" or "cuda". Layouts below `folder`, which may be mixed:
///   <Category>/<task>.cpp                            sample 0, round 0
///   <Category>/<task>/sample_<k>.cpp                 round 0
///   <Category>/<task>/round_<n>.cpp                  sample 0
///   <Category>/<task>/sample_<k>/round_<n>.cpp
/// Candidates for NVIDIA GPUs end in .cu. Feedback of a round is in `round_<n>.feedback.txt` next
/// to it. `method.json` names the method; its default is the folder's name. If sub-folders hold a
/// method.json each, each is a method. A malformed method.json or a folder without candidates is an
/// error.
Result<std::vector<CandidateSet>> readCandidates(const std::filesystem::path &folder);

} // namespace loupe
