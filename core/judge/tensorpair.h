// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/devicecomparer.h"

namespace loupe {

/// The tensors of an expectation and of a result, and how a pair of them is compared where they
/// are.
class TensorPair
{
public:
    virtual ~TensorPair() = default;
    virtual std::span<const TensorSpec> expected() const = 0;
    virtual std::span<const TensorSpec> actual() const = 0;
    /// Of one shape. Where the types differ both are taken as Float64, which `spec` says. Errors
    /// are the machinery's.
    virtual Result<OutputComparison> compare(const TensorSpec &spec, const ElementRule &rule,
                                             std::size_t expected, std::size_t actual) const = 0;
};

/// Both in this machine's memory; a null arena has no tensors.
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

private:
    const TensorArena *m_expected;
    const TensorArena *m_actual;
};

/// Both in the memory of a GPU, or without tensors.
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

private:
    DeviceComparer &m_comparer;
    const ReadableTensors *m_expected;
    const ReadableTensors *m_actual;
};

} // namespace loupe
