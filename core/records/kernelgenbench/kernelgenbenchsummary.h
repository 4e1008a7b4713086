// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/kernelgenbench/kernelgenbenchrecord.h"

#include <map>
#include <optional>
#include <string>

namespace loupe {

/// Operator of `results.json`.
struct KernelGenBenchOutcome {
    bool isPassed = false;
    std::optional<int> total; ///< cases
    std::optional<int> failed;
    std::string error; ///< truncated to 500 characters in the record
    std::string text;  ///< the unchanged record
};
KernelGenBenchOutcome readKernelGenBenchOutcome(const JsonReader &reader, const JsonPart &part);

/// Returns true if a verification can be of the same kernel as the outcome, judged by their common
/// facts.
bool agrees(const KernelGenBenchVerification &verification, const KernelGenBenchOutcome &outcome);

/// Operator of `pass_at_k_results.json`.
struct KernelGenBenchPasses {
    std::optional<int> first;         ///< first passing round
    std::map<int, std::string> codes; ///< by round; empty text: none generated
};
KernelGenBenchPasses readKernelGenBenchPasses(const JsonReader &reader);

} // namespace loupe
