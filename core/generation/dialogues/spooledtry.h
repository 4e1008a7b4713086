// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/extraction.h"
#include "core/endpoints/pace/ledger.h"
#include "core/endpoints/profile/profile.h"
#include "core/endpoints/spool/spoolreader.h"
#include "core/model/dialogue.h"
#include "core/model/rawanswers.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// A try of the spool as a dialogue has it. What was cut off, and what may have been billed without
/// an answer, is "unknown". Of a whole answer the program is looked for by `rule`. Without pieces
/// of time: the spool has durations only. Without the bytes that the server sent: they are in the
/// spool until the store has them.
Request requestOf(const SpooledAnswer &spooled, const EntryRule &rule, const Profile &profile);

/// What servers sent in answer to the requests of a spool.
RawAnswers rawAnswersIn(std::filesystem::path spool);

/// What a request counts in the budget of a later session: as reported, or the most that it may
/// have come to where nobody said.
Cost spentBy(const Request &request, const Profile &profile);

/// The last text that the user of a request's body said: what its round was told. Empty where the
/// body is none of chatBody().
std::string toldIn(const std::string &body);

/// A program in a request's body, and what it says of this one.
struct ShownProgram {
    std::string program; ///< in its fence
    std::string told;
    friend bool operator==(const ShownProgram &, const ShownProgram &) = default;
};

/// The texts of the assistant in a request's body, each with the user's behind it: the programs
/// that its round goes on from. Empty where there is none.
std::vector<ShownProgram> shownIn(const std::string &body);

} // namespace loupe
