// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Problem of a suite, as it is stored and shown in tables. The suite's own description
/// (`specJson`) defines how it is judged.
struct Task {
    std::string suite; ///< "native", "kernelbench-x", …
    std::string name;  ///< identity within the suite: "Activation/softmax"
    std::string category;
    std::optional<int> level; ///< KernelBench level or difficulty, if the suite has one
    std::string title;
    std::string hash;     ///< SHA-256 of the task's definition; empty if only its name is known
    SharedText reference; ///< source text of the reference; may be empty for imports
    std::string referenceLanguage; ///< "cpp", "python", …
    std::string specJson;          ///< the suite's own description, whole; may be empty
    /// Result of the task's audit; nullopt = not audited.
    std::optional<bool> sound;
    std::string soundnessReason;
};

} // namespace loupe
