// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Operators of a KernelBench task, derived from its name.
struct KernelBenchKind {
    std::string category; ///< "matmul", "conv_transposed", "fused_conv2d", "cnn", "gpt2"
    std::vector<std::string> epilogue; ///< level 2: operators after the first, in order
    std::vector<std::string> tags;     ///< convolutions: "2d", "dilated", "grouped", …
};

/// Derives the kind from the level and the name without number and ".py" ("Conv2d_ReLU_HardSwish").
/// Level 1: the first rule of a table whose text occurs in the lower-cased name. Level 2: "fused_"
/// and the first operator of the name. Level 3: the family of the architecture. Level 4: the model.
/// "other" if no rule fits, as in another version of the suite.
KernelBenchKind kernelBenchKind(int level, std::string_view name);

/// Returns KernelBench's content hash: MD5 of the source without triple-quoted strings, comments
/// and white space. It identifies the version of a run's task set.
std::string kernelBenchContentHash(std::string_view source);

} // namespace loupe
