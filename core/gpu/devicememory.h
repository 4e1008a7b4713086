// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace loupe {

/// Converts a CUDA error code; `during` names the failed work.
Error cudaFailure(int code, const std::string &during);

/// Memory of the current device, private to this process.
class DeviceBuffer
{
public:
    DeviceBuffer() = default;
    /// Returns Busy if the device lacks memory. Allocates nothing for 0 bytes.
    static Result<DeviceBuffer> allocate(std::size_t bytes);

    DeviceBuffer(DeviceBuffer &&other) noexcept;
    DeviceBuffer &operator=(DeviceBuffer &&other) noexcept;
    ~DeviceBuffer();

    std::byte *data() const { return m_data; }
    /// Copies host bytes to `offset`; they must fit.
    Status write(std::size_t offset, std::span<const std::byte> bytes) const;

private:
    std::byte *m_data = nullptr;
};

/// Memory of a GPU shared by another process, mapped read-only.
class DeviceMapping
{
public:
    DeviceMapping() = default;
    /// Maps `bytes` of the memory behind `descriptor`, which the caller still owns. Returns
    /// InvalidInput if it is not at least that much memory of the device.
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

/// Returns the page size of the device's shareable memory, bytes.
Result<std::size_t> devicePageBytes(int ordinal);

/// Returns success if the device's memory can be passed to another process by a descriptor; else
/// the reason.
Status canPassMemory(int ordinal);

/// Selects the device for all later calls of this thread, and starts it.
Status useDevice(int ordinal);

} // namespace loupe
