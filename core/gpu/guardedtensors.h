// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gpu/devicememory.h"
#include "core/sandbox/guardedlayout.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Tensors of one call in the memory of the current device, with guards around each
/// (guardedlayout.h). Whatever is asked of them waits until the device has done it. Move-only.
class GuardedTensors
{
public:
    /// Unsupported when the device has not so much memory left. Guards are in place afterwards, the
    /// tensors hold nothing in particular.
    static Result<GuardedTensors> create(std::span<const TensorSpec> specs);

    std::size_t count() const { return m_layout.tensors.size(); }
    std::byte *data(std::size_t i) const { return m_memory.data() + m_layout.tensors[i].begin; }
    std::int64_t bytes(std::size_t i) const
    {
        return m_layout.tensors[i].end - m_layout.tensors[i].begin;
    }

    Status write(std::size_t i, std::span<const std::byte> bytes) const;
    /// Fills a tensor with a byte.
    Status fill(std::size_t i, std::byte value) const;
    /// A number that another content has too only by accident.
    Result<std::uint64_t> fingerprint(std::size_t i) const;
    /// What was written beside a tensor; guards stay as they were found.
    Result<std::optional<GuardDamage>> damage() const;

private:
    GuardedTensors(GuardedLayout layout, DeviceBuffer memory, DeviceBuffer marks);

    GuardedLayout m_layout;
    DeviceBuffer m_memory;
    DeviceBuffer m_marks; ///< of damage(): lowest and highest offset of each guard
};

} // namespace loupe
