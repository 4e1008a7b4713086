// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What the name of a KernelBench task says about its operators.
struct KernelBenchKind {
    std::string category; ///< "matmul", "conv_transposed", "fused_conv2d", "cnn", "gpt2"
    std::vector<std::string> epilogue; ///< level 2: the operators after the first, in order
    std::vector<std::string> tags;     ///< convolutions: "2d", "dilated", "grouped", …
};

/// Derives the kind from the level and the name without number and ".py" ("Conv2d_ReLU_HardSwish").
/// Level 1: the first rule of a table whose text occurs in the lower-cased name. Level 2: "fused_"
/// and the first operator of the name. Level 3: the family of the architecture. Level 4: the model.
/// "other" where no rule fits, as in another version of the suite.
KernelBenchKind kernelBenchKind(int level, std::string_view name);

/// KernelBench's own content hash: MD5 of the source without strings in triple quotes, comments and
/// white space. Tells which version of the task set a run was made with.
std::string kernelBenchContentHash(std::string_view source);

} // namespace loupe
