// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/kernelgenbench/kernelgenbenchrecord.h"

#include <map>
#include <optional>
#include <string>

namespace loupe {

/// One operator of `results.json`.
struct KernelGenBenchOutcome {
    bool isPassed = false;
    std::optional<int> total; ///< cases
    std::optional<int> failed;
    std::string error; ///< at most 500 characters of it are recorded
    std::string text;  ///< the record as it was
};
KernelGenBenchOutcome readKernelGenBenchOutcome(const JsonReader &reader, const JsonPart &part);

/// Whether a verification is of the kernel that the outcome is of, as far as both say.
bool agrees(const KernelGenBenchVerification &verification, const KernelGenBenchOutcome &outcome);

/// One operator of `pass_at_k_results.json`.
struct KernelGenBenchPasses {
    std::optional<int> first;         ///< the round that passed first
    std::map<int, std::string> codes; ///< by round; empty text: none was generated
};
KernelGenBenchPasses readKernelGenBenchPasses(const JsonReader &reader);

} // namespace loupe
