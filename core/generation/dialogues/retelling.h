// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/strategy/nextstep.h"
#include "core/model/dialogue.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What is the same of all dialogues of a generation.
struct DialogueOrigin {
    std::string method; ///< Method::name
    GenerationProfile profile;
    Strategy strategy;
    ModelParameters parameters; ///< which decide when a round is settled
    /// What messages are made from, by purpose: start, fix, optimise, reminder.
    std::map<std::string, PromptTemplate> prompts;
    std::string fence;    ///< info of the fences around programs: "cpp"
    bool isAlone = false; ///< a later question is one message, which has the program in it
};

/// What the assistant says where a program is gone on from: the program in a fence, byte for byte
/// what a request's body holds.
std::string shownProgram(std::string_view source, const std::string &fence);

/// Adds the messages and lineage that follow from a dialogue's requests and are not in it yet.
/// `judged`: its rounds. A feedback names the result of the very program that its request shows:
/// Corrupt where no round had that program.
Status retell(Dialogue &dialogue, const std::vector<JudgedRound> &judged,
              const DialogueOrigin &origin);

/// The round that a request's question was about: the one that the strategy goes on from, else the
/// latest with the program that it shows. Nothing where it shows none; Corrupt where no round had
/// it.
Result<std::optional<int>> toldRound(const Request &question,
                                     const std::vector<JudgedRound> &judged,
                                     const DialogueOrigin &origin);

} // namespace loupe
