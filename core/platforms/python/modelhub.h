// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace loupe {

/// Returns the folder where Hugging Face's libraries store downloaded models, by the same
/// variables: $HF_HUB_CACHE, $HF_HOME/hub, $XDG_CACHE_HOME/huggingface/hub,
/// ~/.cache/huggingface/hub. Empty if none is set. A user's token lies next to this folder, never
/// in it.
std::filesystem::path modelHub();

/// Returns the folder of one model, e.g. "models--facebook--opt-1.3b", even if it does not exist.
std::filesystem::path modelFolder(const std::filesystem::path &hub, std::string_view name);

/// Returns the first file or folder of a model that only its owner may read; nothing if others may
/// read everything.
std::optional<std::filesystem::path> ownersAlone(const std::filesystem::path &folder);

} // namespace loupe
