// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/channel/devicetensors.h"

#include <algorithm>
#include <charconv>

namespace loupe {

namespace {

constexpr std::int64_t deviceAlignment = 256; ///< alignment of CUDA's own allocations

std::int64_t roundedUpTo(std::int64_t value, std::int64_t step)
{
    return (value + step - 1) / step * step;
}

} // namespace

DeviceLayout deviceLayout(std::span<const TensorSpec> specs)
{
    DeviceLayout layout;
    for (const TensorSpec &spec : specs) {
        layout.offsets.push_back(layout.dataBytes);
        layout.dataBytes += roundedUpTo(spec.bytes(), deviceAlignment);
    }
    return layout;
}

std::int64_t DeviceLayout::bytes(std::int64_t pageBytes) const
{
    return std::max(roundedUpTo(dataBytes, pageBytes), pageBytes);
}

std::optional<int> cudaOrdinal(const std::string &device)
{
    constexpr std::string_view prefix = "cuda:";
    if (!device.starts_with(prefix))
        return std::nullopt;
    int ordinal = -1;
    const char *end = device.data() + device.size();
    const auto [rest, failed] = std::from_chars(device.data() + prefix.size(), end, ordinal);
    if (failed != std::errc() || rest != end || ordinal < 0)
        return std::nullopt;
    return ordinal;
}

std::span<const TensorSpec> TensorsView::specs() const
{
    if (host != nullptr)
        return host->specs();
    if (device != nullptr)
        return device->specs;
    return {};
}

std::int64_t TensorsView::bytes() const
{
    std::int64_t sum = 0;
    for (const TensorSpec &spec : specs())
        sum += spec.bytes();
    return sum;
}

int TensorsView::descriptor() const
{
    if (host != nullptr)
        return host->fd();
    return device != nullptr ? device->memory.get() : -1;
}

} // namespace loupe
