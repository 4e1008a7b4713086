// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/failuresigns.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

struct MachinerySign {
    std::string_view words;
    const char *sentence;
};

constexpr std::string_view noKernelImage = "no kernel image is available";

constexpr std::array machinerySigns{
    MachinerySign{
        noKernelImage,
        "Recorded: the device could not run code that was built for another architecture."},
    MachinerySign{"CUDA driver version is insufficient",
                  "Recorded: the device's driver is older than the CUDA runtime."},
    MachinerySign{"no CUDA-capable device is detected", "Recorded: there was no CUDA device."},
    MachinerySign{"Found no NVIDIA driver on your system", "Recorded: there was no CUDA device."},
    MachinerySign{"CUDA-capable device(s) is/are busy or unavailable",
                  "Recorded: the device was busy or not available."},
    MachinerySign{"No space left on device", "Recorded: the disk was full."},
};

/// Returns true if a source contains compiler options or torch's variable for architectures.
bool choosesArchitecture(std::string_view source)
{
    return std::ranges::any_of(
        std::array<std::string_view, 4>{"-arch", "-gencode", "ARCH_LIST", "--gpu-architecture"},
        [&](std::string_view words) { return source.find(words) != std::string_view::npos; });
}

} // namespace

std::optional<Verdict> failureIn(std::string_view text, std::span<const FailureSign> signs)
{
    const auto found = std::find_if(signs.begin(), signs.end(), [&](const FailureSign &sign) {
        return text.find(sign.words) != std::string_view::npos;
    });
    return found == signs.end() ? std::nullopt : std::optional(found->verdict);
}

std::optional<std::string> machineryFaultIn(std::string_view text, std::string_view source)
{
    for (const MachinerySign &sign : machinerySigns) {
        if (text.find(sign.words) == std::string_view::npos)
            continue;
        if (sign.words == noKernelImage && choosesArchitecture(source))
            continue;
        return sign.sentence;
    }
    return std::nullopt;
}

} // namespace loupe
