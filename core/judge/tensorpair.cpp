// SPDX-License-Identifier: Apache-2.0
#include "core/judge/tensorpair.h"

namespace loupe {

namespace {

std::span<const TensorSpec> specsOn(const ReadableTensors *tensors)
{
    return tensors == nullptr ? std::span<const TensorSpec>() : tensors->specs();
}

} // namespace

std::span<const TensorSpec> HostPair::expected() const
{
    return TensorsView(m_expected).specs();
}

std::span<const TensorSpec> HostPair::actual() const
{
    return TensorsView(m_actual).specs();
}

Result<OutputComparison> HostPair::compare(const TensorSpec &spec, const ElementRule &rule,
                                           std::size_t expected, std::size_t actual) const
{
    const DType wanted = m_expected->spec(expected).dtype;
    const DType got = m_actual->spec(actual).dtype;
    const auto expectedBytes = m_expected->bytes(expected);
    const auto actualBytes = m_actual->bytes(actual);
    if (wanted == got)
        return compareTensors(spec, rule, expectedBytes, actualBytes);
    const std::vector<double> wide = widened(wanted, expectedBytes);
    const std::vector<double> other = widened(got, actualBytes);
    return compareTensors(spec, rule, std::as_bytes(std::span(wide)),
                          std::as_bytes(std::span(other)));
}

std::span<const TensorSpec> DevicePair::expected() const
{
    return specsOn(m_expected);
}

std::span<const TensorSpec> DevicePair::actual() const
{
    return specsOn(m_actual);
}

Result<OutputComparison> DevicePair::compare(const TensorSpec &spec, const ElementRule &rule,
                                             std::size_t expected, std::size_t actual) const
{
    return m_comparer.compare(spec, rule, *m_expected, expected, *m_actual, actual);
}

} // namespace loupe
