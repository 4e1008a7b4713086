// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace loupe {

/// Where Hugging Face's libraries keep the models that they have downloaded, by the same variables
/// as they: $HF_HUB_CACHE, $HF_HOME/hub, $XDG_CACHE_HOME/huggingface/hub, ~/.cache/huggingface/hub.
/// Empty where none of these is set. A user's key lies beside this folder, never in it.
std::filesystem::path modelHub();

/// The folder of one model there, "models--facebook--opt-1.3b", whether it exists or not.
std::filesystem::path modelFolder(const std::filesystem::path &hub, std::string_view name);

/// What of a model's folder only its owner may read, the first such file or folder; none where
/// others may read everything.
std::optional<std::filesystem::path> ownersAlone(const std::filesystem::path &folder);

} // namespace loupe
