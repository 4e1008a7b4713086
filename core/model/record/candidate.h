// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Way of producing kernels: a model with its prompting or agent strategy.
struct Method {
    std::string name;
    std::string kind; ///< "demo", "model", "agent", "control", …
    std::string description;
    bool isDemo = false; ///< our own demonstration data, labelled as such everywhere
};

/// Cost of writing one candidate; a value that is not recorded is absent, never 0.
struct GenerationCost {
    std::optional<std::int64_t> inputTokens;
    std::optional<std::int64_t> outputTokens;
    std::optional<std::int64_t> requests; ///< calls of the model
    std::optional<double> dollars;
    std::optional<double> seconds; ///< wall clock
    friend bool operator==(const GenerationCost &, const GenerationCost &) = default;
};

/// One submitted kernel: the `round`-th step of the `sample`-th attempt of a method at a task.
struct Candidate {
    std::string task;   ///< Task::name
    std::string method; ///< Method::name
    int sample = 0;
    int round = 0;
    SharedText source;    ///< as submitted; runs of one import share it
    std::string language; ///< "cpp", "cuda", "python", …
    std::string fileName; ///< its origin, for display; never opened again
    std::string feedback; ///< prompt or error text that led to it; may be empty
    GenerationCost cost = {};
    /// Uuid of the Request that it answers; else empty. Stored only if the store has that request.
    std::string request = {};

    friend bool operator==(const Candidate &, const Candidate &) = default;
};

} // namespace loupe
