// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace loupe {

/// What a CUDA call left, as an error that says during what.
Error cudaFailure(int code, const std::string &during);

/// Memory of the current device, of this process alone.
class DeviceBuffer
{
public:
    DeviceBuffer() = default;
    /// Unsupported when the device has not so much left. Nothing is allocated for 0 bytes.
    static Result<DeviceBuffer> allocate(std::size_t bytes);

    DeviceBuffer(DeviceBuffer &&other) noexcept;
    DeviceBuffer &operator=(DeviceBuffer &&other) noexcept;
    ~DeviceBuffer();

    std::byte *data() const { return m_data; }
    /// Copies bytes of the host behind the first `offset` ones; they must fit.
    Status write(std::size_t offset, std::span<const std::byte> bytes) const;

private:
    std::byte *m_data = nullptr;
};

/// Memory of a GPU that another process made, mapped here for reading.
class DeviceMapping
{
public:
    DeviceMapping() = default;
    /// `descriptor` stays the caller's. InvalidInput when it does not stand for at least so many
    /// bytes of that device's memory.
    static Result<DeviceMapping> map(int ordinal, int descriptor, std::size_t bytes);

    DeviceMapping(DeviceMapping &&other) noexcept;
    DeviceMapping &operator=(DeviceMapping &&other) noexcept;
    ~DeviceMapping();

    const std::byte *data() const;

private:
    void release();

    std::uint64_t m_address = 0;
    std::size_t m_bytes = 0;
    bool m_isMapped = false;
};

/// Pages of the device's shareable memory, in bytes.
Result<std::size_t> devicePageBytes(int ordinal);

/// Whether memory of the device can be passed to another process by a descriptor; the reason where
/// it cannot.
Status canPassMemory(int ordinal);

/// Makes the device the one that every later call of this thread means, and starts it.
Status useDevice(int ordinal);

} // namespace loupe
