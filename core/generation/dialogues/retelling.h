// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/strategy/nextstep.h"
#include "core/model/dialogue.h"

#include <cstddef>
#include <map>
#include <span>
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
    /// What messages are made from, by purpose: start, fix, optimise, reminder, and cross where two
    /// programs are ever shown.
    std::map<std::string, PromptTemplate> prompts;
    std::string fence;    ///< info of the fences around programs: "cpp"
    bool isAlone = false; ///< a later question is one message, which has the program in it
};

/// What the assistant says where a program is gone on from: the program in a fence, byte for byte
/// what a request's body holds.
std::string shownProgram(std::string_view source, const std::string &fence);

/// Adds the messages and lineage that follow from a dialogue's requests and are not in it yet.
/// `samples`: all of its task, by number; `which`: its own. A feedback names the result of the very
/// program that its request shows before it: Corrupt where no earlier round had that program.
Status retell(Dialogue &dialogue, std::span<const SampleSoFar> samples, std::size_t which,
              const DialogueOrigin &origin);

/// A program that a request showed, and what it told of it.
struct ToldProgram {
    ProgramPlace place;
    std::string text;
};

/// What a request's question was about: the programs that the strategy goes on from, each else the
/// latest with the program that is shown, of its own sample first. Empty for a first question;
/// Corrupt where no earlier round had it.
Result<std::vector<ToldProgram>> toldPrograms(const Request &question,
                                              std::span<const SampleSoFar> samples,
                                              std::size_t which, const DialogueOrigin &origin);

} // namespace loupe
