// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/devicecomparer.h"

#include <utility>

namespace loupe {

/// Tensors of an expectation and of a result, with a comparison that works in their memory.
class TensorPair
{
public:
    /// Bytes of elements of the expectation and of the result.
    using Elements = std::pair<std::vector<std::byte>, std::vector<std::byte>>;

    virtual ~TensorPair() = default;
    std::span<const TensorSpec> expected() const { return m_expectedSpecs; }
    std::span<const TensorSpec> actual() const { return m_actualSpecs; }
    /// Compares a pair of one shape. If the types differ, both are widened to Float64, as `spec`
    /// states. Errors are internal ones.
    virtual Result<OutputComparison> compare(const TensorSpec &spec, const ElementRule &rule,
                                             std::size_t expected, std::size_t actual) const = 0;
    /// Returns the elements at these positions of a pair of one type and shape. Errors are internal
    /// ones.
    virtual Result<Elements> gathered(std::size_t expected, std::size_t actual,
                                      std::span<const std::int64_t> places) const = 0;

protected:
    TensorPair(std::span<const TensorSpec> expected, std::span<const TensorSpec> actual)
        : m_expectedSpecs(expected)
        , m_actualSpecs(actual)
    {
    }

private:
    std::span<const TensorSpec> m_expectedSpecs;
    std::span<const TensorSpec> m_actualSpecs;
};

/// Both sides in host memory; a null arena has no tensors.
class HostPair final : public TensorPair
{
public:
    HostPair(const TensorArena *expected, const TensorArena *actual)
        : TensorPair(TensorsView(expected).specs(), TensorsView(actual).specs())
        , m_expected(expected)
        , m_actual(actual)
    {
    }
    Result<OutputComparison> compare(const TensorSpec &spec, const ElementRule &rule,
                                     std::size_t expected, std::size_t actual) const override;
    Result<Elements> gathered(std::size_t expected, std::size_t actual,
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
        : TensorPair(specsOf(expected), specsOf(actual))
        , m_comparer(comparer)
        , m_expected(expected)
        , m_actual(actual)
    {
    }
    Result<OutputComparison> compare(const TensorSpec &spec, const ElementRule &rule,
                                     std::size_t expected, std::size_t actual) const override;
    Result<Elements> gathered(std::size_t expected, std::size_t actual,
                              std::span<const std::int64_t> places) const override;

private:
    static std::span<const TensorSpec> specsOf(const ReadableTensors *tensors)
    {
        return tensors == nullptr ? std::span<const TensorSpec>() : tensors->specs();
    }

    DeviceComparer &m_comparer;
    const ReadableTensors *m_expected;
    const ReadableTensors *m_actual;
};

} // namespace loupe
