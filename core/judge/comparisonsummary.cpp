// SPDX-License-Identifier: Apache-2.0
#include "core/judge/comparisonsummary.h"

#include <algorithm>
#include <bit>
#include <thread>

namespace loupe {

namespace {

constexpr std::int64_t wordBits = 32;
constexpr std::int64_t threadedWords = std::int64_t{1} << 18;
constexpr unsigned maxGatheringThreads = 16;

std::vector<std::int64_t> placeOf(std::int64_t position, std::span<const std::int64_t> shape)
{
    std::vector<std::int64_t> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        index[axis] = position % shape[axis];
        position /= shape[axis];
    }
    return index;
}

void addMeasures(const ElementTally &tally, std::int64_t elements, bool rmseOfRms,
                 OutputComparison &out)
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
    out.rmse = std::sqrt(tally.errorSquares / static_cast<double>(elements));
    if (rmseOfRms && tally.errorSquares != 0.0)
        out.rmse = std::sqrt(tally.errorSquares / tally.expectedSquares);
}

/// Adds the marked positions of the words [from, to).
void gather(std::span<const std::uint32_t> mask, std::int64_t from, std::int64_t to,
            std::int64_t elements, MismatchGatherer &gatherer)
{
    const std::int64_t columns = gatherer.columns();
    for (std::int64_t word = from; word < to; ++word) {
        std::uint32_t bits = mask[static_cast<std::size_t>(word)];
        if (bits == 0)
            continue;
        std::int64_t row = word * wordBits / columns;
        std::int64_t rowStart = row * columns;
        std::int64_t position = word * wordBits;
        while (bits != 0) {
            const int skipped = std::countr_zero(bits);
            position += skipped;
            if (position >= elements)
                return;
            bits >>= skipped;
            if (position - rowStart >= columns) {
                row = position / columns;
                rowStart = row * columns;
            }
            const std::int64_t room = std::min(rowStart + columns, elements) - position;
            const std::int64_t run = std::min<std::int64_t>(std::countr_one(bits), room);
            gatherer.addRun(row, position - rowStart, run);
            position += run;
            bits = run == wordBits ? 0 : bits >> run;
        }
    }
}

} // namespace

OutputComparison summary(const TensorSpec &spec, const ElementRule &rule,
                         const ComparisonFindings &findings,
                         const std::function<std::pair<double, double>(std::int64_t)> &valuesAt)
{
    const ElementTally &tally = findings.tally;
    OutputComparison out;
    out.output = spec.name;
    out.elements = spec.elements();
    out.shape = spec.shape;
    out.dtype = std::string(name(spec.dtype));
    out.mismatched = tally.mismatched;
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
    if (!findings.applied.exact) {
        out.absoluteTolerance = findings.applied.absolute;
        out.relativeTolerance = findings.applied.relative;
    }
    std::int64_t worst = tally.worst;
    if (findings.mismatches.count() > 0) {
        const std::int64_t first = findings.mismatches.first();
        worst = tally.worstMismatch >= 0 ? tally.worstMismatch : first;
        out.firstMismatch = placeOf(first, spec.shape);
        out.pattern = findings.mismatches.text();
        out.map = findings.mismatches.map();
    }
    if (worst >= 0) {
        out.worstIndex = placeOf(worst, spec.shape);
        std::tie(out.worstExpected, out.worstActual) = valuesAt(worst);
    }
    if (rule.measures)
        addMeasures(tally, out.elements, rule.rmseOfRms, out);
    return out;
}

MismatchGatherer mismatchesFromMask(std::span<const std::int64_t> shape,
                                    std::span<const std::uint32_t> mask)
{
    std::int64_t elements = 1;
    for (const std::int64_t extent : shape)
        elements *= extent;
    const std::int64_t words
        = std::min((elements + wordBits - 1) / wordBits, static_cast<std::int64_t>(mask.size()));
    const unsigned threads = words < threadedWords
        ? 1
        : std::clamp(std::thread::hardware_concurrency(), 1U, maxGatheringThreads);
    // Positions of a thread ascend and follow those of the previous thread.
    std::vector<MismatchGatherer> gatherers(threads, MismatchGatherer(shape));
    const auto work = [&](unsigned thread) {
        gather(mask, words * thread / threads, words * (thread + 1) / threads, elements,
               gatherers[thread]);
    };
    {
        std::vector<std::jthread> others;
        for (unsigned thread = 1; thread < threads; ++thread)
            others.emplace_back(work, thread);
        work(0);
    }
    for (unsigned thread = 1; thread < threads; ++thread)
        gatherers.front().merge(gatherers[thread]);
    return std::move(gatherers.front());
}

} // namespace loupe
