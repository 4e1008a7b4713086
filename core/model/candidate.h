// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// A way of producing kernels: a model with its prompting or agent strategy.
struct Method {
    std::string name;
    std::string kind; ///< "demo", "model", "agent", "control", …
    std::string description;
    bool isDemo = false; ///< our own demonstration data, labelled as such everywhere
};

/// One submitted kernel: the `round`-th step of the `sample`-th attempt of a method at a task.
struct Candidate {
    std::string task;   ///< Task::name
    std::string method; ///< Method::name
    int sample = 0;
    int round = 0;
    std::string source;   ///< as submitted
    std::string language; ///< "cpp", "cuda", "python", …
    std::string fileName; ///< where it came from, for people; never opened again
    std::string feedback; ///< prompt or error text that led to it; may be empty

    friend bool operator==(const Candidate &, const Candidate &) = default;
};

} // namespace loupe
