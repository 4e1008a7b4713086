// SPDX-License-Identifier: Apache-2.0
#include "core/judge/tensorpair.h"

namespace loupe {

namespace {

std::vector<std::byte> elementsOf(std::span<const std::byte> tensor, std::size_t size,
                                  std::span<const std::int64_t> places)
{
    std::vector<std::byte> out;
    out.reserve(places.size() * size);
    for (const std::int64_t place : places) {
        const auto element = tensor.subspan(static_cast<std::size_t>(place) * size, size);
        out.insert(out.end(), element.begin(), element.end());
    }
    return out;
}

} // namespace

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

Result<TensorPair::Elements> HostPair::gathered(std::size_t expected, std::size_t actual,
                                                std::span<const std::int64_t> places) const
{
    const auto size = static_cast<std::size_t>(byteSize(m_expected->spec(expected).dtype));
    return std::pair(elementsOf(m_expected->bytes(expected), size, places),
                     elementsOf(m_actual->bytes(actual), size, places));
}

Result<OutputComparison> DevicePair::compare(const TensorSpec &spec, const ElementRule &rule,
                                             std::size_t expected, std::size_t actual) const
{
    return m_comparer.compare(spec, rule, *m_expected, expected, *m_actual, actual);
}

Result<TensorPair::Elements> DevicePair::gathered(std::size_t expected, std::size_t actual,
                                                  std::span<const std::int64_t> places) const
{
    auto wanted = m_comparer.elements(*m_expected, expected, places);
    if (!wanted)
        return wanted.error();
    auto got = m_comparer.elements(*m_actual, actual, places);
    if (!got)
        return got.error();
    return std::pair(std::move(wanted).value(), std::move(got).value());
}

} // namespace loupe
