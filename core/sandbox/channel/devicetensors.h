// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/values/tensorspec.h"
#include "core/sandbox/channel/channel.h"
#include "core/sandbox/channel/tensorarena.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Layout of tensors in GPU memory shared through one descriptor. Pure: the allocating and the
/// mapping process compute the same from the same specs. Each tensor starts at a multiple of 256
/// bytes; the memory is whole pages of the device. There are no guard pages: only the worker and
/// the judge access it, code under test gets copies.
struct DeviceLayout {
    std::vector<std::int64_t> offsets; ///< of each tensor's data
    std::int64_t dataBytes = 0;        ///< end of the last tensor, rounded up to 256
    /// Returns the size of the memory for this page size: at least one page.
    std::int64_t bytes(std::int64_t pageBytes) const;
};
DeviceLayout deviceLayout(std::span<const TensorSpec> specs);

/// Tensors in GPU memory. Owns the descriptor without access to the content: only a process with
/// CUDA can map it, and only it can check that it is GPU memory. Move-only.
struct DeviceTensors {
    Fd memory;
    std::vector<TensorSpec> specs;
    std::string device; ///< "cuda:0"
};

/// Name of host memory in messages.
inline constexpr std::string_view hostMemory = "host";

/// Returns the ordinal in "cuda:0"; nullopt for anything else.
std::optional<int> cudaOrdinal(const std::string &device);

/// Tensors of a value, on host or device. Owns nothing; empty if the value holds none.
struct TensorsView {
    const TensorArena *host = nullptr;
    const DeviceTensors *device = nullptr;

    TensorsView() = default;
    TensorsView(std::nullptr_t) { }
    TensorsView(const TensorArena *arena) : host(arena) { }
    TensorsView(const DeviceTensors *tensors) : device(tensors) { }

    std::span<const TensorSpec> specs() const;
    std::int64_t bytes() const;
    int descriptor() const; ///< -1 if there is no memory
};

} // namespace loupe
