// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/candidate.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loupe {

/// How well a file's name fits what the suite calls a submission, best first.
enum class NameFit { Exact, Other, Copy };

/// One submitted kernel of a Python benchmark.
struct Submission {
    std::string task; ///< Task::name
    int sample = 0;
    int round = 0;
    std::string raw;      ///< the file or the field, unchanged
    std::string asSuite;  ///< what the suite's own text cleaning leaves; may be empty
    std::string tolerant; ///< what ours leaves; equal to `asSuite` in an ordinary submission
    std::string file;     ///< below the path that was read
    int line = 0;         ///< in JSON lines; 0 for a file of its own
    std::string platform; ///< "cuda", "triton", "ascendc", … where the submission says it, or empty
    std::string remark;   ///< what the reader decided and a person may doubt, or empty
    NameFit fit = NameFit::Exact; ///< of several for one place the best fit is judged
    std::string copyMark;         ///< of a NameFit::Copy: what its name adds, such as " (copy)"
};

/// A submission that is not judged, and why. What is known of its place is kept: a missing answer
/// counts against its method.
struct UnreadSubmission {
    std::string file;
    int line = 0;
    std::string reason;
    std::string task; ///< empty when it matches no task
    int sample = 0;
    int round = 0;
};

/// Everything one method submitted.
struct SubmissionSet {
    Method method;
    std::vector<Submission> submissions; ///< sorted by task, sample, round
    std::vector<UnreadSubmission> unread;
};

/// The largest submission that is read, in bytes.
inline constexpr std::size_t maxSubmissionBytes = 20'000'000;

} // namespace loupe
