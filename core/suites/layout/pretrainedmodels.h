// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns the distinct Hugging Face names of the models that a source loads with
/// from_pretrained(), in the order of the calls ("facebook/opt-1.3b"). The name must be the first
/// argument: a string, or a variable assigned to one at the top level. Other arguments, such as
/// paths, are skipped.
std::vector<std::string> pretrainedModels(std::string_view source);

} // namespace loupe
