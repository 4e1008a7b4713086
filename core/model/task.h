// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// One problem of a suite, as the store keeps it and tables show it. How it is judged lies with
/// the suite's own description (`specJson`).
struct Task {
    std::string suite; ///< "native", "kernelbench-x", …
    std::string name;  ///< identity within the suite: "Activation/softmax"
    std::string category;
    std::optional<int> level; ///< KernelBench level or difficulty, where the suite has one
    std::string title;
    std::string hash; ///< SHA-256 over all that defines the task; empty when only its name is known
    std::string reference;         ///< source text of the reference; may be empty for imports
    std::string referenceLanguage; ///< "cpp", "python", …
    std::string specJson;          ///< the suite's own description, whole; may be empty
    /// Whether the task can be judged at all; nullopt = not audited.
    std::optional<bool> sound;
    std::string soundnessReason;
};

} // namespace loupe
