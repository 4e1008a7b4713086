// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/devicenodes.h"

#include <algorithm>

namespace loupe {

namespace fs = std::filesystem;

std::vector<fs::path> deviceNodes(std::span<const std::string> beginnings,
                                  std::span<const fs::path> hidden)
{
    std::vector<fs::path> nodes;
    std::error_code failed;
    for (const auto &entry : fs::directory_iterator("/dev", failed)) {
        const std::string name = entry.path().filename().string();
        const bool isWanted = std::ranges::any_of(
            beginnings, [&](const std::string &beginning) { return name.starts_with(beginning); });
        if (isWanted && std::ranges::find(hidden, entry.path()) == hidden.end())
            nodes.push_back(entry.path());
    }
    std::ranges::sort(nodes);
    return nodes;
}

} // namespace loupe
