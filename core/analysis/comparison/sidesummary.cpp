// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/sidesummary.h"

#include "core/analysis/comparison/groupspeeds.h"
#include "core/base/counted.h"
#include "core/model/record/recordedname.h"

#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

using Tone = SentencePart::Tone;

constexpr double significant = 0.05;

SideLead solvingLead(const RunComparison &comparison)
{
    const int first = comparison.count(PairState::Broken);
    const int second = comparison.count(PairState::Fixed);
    if (comparison.fixedBrokenP >= significant || first == second)
        return SideLead::Unclear;
    return first > second ? SideLead::First : SideLead::Second;
}

SideLead speedLead(PairVerdict ofSecond)
{
    switch (ofSecond) {
    case PairVerdict::Faster:
        return SideLead::Second;
    case PairVerdict::Slower:
        return SideLead::First;
    case PairVerdict::Unclear:
        return SideLead::Unclear;
    case PairVerdict::NotTimed:
        break;
    }
    return SideLead::NotKnown;
}

/// Returns the interval of the inverse ratio.
std::optional<Interval> inverted(const std::optional<Interval> &ratio)
{
    if (!ratio)
        return std::nullopt;
    Interval out = *ratio;
    out.estimate = 1 / ratio->estimate;
    out.low = 1 / ratio->high;
    out.high = 1 / ratio->low;
    return out;
}

std::string baselineOf(const RunComparison &comparison)
{
    for (const ComparedPair &pair : comparison.pairs) {
        if (pair.ratio && isRecordedName(pair.baseline->baseline.text()))
            return pair.baseline->baseline.text();
    }
    return {};
}

const std::string &leader(const SidesSummary &summary, SideLead lead)
{
    return lead == SideLead::First ? summary.first : summary.second;
}

bool isLed(SideLead lead)
{
    return lead == SideLead::First || lead == SideLead::Second;
}

std::string solvingWords(const SidesSummary &summary)
{
    if (isLed(summary.solves))
        return leader(summary, summary.solves) + " solves more";
    if (summary.onlyFirst + summary.onlySecond == 0)
        return summary.judged == 0 ? "No task was evaluated on both sides"
                                   : "Both solve the same tasks";
    return "Neither clearly solves more";
}

std::string speedWords(const SidesSummary &summary)
{
    const bool isGain = summary.measure == SpeedMeasure::Gains;
    if (isLed(summary.speed))
        return isGain ? "kernels gain more on " + leader(summary, summary.speed)
                      : leader(summary, summary.speed) + " is faster";
    return isGain ? "neither shows a clearly larger gain" : "neither is clearly faster";
}

std::string headline(const SidesSummary &summary)
{
    const std::string solving = solvingWords(summary);
    if (summary.speed == SideLead::NotKnown)
        return solving + ".";
    const bool isSame = isLed(summary.solves) && summary.solves == summary.speed
        && summary.measure != SpeedMeasure::Gains;
    if (isSame)
        return solving + " and is faster.";
    const bool isNeither = !isLed(summary.solves) && summary.onlyFirst + summary.onlySecond > 0
        && summary.speed == SideLead::Unclear && summary.measure != SpeedMeasure::Gains;
    if (isNeither)
        return solving + ", nor is either clearly faster.";
    return fmt::format("{}; {}.", solving, speedWords(summary));
}

std::string units(const SidesSummary &summary, int count)
{
    return counted(count, "task") + (summary.unit == "task" ? "" : " of a method");
}

void addSpeeds(const SidesSummary &summary, std::vector<SentencePart> &out)
{
    if (summary.timed == 0) {
        if (summary.measure != SpeedMeasure::Nothing)
            out.push_back({summary.solvedByBoth == 0
                               ? " No task is solved by both."
                               : " No task solved by both was timed on both."});
        return;
    }
    const bool isGain = summary.measure == SpeedMeasure::Gains;
    out.push_back(
        {fmt::format(" Of the {} that both solve{}, ", units(summary, summary.timed),
                     summary.timed < summary.solvedByBoth ? " and that are timed on both" : "")});
    if (isGain)
        out.push_back({fmt::format("the speedup over {} on {} is ",
                                   summary.baseline.empty() ? "the baseline" : summary.baseline,
                                   summary.first)});
    else
        out.push_back({summary.first + " is "});
    out.push_back(
        {fmt::format("{} on {}", isGain ? "larger" : "faster", groupedDigits(summary.firstFaster)),
         Tone::Faster});
    out.push_back({", "});
    out.push_back(
        {fmt::format("{} on {}", isGain ? "smaller" : "slower", groupedDigits(summary.firstSlower)),
         Tone::Slower});
    out.push_back({fmt::format(", unclear on {}.", groupedDigits(summary.unclear))});
}

void addSolving(const SidesSummary &summary, std::vector<SentencePart> &out)
{
    if (summary.judged == 0)
        return;
    if (summary.timed == 0)
        out.push_back({fmt::format(" Both solve {}.", units(summary, summary.solvedByBoth))});
    out.push_back({fmt::format(" {} alone solves ", summary.first)});
    out.push_back({groupedDigits(summary.onlyFirst), Tone::Strong});
    out.push_back({fmt::format(", {} alone ", summary.second)});
    out.push_back({groupedDigits(summary.onlySecond), Tone::Strong});
    out.push_back({"; "});
    out.push_back({groupedDigits(summary.neither), Tone::Strong});
    out.push_back({summary.neither == 1 ? " is solved by neither." : " are solved by neither."});
}

void addRest(const SidesSummary &summary, std::vector<SentencePart> &out)
{
    if (summary.notJudged > 0)
        out.push_back(
            {fmt::format(" {} {} not evaluated on both sides.", groupedDigits(summary.notJudged),
                         summary.notJudged == 1 ? "is" : "are")});
    if (summary.missing > 0)
        out.push_back({fmt::format(" {} {} tried by one side only.", groupedDigits(summary.missing),
                                   summary.missing == 1 ? "is" : "are")});
}

std::string pWords(double p)
{
    if (p < 0.001)
        return "p < 0.001";
    return p < 0.1 ? fmt::format("p = {:.3f}", p) : fmt::format("p = {:.2f}", p);
}

std::string measureWords(const SidesSummary &summary)
{
    switch (summary.measure) {
    case SpeedMeasure::Speedups:
        return "speedups over one baseline on one device";
    case SpeedMeasure::Times:
        return "times of one task, in milliseconds a call";
    case SpeedMeasure::Gains:
        return "speedups over the same kind of baseline, each side on its own device: they say how "
               "much a kernel gains there, not which device is faster";
    case SpeedMeasure::Nothing:
        break;
    }
    return "outcomes alone";
}

} // namespace

SidesSummary summaryOf(const RunComparison &comparison, std::string first, std::string second)
{
    SidesSummary out;
    out.first = std::move(first);
    out.second = std::move(second);
    out.unit = comparison.byMethod ? "task of a method" : "task";
    out.measure = comparison.measure;
    out.baseline = baselineOf(comparison);
    out.judged = comparison.judgedInBoth();
    out.solvedByBoth = comparison.count(PairState::BothCorrect);
    out.onlyFirst = comparison.count(PairState::Broken);
    out.onlySecond = comparison.count(PairState::Fixed);
    out.neither = comparison.count(PairState::BothFailed);
    out.notJudged = comparison.count(PairState::NotJudged);
    out.missing
        = comparison.count(PairState::OnlyBaseline) + comparison.count(PairState::OnlyOther);
    out.solvedByFirst = out.solvedByBoth + out.onlyFirst;
    out.solvedBySecond = out.solvedByBoth + out.onlySecond;
    out.firstFaster = comparison.count(PairVerdict::Slower);
    out.firstSlower = comparison.count(PairVerdict::Faster);
    out.unclear = comparison.count(PairVerdict::Unclear);
    out.timed = out.firstFaster + out.firstSlower + out.unclear;
    out.solves = solvingLead(comparison);
    out.speed = speedLead(comparison.verdict);
    out.solvesP = comparison.fixedBrokenP;
    out.speedP = comparison.speedP;
    out.floor = comparison.floor;
    for (const ComparedFigure &figure : comparison.figures) {
        if (figure.isRatio)
            out.geometricMean = inverted(figure.change);
    }
    return out;
}

std::vector<SentencePart> sentenceOf(const SidesSummary &summary)
{
    std::vector<SentencePart> out{{headline(summary), Tone::Strong}};
    addSpeeds(summary, out);
    addSolving(summary, out);
    addRest(summary, out);
    return out;
}

std::string plainText(const std::vector<SentencePart> &parts)
{
    std::string out;
    for (const SentencePart &part : parts)
        out += part.text;
    return out;
}

std::vector<std::string> testLines(const SidesSummary &summary)
{
    std::vector<std::string> out{
        fmt::format("Correct: {} against {} of {}, exact McNemar {}",
                    groupedDigits(summary.solvedByFirst), groupedDigits(summary.solvedBySecond),
                    groupedDigits(summary.judged), pWords(summary.solvesP))};
    if (summary.timed == 0)
        return out;
    const bool isGain = summary.measure == SpeedMeasure::Gains;
    if (summary.geometricMean) {
        const Interval &mean = *summary.geometricMean;
        out.push_back(fmt::format("Speed: {} {} {}, geometric mean [{:.2f}, {:.2f}], {}",
                                  summary.first, ratioWords(mean.estimate),
                                  isGain ? "the gain" : "as fast", mean.low, mean.high,
                                  pWords(summary.speedP)));
    }
    out.push_back(fmt::format("Noise band ±{:.3g} % ({})", 100 * summary.floor.relative,
                              summary.floor.source));
    return out;
}

std::string howItWasTested(const SidesSummary &summary)
{
    std::string out = fmt::format(
        "Each side counts once for each {}. Compared: {}. Solves more: exact McNemar test of the "
        "{} solved by one side only, among {} evaluated on both. ",
        summary.unit, measureWords(summary), groupedDigits(summary.onlyFirst + summary.onlySecond),
        groupedDigits(summary.judged));
    if (summary.timed > 0)
        out += fmt::format(
            "Speed: geometric mean of the ratios over {} solved and timed by both, with a 95 % "
            "interval from resampling tasks; a paired permutation test of the ratios' logarithms. "
            "A side is called faster where the whole interval is beyond the noise band, and at a "
            "task where the ratio (with its interval, where both sides have one) is beyond it. ",
            groupedDigits(summary.timed));
    return out + "Tasks that were not evaluated, or on one side only, count for neither.";
}

} // namespace loupe
