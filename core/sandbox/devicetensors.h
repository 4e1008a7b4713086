// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/tensorspec.h"
#include "core/sandbox/channel.h"
#include "core/sandbox/tensorarena.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Where a tensor lies in the memory of a GPU that one descriptor stands for. Pure: whoever makes
/// the memory and whoever maps it compute the same from the same specs. Tensors follow one another,
/// each from a multiple of 256 bytes; the memory is whole pages of the device. There are no guard
/// pages: nobody but the worker and the judge reads it, code under test gets copies.
struct DeviceLayout {
    std::vector<std::int64_t> offsets; ///< of each tensor's data
    std::int64_t dataBytes = 0;        ///< up to the end of the last tensor, rounded up to 256
    /// The size of the memory where its pages are this large: at least one page.
    std::int64_t bytes(std::int64_t pageBytes) const;
};
DeviceLayout deviceLayout(std::span<const TensorSpec> specs);

/// Tensors in the memory of a GPU. Holds them, but cannot look at them: only a process with CUDA
/// maps what the descriptor stands for, and finds out whether it is such memory at all. Move-only.
struct DeviceTensors {
    Fd memory;
    std::vector<TensorSpec> specs;
    std::string device; ///< "cuda:0"
};

/// What messages call the memory that is not a GPU's.
inline constexpr std::string_view hostMemory = "host";

/// The ordinal in "cuda:0"; nullopt of anything else.
std::optional<int> cudaOrdinal(const std::string &device);

/// The tensors of a value, wherever they are. Owns nothing; empty where the value holds none.
struct TensorsView {
    const TensorArena *host = nullptr;
    const DeviceTensors *device = nullptr;

    TensorsView() = default;
    TensorsView(std::nullptr_t) { }
    TensorsView(const TensorArena *arena) : host(arena) { }
    TensorsView(const DeviceTensors *tensors) : device(tensors) { }

    std::span<const TensorSpec> specs() const;
    std::int64_t bytes() const;
    int descriptor() const; ///< -1 where there is no memory
};

} // namespace loupe
