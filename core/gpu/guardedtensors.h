// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gpu/devicememory.h"
#include "core/sandbox/channel/guardedlayout.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Tensors of one call in the memory of the current device, with guards around each
/// (guardedlayout.h) or in separate allocations. Each function waits for the device. Move-only.
class GuardedTensors
{
public:
    /// Allocates the tensors and fills the guards; the tensors are uninitialised. Returns Busy if
    /// the device lacks memory.
    static Result<GuardedTensors> create(std::span<const TensorSpec> specs);
    /// Does the same with an allocation for each tensor and no guards, so damage() finds nothing.
    static Result<GuardedTensors> createSeparate(std::span<const TensorSpec> specs);

    std::size_t count() const { return m_layout.tensors.size(); }
    std::byte *data(std::size_t i) const { return memoryOf(i).data() + m_layout.tensors[i].begin; }
    std::int64_t bytes(std::size_t i) const
    {
        return m_layout.tensors[i].end - m_layout.tensors[i].begin;
    }

    Status write(std::size_t i, std::span<const std::byte> bytes) const;
    /// Fills a tensor with a byte.
    Status fill(std::size_t i, std::byte value) const;
    /// Returns a hash of the tensor's content.
    Result<std::uint64_t> fingerprint(std::size_t i) const;
    /// Returns the first damage of the guards, if any; it does not repair them.
    Result<std::optional<GuardDamage>> damage() const;

private:
    GuardedTensors(GuardedLayout layout, std::vector<DeviceBuffer> memory, DeviceBuffer marks);

    const DeviceBuffer &memoryOf(std::size_t i) const
    {
        return m_layout.guards.empty() ? m_memory[i] : m_memory.front();
    }

    GuardedLayout m_layout; ///< of separate tensors: from the start of each one's memory
    std::vector<DeviceBuffer> m_memory; ///< one, or one for each separate tensor
    DeviceBuffer m_marks;               ///< for damage(): lowest and highest offset per guard
};

} // namespace loupe
