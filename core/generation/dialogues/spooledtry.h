// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/extraction.h"
#include "core/endpoints/pace/ledger.h"
#include "core/endpoints/profile/profile.h"
#include "core/endpoints/spool/spoolreader.h"
#include "core/model/record/dialogue.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Converts a try of the spool into a request of a dialogue. A try that was cut off, or may have
/// been billed without an answer, is "unknown". Extracts the program of a complete answer by
/// `rule`. The raw bytes stay in the spool until they are stored.
Request requestOf(const SpooledAnswer &spooled, const EntryRule &rule, const Profile &profile);

/// Returns a reader of the raw answers in a spool.
RawAnswers rawAnswersIn(std::filesystem::path spool);

/// Returns the cost of a request for the budget of a later session: as reported, else its upper
/// bound.
Cost spentBy(const Request &request, const Profile &profile);

/// Returns the last user message of a body, which is the feedback of its round. Empty if the body
/// is not from chatBody().
std::string toldIn(const std::string &body);

/// Program in a request's body and the user message after it.
struct ShownProgram {
    std::string program; ///< with its fence
    std::string told;
    friend bool operator==(const ShownProgram &, const ShownProgram &) = default;
};

/// Returns the assistant messages of a body, each with the user message after it. They are the
/// programs that the round refines.
std::vector<ShownProgram> shownIn(const std::string &body);

} // namespace loupe
