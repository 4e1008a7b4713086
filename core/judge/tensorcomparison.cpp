// SPDX-License-Identifier: Apache-2.0
#include "core/judge/tensorcomparison.h"

#include "core/judge/closeness.h"
#include "core/judge/elementtally.h"
#include "core/judge/mismatchmap.h"

#include <atomic>
#include <cstring>
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

std::vector<std::int64_t> indexOf(std::int64_t position, std::span<const std::int64_t> shape)
{
    std::vector<std::int64_t> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        index[axis] = position % shape[axis];
        position /= shape[axis];
    }
    return index;
}

/// Root mean square of the finite elements; 0 when there is none.
template <typename Element>
double rootMeanSquare(const std::byte *bytes, std::int64_t count)
{
    using Traits = ElementTraits<Element>;
    double sum = 0.0;
    std::int64_t finite = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const double value = magnitude(Traits::value(load<Element>(bytes, i)));
        if (!std::isfinite(value))
            continue;
        sum += value * value;
        ++finite;
    }
    return finite == 0 ? 0.0 : std::sqrt(sum / static_cast<double>(finite));
}

template <typename Element>
class Comparer
{
public:
    using Traits = ElementTraits<Element>;
    using Wide = typename Traits::Wide;

    Comparer(const TensorSpec &spec, const ElementRule &rule, const std::byte *expected,
             const std::byte *actual)
        : m_spec(spec)
        , m_rule(rule)
        , m_tolerance(applied(rule.tolerance, expected, spec.elements()))
        , m_expected(expected)
        , m_actual(actual)
        , m_elements(spec.elements())
        , m_tiny(smallestNormal(spec.dtype))
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
        const auto work = [&](unsigned thread) {
            const std::int64_t from = chunks * thread / threads;
            const std::int64_t to = chunks * (thread + 1) / threads;
            for (std::int64_t chunk = from; chunk < to; ++chunk)
                tallies[static_cast<std::size_t>(chunk)] = compareChunk(chunk, gatherers[thread]);
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
            gatherers.front().merge(gatherers[thread]);
        return finish(all, gatherers.front());
    }

private:
    static Tolerance applied(Tolerance tolerance, const std::byte *expected, std::int64_t count)
    {
        if (!tolerance.exact && tolerance.absoluteOfRms > 0)
            tolerance.absolute
                = std::max(tolerance.absolute,
                           tolerance.absoluteOfRms * rootMeanSquare<Element>(expected, count));
        return tolerance;
    }

    ElementTally compareChunk(std::int64_t chunk, MismatchGatherer &gatherer) const
    {
        const typename Traits::Close close(m_tolerance, m_rule.scale, m_rule.isNumpy);
        ElementTally tally;
        const std::int64_t columns = gatherer.columns();
        std::int64_t i = chunk * chunkElements;
        const std::int64_t end = std::min(i + chunkElements, m_elements);
        std::int64_t row = i / columns;
        while (i < end) {
            const std::int64_t rowStart = row * columns;
            const std::int64_t rowEnd = std::min(rowStart + columns, end);
            for (; i < rowEnd; ++i) {
                const Wide e = Traits::value(load<Element>(m_expected, i));
                const Wide a = Traits::value(load<Element>(m_actual, i));
                const double error = distance(e, a);
                const bool isClose = close(e, a);
                if (m_rule.measures)
                    measure(tally, e, a);
                if (error <= DBL_MAX)
                    count(tally, i, error, magnitude(e));
                else if (special(tally, e, a) || isClose)
                    continue;
                if (isClose)
                    continue;
                gatherer.add(row, i - rowStart);
                if (error <= DBL_MAX && error > tally.worstMismatchError) {
                    tally.worstMismatchError = error;
                    tally.worstMismatch = i;
                }
            }
            ++row;
        }
        return tally;
    }

    void count(ElementTally &tally, std::int64_t i, double error, double scale) const
    {
        ++tally.finite;
        if (error == 0.0)
            return;
        tally.sumOfErrors += error;
        const double relative = error / std::max(scale, m_tiny);
        tally.sumOfRelatives += relative;
        tally.maxRelative = std::max(tally.maxRelative, relative);
        if (error > tally.maxAbsolute) {
            tally.maxAbsolute = error;
            tally.worst = i;
        }
    }

    /// Counts NaN and infinities; whether the two are equal as such.
    bool special(ElementTally &tally, Wide e, Wide a) const
    {
        tally.expectedNan += isNan(e) ? 1 : 0;
        tally.actualNan += isNan(a) ? 1 : 0;
        tally.expectedInfinite += isInfinite(e) ? 1 : 0;
        tally.actualInfinite += isInfinite(a) ? 1 : 0;
        if (e == a || (m_rule.equalNan && isNan(e) && isNan(a)))
            return true;
        if (!isNan(e) && !isInfinite(e) && (isNan(a) || isInfinite(a)))
            ++tally.notANumber;
        return false;
    }

    /// As float32, which is what the suite that has such measures takes.
    static void measure(ElementTally &tally, Wide e, Wide a)
    {
        const auto expected = static_cast<float>(realPart(e));
        const auto actual = static_cast<float>(realPart(a));
        const auto error = static_cast<double>(actual - expected);
        const auto wideExpected = static_cast<double>(expected);
        const auto wideActual = static_cast<double>(actual);
        tally.dot += wideExpected * wideActual;
        tally.expectedSquares += wideExpected * wideExpected;
        tally.actualSquares += wideActual * wideActual;
        tally.errorSquares += error * error;
        tally.expectedSum += std::fabs(wideExpected);
        tally.errorSum += std::fabs(error);
    }

    OutputComparison finish(const ElementTally &tally, const MismatchGatherer &gatherer) const
    {
        OutputComparison out;
        out.output = m_spec.name;
        out.elements = m_elements;
        out.shape = m_spec.shape;
        out.dtype = std::string(name(m_spec.dtype));
        out.mismatched = gatherer.count();
        out.notANumber = tally.notANumber;
        out.expectedNan = tally.expectedNan;
        out.expectedInfinite = tally.expectedInfinite;
        out.actualNan = tally.actualNan;
        out.actualInfinite = tally.actualInfinite;
        out.maxAbsoluteError = tally.maxAbsolute;
        out.maxRelativeError = tally.maxRelative;
        if (tally.finite > 0) {
            out.meanAbsoluteError = tally.sumOfErrors / static_cast<double>(tally.finite);
            out.meanRelativeError = tally.sumOfRelatives / static_cast<double>(tally.finite);
        }
        if (!m_tolerance.exact) {
            out.absoluteTolerance = m_tolerance.absolute;
            out.relativeTolerance = m_tolerance.relative;
        }
        std::int64_t worst = tally.worst;
        if (out.mismatched > 0) {
            worst = tally.worstMismatch >= 0 ? tally.worstMismatch : gatherer.first();
            out.firstMismatch = indexOf(gatherer.first(), m_spec.shape);
            out.pattern = gatherer.text();
            out.map = gatherer.map();
        }
        if (worst >= 0) {
            out.worstIndex = indexOf(worst, m_spec.shape);
            out.worstExpected = realPart(Traits::value(load<Element>(m_expected, worst)));
            out.worstActual = realPart(Traits::value(load<Element>(m_actual, worst)));
        }
        if (m_rule.measures)
            finishMeasures(tally, out);
        return out;
    }

    void finishMeasures(const ElementTally &tally, OutputComparison &out) const
    {
        constexpr double vanishing = 1e-12;
        const double expectedNorm = std::sqrt(tally.expectedSquares);
        const double actualNorm = std::sqrt(tally.actualSquares);
        if (expectedNorm < vanishing && actualNorm < vanishing)
            out.cosine = 1.0;
        else if (expectedNorm < vanishing || actualNorm < vanishing)
            out.cosine = 0.0;
        else
            out.cosine = tally.dot / (expectedNorm * actualNorm);
        out.l1Relative = tally.errorSum
            / (tally.expectedSum < vanishing ? vanishing : tally.expectedSum); // NaN stays NaN
        out.rmse = std::sqrt(tally.errorSquares / static_cast<double>(m_elements));
        if (m_rule.rmseOfRms && tally.errorSquares != 0.0)
            out.rmse = std::sqrt(tally.errorSquares / tally.expectedSquares);
    }

    const TensorSpec &m_spec;
    const ElementRule &m_rule;
    const Tolerance m_tolerance;
    const std::byte *m_expected;
    const std::byte *m_actual;
    const std::int64_t m_elements;
    const double m_tiny;
};

/// Calls `work` with a value of the C++ type of the dtype's elements.
template <typename Work>
auto withElement(DType dtype, Work work)
{
    switch (dtype) {
    case DType::Bool:
    case DType::UInt8:
        return work(std::uint8_t{});
    case DType::Int8:
        return work(std::int8_t{});
    case DType::Int16:
        return work(std::int16_t{});
    case DType::Int32:
        return work(std::int32_t{});
    case DType::Int64:
        return work(std::int64_t{});
    case DType::Float16:
        return work(Float16{});
    case DType::BFloat16:
        return work(BFloat16{});
    case DType::Float32:
        return work(float{});
    case DType::Complex64:
        return work(std::complex<float>{});
    case DType::Complex128:
        return work(std::complex<double>{});
    case DType::Float8E4M3:
        return work(Float8E4M3{});
    case DType::Float8E5M2:
        return work(Float8E5M2{});
    case DType::Float64:
        break;
    }
    return work(double{});
}

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
