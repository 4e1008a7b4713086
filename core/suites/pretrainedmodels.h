// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Names of the models that a source loads with from_pretrained() of Hugging Face's libraries, as
/// they are called on its hub: "facebook/opt-1.3b", each once, in the order of the calls. Known are
/// those whose name is the first argument, as a string or as a variable that is set to one at the
/// top level. What is no name of a model, such as a path, is left out.
std::vector<std::string> pretrainedModels(std::string_view source);

} // namespace loupe
