// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/strategy/nextstep.h"
#include "core/model/record/dialogue.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Settings shared by all dialogues of a generation.
struct DialogueOrigin {
    std::string method; ///< Method::name
    GenerationProfile profile;
    Strategy strategy;
    ModelParameters parameters; ///< decide when a round is resolved
    /// Templates of the messages by purpose: start, fix, optimise, reminder, and cross for
    /// strategies that show two programs.
    std::map<std::string, PromptTemplate> prompts;
    std::string fence;    ///< language tag of code fences: "cpp"
    bool isAlone = false; ///< a later request is one message that contains the program
};

/// Returns a program in a fence, byte for byte as in a request's assistant message.
std::string shownProgram(std::string_view source, const std::string &fence);

/// Adds the messages and lineage that follow from a dialogue's requests. `samples`: all of its
/// task, by number; `which`: its own index. A feedback refers to the program shown before it in the
/// request. Corrupt if no earlier round had that program.
Status retell(Dialogue &dialogue, std::span<const SampleSoFar> samples, std::size_t which,
              const DialogueOrigin &origin);

/// Program shown in a request, with the feedback on it.
struct ToldProgram {
    ProgramPosition place;
    std::string text;
};

/// Returns the programs that a request shows: the strategy's choice if it matches, else the latest
/// match, of its own sample first. Empty for a first request; Corrupt if no earlier round had the
/// program.
Result<std::vector<ToldProgram>> toldPrograms(const Request &question,
                                              std::span<const SampleSoFar> samples,
                                              std::size_t which, const DialogueOrigin &origin);

} // namespace loupe
