// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/deviceconnections.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

/// Words of code that makes streams, itself or in a library: cuDNN runs recurrent layers in
/// several.
constexpr std::array streamMakers{"StreamCreate",
                                  "getStreamFromPool",
                                  "cuda.Stream",
                                  "ExternalStream",
                                  "default-stream",
                                  "PER_THREAD",
                                  "per_thread",
                                  "LSTM",
                                  "GRU",
                                  "RNN",
                                  "MAX_CONNECTIONS"};

/// Arguments and methods that create tensors on a device.
constexpr std::array deviceNames{".cuda", "device=", "device =", "'cuda", "\"cuda"};

template <std::size_t Count>
bool holdsAny(const std::string &source, const std::array<const char *, Count> &words)
{
    return std::any_of(words.begin(), words.end(),
                       [&](const char *word) { return source.find(word) != std::string::npos; });
}

} // namespace

std::map<std::string, std::string> deviceVariables(const std::string &device,
                                                   const std::string &source)
{
    if (!device.starts_with("cuda") || holdsAny(source, streamMakers))
        return {};
    return {{"CUDA_DEVICE_MAX_CONNECTIONS", "1"}};
}

bool constructsOnDevice(const std::string &source)
{
    return holdsAny(source, deviceNames);
}

} // namespace loupe
