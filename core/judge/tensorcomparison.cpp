// SPDX-License-Identifier: Apache-2.0
#include "core/judge/tensorcomparison.h"

#include "core/judge/comparisonsummary.h"
#include "core/judge/elementcomparison.h"
#include "core/model/errorcounts.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <thread>

namespace loupe {

namespace {

/// Elements that one thread takes at a time; sums are added chunk by chunk, in order, so that they
/// do not depend on the number of threads.
constexpr std::int64_t chunkElements = std::int64_t{1} << 20;
constexpr std::int64_t threadedElements = 8 * chunkElements;
constexpr unsigned maxThreads = 8;

template <typename Element>
Element load(const std::byte *bytes, std::int64_t i)
{
    Element element;
    std::memcpy(&element, bytes + i * static_cast<std::int64_t>(sizeof(Element)), sizeof(Element));
    return element;
}

template <typename Element>
Tolerance applied(const Tolerance &tolerance, const std::byte *expected, std::int64_t count)
{
    SquareSum squares;
    for (std::int64_t i = 0; SquareSum::asksForRms(tolerance) && i < count; ++i)
        squares.add(load<Element>(expected, i));
    return squares.appliedTo(tolerance);
}

template <typename Element>
class Comparer
{
public:
    Comparer(const TensorSpec &spec, const ElementRule &rule, const std::byte *expected,
             const std::byte *actual)
        : m_spec(spec)
        , m_rule(rule)
        , m_tolerance(applied<Element>(rule.tolerance, expected, spec.elements()))
        , m_compare(spec.dtype, rule, m_tolerance)
        , m_expected(expected)
        , m_actual(actual)
        , m_elements(spec.elements())
    {
    }

    OutputComparison run() const
    {
        const std::int64_t chunks = (m_elements + chunkElements - 1) / chunkElements;
        std::vector<ElementTally> tallies(static_cast<std::size_t>(chunks));
        const unsigned threads = m_elements < threadedElements
            ? 1
            : std::clamp(std::thread::hardware_concurrency(), 1U, maxThreads);
        // Chunks are dealt out in ascending runs, one run a thread, so that the places of each
        // gatherer ascend and lie behind those of the one before.
        std::vector<MismatchGatherer> gatherers(threads, MismatchGatherer(m_spec.shape));
        std::vector<ErrorCounts> errors(threads, ErrorCounts(errorBins));
        const auto work = [&](unsigned thread) {
            const std::int64_t from = chunks * thread / threads;
            const std::int64_t to = chunks * (thread + 1) / threads;
            for (std::int64_t chunk = from; chunk < to; ++chunk)
                tallies[static_cast<std::size_t>(chunk)]
                    = compareChunk(chunk, gatherers[thread], errors[thread]);
        };
        {
            std::vector<std::jthread> others;
            for (unsigned thread = 1; thread < threads; ++thread)
                others.emplace_back(work, thread);
            work(0);
        }
        ElementTally all;
        for (const ElementTally &tally : tallies)
            all.merge(tally);
        for (unsigned thread = 1; thread < threads; ++thread) {
            gatherers.front().merge(gatherers[thread]);
            std::ranges::transform(errors.front(), errors[thread], errors.front().begin(),
                                   std::plus<>());
        }
        const auto valuesAt = [this](std::int64_t i) {
            const auto at = [i](const std::byte *bytes) {
                return realPart(ElementTraits<Element>::value(load<Element>(bytes, i)));
            };
            return std::pair(at(m_expected), at(m_actual));
        };
        OutputComparison found
            = summary(m_spec, m_rule, {all, m_tolerance, std::move(gatherers.front())}, valuesAt);
        if (found.mismatched > 0)
            found.errorCounts = std::move(errors.front());
        return found;
    }

private:
    ElementTally compareChunk(std::int64_t chunk, MismatchGatherer &gatherer,
                              ErrorCounts &errors) const
    {
        ElementTally tally;
        const std::int64_t columns = gatherer.columns();
        std::int64_t i = chunk * chunkElements;
        const std::int64_t end = std::min(i + chunkElements, m_elements);
        std::int64_t row = i / columns;
        while (i < end) {
            const std::int64_t rowStart = row * columns;
            const std::int64_t rowEnd = std::min(rowStart + columns, end);
            for (; i < rowEnd; ++i) {
                const auto expected = load<Element>(m_expected, i);
                const auto actual = load<Element>(m_actual, i);
                if (!m_compare(tally, i, expected, actual))
                    continue;
                gatherer.add(row, i - rowStart);
                ++errors[static_cast<std::size_t>(
                    errorBin(m_compare.relativeError(expected, actual)))];
            }
            ++row;
        }
        return tally;
    }

    const TensorSpec &m_spec;
    const ElementRule &m_rule;
    const Tolerance m_tolerance;
    const ElementComparer<Element> m_compare;
    const std::byte *m_expected;
    const std::byte *m_actual;
    const std::int64_t m_elements;
};

} // namespace

OutputComparison compareTensors(const TensorSpec &spec, const ElementRule &rule,
                                std::span<const std::byte> expected,
                                std::span<const std::byte> actual)
{
    return withElement(spec.dtype, [&]<typename Element>(Element) {
        return Comparer<Element>(spec, rule, expected.data(), actual.data()).run();
    });
}

std::vector<double> widened(DType dtype, std::span<const std::byte> elements)
{
    return withElement(dtype, [&]<typename Element>(Element) {
        const auto count = static_cast<std::int64_t>(elements.size() / sizeof(Element));
        std::vector<double> values;
        values.reserve(static_cast<std::size_t>(count));
        for (std::int64_t i = 0; i < count; ++i)
            values.push_back(
                realPart(ElementTraits<Element>::value(load<Element>(elements.data(), i))));
        return values;
    });
}

} // namespace loupe
