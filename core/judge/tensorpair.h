// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/devicecomparer.h"

#include <utility>

namespace loupe {

/// Tensors of an expectation and of a result, with a comparison that works in their memory.
class TensorPair
{
public:
    virtual ~TensorPair() = default;
    virtual std::span<const TensorSpec> expected() const = 0;
    virtual std::span<const TensorSpec> actual() const = 0;
    /// Compares a pair of one shape. If the types differ, both are widened to Float64, as `spec`
    /// states. Errors are internal ones.
    virtual Result<OutputComparison> compare(const TensorSpec &spec, const ElementRule &rule,
                                             std::size_t expected, std::size_t actual) const = 0;
    /// Returns the bytes of the elements at these positions of a pair of one type and shape, the
    /// expectation's and the result's. Errors are internal ones.
    virtual Result<std::pair<std::vector<std::byte>, std::vector<std::byte>>>
    gathered(std::size_t expected, std::size_t actual,
             std::span<const std::int64_t> places) const = 0;
};

/// Both sides in host memory; a null arena has no tensors.
class HostPair final : public TensorPair
{
public:
    HostPair(const TensorArena *expected, const TensorArena *actual)
        : m_expected(expected)
        , m_actual(actual)
    {
    }
    std::span<const TensorSpec> expected() const override;
    std::span<const TensorSpec> actual() const override;
    Result<OutputComparison> compare(const TensorSpec &spec, const ElementRule &rule,
                                     std::size_t expected, std::size_t actual) const override;
    Result<std::pair<std::vector<std::byte>, std::vector<std::byte>>>
    gathered(std::size_t expected, std::size_t actual,
             std::span<const std::int64_t> places) const override;

private:
    const TensorArena *m_expected;
    const TensorArena *m_actual;
};

/// Both sides in the memory of a GPU, or without tensors.
class DevicePair final : public TensorPair
{
public:
    DevicePair(DeviceComparer &comparer, const ReadableTensors *expected,
               const ReadableTensors *actual)
        : m_comparer(comparer)
        , m_expected(expected)
        , m_actual(actual)
    {
    }
    std::span<const TensorSpec> expected() const override;
    std::span<const TensorSpec> actual() const override;
    Result<OutputComparison> compare(const TensorSpec &spec, const ElementRule &rule,
                                     std::size_t expected, std::size_t actual) const override;
    Result<std::pair<std::vector<std::byte>, std::vector<std::byte>>>
    gathered(std::size_t expected, std::size_t actual,
             std::span<const std::int64_t> places) const override;

private:
    DeviceComparer &m_comparer;
    const ReadableTensors *m_expected;
    const ReadableTensors *m_actual;
};

} // namespace loupe
