// SPDX-License-Identifier: Apache-2.0
#include "core/judge/tensorcomparison.h"

#include "core/judge/comparisonsummary.h"
#include "core/judge/elementcomparison.h"
#include "core/model/verdict/errorcounts.h"
#include "core/sandbox/channel/tensorarena.h"

#include <algorithm>
#include <cfloat>
#include <functional>
#include <thread>

namespace loupe {

namespace {

/// Elements per chunk. Sums are added chunk by chunk, in order, so that they do not depend on the
/// number of threads.
constexpr std::int64_t chunkElements = std::int64_t{1} << 20;
constexpr std::int64_t threadedElements = 8 * chunkElements;
constexpr unsigned maxThreads = 8;

template <typename Element>
SquareSum squaresOf(const std::byte *tensor, std::int64_t count, double unit)
{
    SquareSum squares;
    for (std::int64_t i = 0; i < count; ++i)
        squares.addMagnitude(magnitude(valueOf(loadElement<Element>(tensor, i))) / unit);
    return squares;
}

/// Returns the largest magnitude of a finite element; 0 if there is none.
template <typename Element>
double maxMagnitude(const std::byte *tensor, std::int64_t count)
{
    double largest = 0.0;
    for (std::int64_t i = 0; i < count; ++i) {
        const double value = magnitude(valueOf(loadElement<Element>(tensor, i)));
        if (value <= DBL_MAX)
            largest = std::max(largest, value);
    }
    return largest;
}

template <typename Element, typename Arithmetic>
double rootMeanSquare(const std::byte *tensor, std::int64_t count)
{
    const SquareSum squares = squaresOf<Element>(tensor, count, 1.0);
    if (!Arithmetic::rescalesSquares || !squares.leftTheRange())
        return squares.rootMeanSquare();
    const double unit = maxMagnitude<Element>(tensor, count);
    return unit == 0.0 ? 0.0 : unit * squaresOf<Element>(tensor, count, unit).rootMeanSquare();
}

template <typename Element, typename Arithmetic>
Tolerance applied(const Tolerance &tolerance, const std::byte *expected, std::int64_t count)
{
    if (!asksForRms(tolerance))
        return tolerance;
    return withRms(tolerance, rootMeanSquare<Element, Arithmetic>(expected, count));
}

/// Mismatches found by one thread.
struct Mismatches {
    MismatchGatherer places;
    ErrorCounts errors = ErrorCounts(errorBins);
    std::int64_t poisoned = 0;

    void merge(const Mismatches &later)
    {
        places.merge(later.places);
        std::ranges::transform(errors, later.errors, errors.begin(), std::plus<>());
        poisoned += later.poisoned;
    }
};

template <typename Element, typename Arithmetic>
class Comparer
{
public:
    Comparer(const TensorSpec &spec, const ElementRule &rule, const std::byte *expected,
             const std::byte *actual, bool countsPoisoned)
        : m_spec(spec)
        , m_rule(rule)
        , m_tolerance(applied<Element, Arithmetic>(rule.tolerance, expected, spec.elements()))
        , m_compare(spec.dtype, rule, m_tolerance)
        , m_expected(expected)
        , m_actual(actual)
        , m_elements(spec.elements())
        , m_countsPoisoned(countsPoisoned)
    {
    }

    OutputComparison run() const
    {
        const std::int64_t chunks = (m_elements + chunkElements - 1) / chunkElements;
        std::vector<ElementTally> tallies(static_cast<std::size_t>(chunks));
        const unsigned threads = m_elements < threadedElements
            ? 1
            : std::clamp(std::thread::hardware_concurrency(), 1U, maxThreads);
        // Each thread gets a contiguous run of chunks, so that its positions ascend and follow
        // those of the previous thread.
        std::vector<Mismatches> found(threads, Mismatches{MismatchGatherer(m_spec.shape)});
        const auto work = [&](unsigned thread) {
            const std::int64_t from = chunks * thread / threads;
            const std::int64_t to = chunks * (thread + 1) / threads;
            for (std::int64_t chunk = from; chunk < to; ++chunk)
                tallies[static_cast<std::size_t>(chunk)] = compareChunk(chunk, found[thread]);
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
        for (unsigned thread = 1; thread < threads; ++thread)
            found.front().merge(found[thread]);
        return summed(all, std::move(found.front()));
    }

private:
    OutputComparison summed(const ElementTally &tally, Mismatches mismatches) const
    {
        const auto valuesAt = [this](std::int64_t i) {
            return std::pair(asDouble(loadElement<Element>(m_expected, i)),
                             asDouble(loadElement<Element>(m_actual, i)));
        };
        OutputComparison out
            = summary(m_spec, m_rule, {tally, m_tolerance, std::move(mismatches.places)}, valuesAt);
        if (out.mismatched > 0)
            out.errorCounts = std::move(mismatches.errors);
        out.unwritten = mismatches.poisoned;
        return out;
    }

    ElementTally compareChunk(std::int64_t chunk, Mismatches &found) const
    {
        ElementTally tally;
        const std::int64_t columns = found.places.columns();
        std::int64_t i = chunk * chunkElements;
        const std::int64_t end = std::min(i + chunkElements, m_elements);
        std::int64_t row = i / columns;
        while (i < end) {
            const std::int64_t rowStart = row * columns;
            const std::int64_t rowEnd = std::min(rowStart + columns, end);
            for (; i < rowEnd; ++i) {
                const auto expected = loadElement<Element>(m_expected, i);
                const auto actual = loadElement<Element>(m_actual, i);
                if (!m_compare(tally, i, expected, actual))
                    continue;
                found.places.add(row, i - rowStart);
                ++found.errors[static_cast<std::size_t>(
                    errorBin(m_compare.relativeError(expected, actual)))];
                if (m_countsPoisoned && isPoisoned(std::as_bytes(std::span(&actual, 1))))
                    ++found.poisoned;
            }
            ++row;
        }
        return tally;
    }

    const TensorSpec &m_spec;
    const ElementRule &m_rule;
    const Tolerance m_tolerance;
    const ElementComparer<Element, Arithmetic> m_compare;
    const std::byte *m_expected;
    const std::byte *m_actual;
    const std::int64_t m_elements;
    const bool m_countsPoisoned;
};

template <typename Arithmetic>
OutputComparison compareWith(const TensorSpec &spec, const ElementRule &rule,
                             std::span<const std::byte> expected, std::span<const std::byte> actual,
                             bool countsPoisoned)
{
    return withElement(spec.dtype, [&]<typename Element>(Element) {
        return Comparer<Element, Arithmetic>(spec, rule, expected.data(), actual.data(),
                                             countsPoisoned)
            .run();
    });
}

} // namespace

OutputComparison compareTensors(const TensorSpec &spec, const ElementRule &rule,
                                std::span<const std::byte> expected,
                                std::span<const std::byte> actual)
{
    return compareWith<TorchArithmetic>(spec, rule, expected, actual, false);
}

OutputComparison compareInDouble(const TensorSpec &spec, const ElementRule &rule,
                                 std::span<const std::byte> expected,
                                 std::span<const std::byte> actual)
{
    return compareWith<DoubleArithmetic>(spec, rule, expected, actual, true);
}

std::vector<double> widened(DType dtype, std::span<const std::byte> elements)
{
    return withElement(dtype, [&]<typename Element>(Element) {
        const auto count = static_cast<std::int64_t>(elements.size() / sizeof(Element));
        std::vector<double> values;
        values.reserve(static_cast<std::size_t>(count));
        for (std::int64_t i = 0; i < count; ++i)
            values.push_back(asDouble(loadElement<Element>(elements.data(), i)));
        return values;
    });
}

} // namespace loupe
