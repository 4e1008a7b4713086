// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/candidate.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loupe {

/// Match of a file's name with the suite's naming of submissions, best first.
enum class NameFit { Exact, Other, Copy };

/// Identity of a submission, as far as its name or record states it.
struct SubmissionIdentity {
    std::string task; ///< Task::name
    int sample = 0;
    int round = 0;
    std::string platform; ///< "cuda", "triton", "ascendc", … if stated by the submission, or empty
    std::string precision;        ///< "bf16", … if the submission's run states it, or empty
    std::string remark;           ///< a questionable decision of the reader, or empty
    NameFit fit = NameFit::Exact; ///< of several for one task, sample and round the best match is
                                  ///< evaluated
    std::string copyMark;         ///< for NameFit::Copy: the suffix of its name, such as " (copy)"
};

/// Submitted kernel of a Python benchmark.
struct Submission : SubmissionIdentity {
    std::string raw;      ///< the file or the field, unchanged
    std::string asSuite;  ///< after the suite's own text cleaning; may be empty
    std::string tolerant; ///< after our cleaning; usually equal to `asSuite`
    std::string file;     ///< relative to the path that was read
    int line = 0;         ///< in JSON lines; 0 for a file of its own
};

/// Submission that is not evaluated, with the reason. Its identity is stored as far as known,
/// because a missing answer counts against its method.
struct UnreadSubmission {
    std::string file;
    int line = 0;
    std::string reason;
    std::string task; ///< empty if it matches no task
    int sample = 0;
    int round = 0;
};

/// All submissions of one method.
struct SubmissionSet {
    Method method;
    std::vector<Submission> submissions; ///< sorted by task, sample, round
    std::vector<UnreadSubmission> unread;
};

/// Maximum size of a submission in bytes.
inline constexpr std::size_t maxSubmissionBytes = 20'000'000;

} // namespace loupe
