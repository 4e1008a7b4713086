// SPDX-License-Identifier: Apache-2.0
#include "core/generation/feedback/resulttexts.h"

#include "core/analysis/metrics/averagetable.h"
#include "core/analysis/metrics/roofline.h"
#include "core/generation/feedback/quotedtext.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace loupe {

namespace {

constexpr std::size_t maxMessages = 20;
constexpr double maxToldPower = 6;

std::string lineOf(const Diagnostic &diagnostic)
{
    std::string place = diagnostic.file;
    if (diagnostic.line > 0)
        place += fmt::format(":{}", diagnostic.line);
    if (diagnostic.line > 0 && diagnostic.column > 0)
        place += fmt::format(":{}", diagnostic.column);
    const char *severity = diagnostic.severity == Severity::Error ? "error"
        : diagnostic.severity == Severity::Warning                ? "warning"
                                                                  : "note";
    return fmt::format("{}{}{}: {}\n", place, place.empty() ? "" : ": ", severity,
                       diagnostic.message);
}

/// Returns the first cause, then errors with their notes; warnings only if there is nothing else.
std::vector<Diagnostic> toldDiagnostics(const Evaluation &evaluation)
{
    std::vector<Diagnostic> told = evaluation.diagnostics;
    const bool hasError = std::any_of(told.begin(), told.end(), [](const Diagnostic &each) {
        return each.severity == Severity::Error;
    });
    if (hasError)
        std::erase_if(told,
                      [](const Diagnostic &each) { return each.severity == Severity::Warning; });
    std::stable_partition(told.begin(), told.end(),
                          [](const Diagnostic &each) { return each.isFirstCause; });
    return told;
}

const Trial *firstTrialWith(const Evaluation &evaluation, Stage stage)
{
    for (const Trial &trial : evaluation.trials) {
        const VerdictFacts &found = facts(trial.verdict);
        if (isFailure(found.outcome) && (stage == Stage::None || found.stage == stage))
            return &trial;
    }
    return nullptr;
}

/// Returns the error only as a power of ten, which hides the values. Returns nothing if the wrong
/// values were never written.
std::string excessText(const OutputComparison &output)
{
    const bool isMeasured = output.maxAbsoluteError > 0 && std::isfinite(output.maxAbsoluteError)
        && output.unwritten < output.mismatched;
    if (!isMeasured)
        return {};
    const double allowed = std::max(output.absoluteTolerance,
                                    output.relativeTolerance * std::abs(output.worstExpected));
    if (!(allowed > 0))
        return "; it has to be exact";
    const double power = std::floor(std::log10(output.maxAbsoluteError / allowed));
    if (power < 1)
        return "; the largest error is less than 10 times what is allowed";
    if (power > maxToldPower)
        return fmt::format("; the largest error is more than 10^{:.0f} times what is allowed",
                           maxToldPower);
    return fmt::format("; the largest error is about 10^{:.0f} times what is allowed", power);
}

std::string outputText(const OutputComparison &output)
{
    std::string out
        = fmt::format("Output {} ({}{}shape [{}]): {} of {} elements differ", output.output,
                      output.dtype, output.dtype.empty() ? "" : ", ", fmt::join(output.shape, ", "),
                      output.mismatched, output.elements);
    if (!output.pattern.empty())
        out += fmt::format(": {}", output.pattern);
    if (output.unwritten > 0)
        out += fmt::format("; {} were never written", output.unwritten);
    if (output.notANumber > 0)
        out += fmt::format("; {} are NaN or infinite where the reference is not",
                           output.notANumber);
    if (!output.firstMismatch.empty())
        out += fmt::format("; the first at [{}]", fmt::join(output.firstMismatch, ", "));
    if (!output.worstIndex.empty() && output.worstIndex != output.firstMismatch)
        out += fmt::format("; the worst at [{}]", fmt::join(output.worstIndex, ", "));
    return out + excessText(output) + ".\n";
}

constexpr std::size_t maxKernels = 5;
constexpr std::size_t maxNameBytes = 120;

std::string percent(double share)
{
    return fmt::format("{:.2g} %", share * 100);
}

std::string rate(double perSecond, const char *unit)
{
    return perSecond >= 1e12 ? fmt::format("{:.3g} T{}", perSecond / 1e12, unit)
                             : fmt::format("{:.3g} G{}", perSecond / 1e9, unit);
}

/// Returns the activities in the timed calls of one role, the longest first. Only one case is
/// timed.
std::vector<const KernelActivity *> activitiesOf(const Evaluation &evaluation, const char *role)
{
    std::vector<const KernelActivity *> out;
    for (const KernelActivity &each : evaluation.kernels) {
        if (each.role == role && (out.empty() || each.caseName == out.front()->caseName))
            out.push_back(&each);
    }
    std::stable_sort(out.begin(), out.end(), [](const auto *a, const auto *b) {
        return a->deviceMsPerCall > b->deviceMsPerCall;
    });
    return out;
}

/// Formats "3 launches, 0.52 ms".
std::string sumText(const std::vector<const KernelActivity *> &activities)
{
    double launches = 0;
    double ms = 0;
    for (const KernelActivity *each : activities) {
        launches += each->launchesPerCall;
        ms += each->deviceMsPerCall;
    }
    return fmt::format("{:.3g} {}, {:.3g} ms", launches, launches == 1 ? "launch" : "launches", ms);
}

std::string nameText(const std::string &name)
{
    std::string text = plainText(name);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text.size() <= maxNameBytes ? text : plainText(text.substr(0, maxNameBytes)) + "...";
}

std::string sizeText(const std::array<std::uint32_t, 3> &size)
{
    return fmt::format("{}", fmt::join(size, "x"));
}

std::string lineOf(const KernelActivity &activity)
{
    std::vector<std::string> facts{fmt::format("{:.3g} ms", activity.deviceMsPerCall),
                                   percent(activity.share)};
    if (activity.launchesPerCall != 1)
        facts.push_back(fmt::format("{:.3g} launches", activity.launchesPerCall));
    if (activity.kind == "kernel" && activity.block[0] > 0) {
        // The grid is left out because it would reveal sizes.
        facts.push_back("blocks of " + sizeText(activity.block));
        facts.push_back(fmt::format("{} registers", activity.registers));
        if (const std::int64_t shared = activity.sharedBytes(); shared > 0)
            facts.push_back(fmt::format("{} bytes of shared memory", shared));
        if (activity.localBytes > 0)
            facts.push_back(fmt::format("{} bytes spilled for each thread", activity.localBytes));
    }
    return fmt::format("{}: {}\n", nameText(activity.name), fmt::join(facts, ", "));
}

std::string lineOf(const KernelCounters &counters)
{
    std::vector<std::string> facts;
    const auto add = [&](const std::optional<double> &share, const char *what) {
        if (share)
            facts.push_back(percent(*share) + " " + what);
    };
    add(counters.achievedOccupancy, "of the warps that fit are active");
    add(counters.smThroughput, "of the multiprocessors' throughput");
    add(counters.memoryThroughput, "of the memory's throughput");
    add(counters.tensorUse, "of the tensor cores' cycles");
    return facts.empty()
        ? std::string()
        : fmt::format("{}, counted: {}\n", nameText(counters.name), fmt::join(facts, ", "));
}

} // namespace

std::string buildText(const Evaluation &evaluation, std::size_t bytes)
{
    const Stage stage = facts(evaluation.verdict).stage;
    if (stage != Stage::Build && stage != Stage::Load)
        return {};
    std::string text;
    const std::vector<Diagnostic> told = toldDiagnostics(evaluation);
    for (std::size_t i = 0; i < std::min(told.size(), maxMessages); ++i)
        text += lineOf(told[i]);
    if (told.size() > maxMessages)
        text += fmt::format("[… {} more messages …]\n", told.size() - maxMessages);
    if (text.empty()) // In Python, the message is the exception and the log is its traceback.
        text = evaluation.message + (evaluation.message.empty() ? "" : "\n") + evaluation.buildLog;
    return headAndTail(plainText(text), bytes);
}

std::string runText(const Evaluation &evaluation, std::size_t bytes)
{
    const VerdictFacts &verdict = facts(evaluation.verdict);
    const bool isShape = evaluation.verdict == Verdict::WrongShape
        || evaluation.verdict == Verdict::WrongDtype
        || evaluation.verdict == Verdict::WrongStructure;
    const bool isEarly = verdict.stage == Stage::Build || verdict.stage == Stage::Load
        || verdict.stage == Stage::Submit;
    const bool isDeath = verdict.outcome == Outcome::Crash || verdict.outcome == Outcome::Timeout;
    if (isEarly || (!isDeath && !isShape))
        return {};
    const Trial *trial = firstTrialWith(evaluation, Stage::None);
    const std::string &text = trial == nullptr ? evaluation.message : trial->message;
    return headAndTail(withoutFractions(plainText(text)), bytes);
}

std::string compareText(const Evaluation &evaluation)
{
    const Trial *trial = firstTrialWith(evaluation, Stage::Verify);
    if (trial == nullptr)
        return {};
    std::string text;
    for (const OutputComparison &output : trial->outputs) {
        if (output.mismatched > 0)
            text += outputText(output);
    }
    if (text.empty())
        return {};
    text.pop_back(); // removes the last line break
    const auto failed
        = std::count_if(evaluation.trials.begin(), evaluation.trials.end(),
                        [](const Trial &each) { return isFailure(outcomeOf(each.verdict)); });
    return fmt::format("{} of {} trials failed. In the first of them:\n{}", failed,
                       evaluation.trials.size(), plainText(text));
}

std::string timeText(const Evaluation &evaluation)
{
    if (!evaluation.candidateMs)
        return {};
    if (!evaluation.baselineMs || !evaluation.speedup)
        return fmt::format("{:.4g} ms for each call", *evaluation.candidateMs);
    std::string text = fmt::format("{:.4g} ms for each call, where the reference takes {:.4g} ms",
                                   *evaluation.candidateMs, *evaluation.baselineMs);
    if (!evaluation.speedupLow || !evaluation.speedupHigh)
        return text + fmt::format(": {:.3g} times as fast", *evaluation.speedup);
    if (*evaluation.speedupLow <= 1 && *evaluation.speedupHigh >= 1)
        return text + ": no difference that could be measured";
    return text
        + fmt::format(": {:.3g} times as fast ({:.3g} to {:.3g})", *evaluation.speedup,
                      *evaluation.speedupLow, *evaluation.speedupHigh);
}

std::string rooflineText(const Evaluation &evaluation)
{
    if (!evaluation.work || !evaluation.candidateMs || *evaluation.candidateMs <= 0)
        return {};
    const WorkRecord &work = *evaluation.work;
    const Utilisation used = utilisation(work, *evaluation.candidateMs);
    std::vector<std::string> parts;
    if (used.iou && work.bandwidth)
        parts.push_back(fmt::format("{} of the memory bandwidth ({})", percent(*used.iou),
                                    rate(*work.bandwidth, "B/s")));
    if (used.mfu && work.peakFlops)
        parts.push_back(fmt::format("{} of the arithmetic rate ({}, {})", percent(*used.mfu),
                                    rate(*work.peakFlops, "FLOP/s"), work.peakName));
    if (parts.empty())
        return {};
    std::string out
        = fmt::format("For what the task has to move and compute, the program reaches {} that were "
                      "measured on this device.",
                      fmt::join(parts, " and "));
    const RooflinePoint point = rooflinePoint(work, *evaluation.candidateMs);
    if (point.bound != RooflineBound::Unknown && point.minMs)
        out += fmt::format(" By the roofline {} and the least is {:.3g} ms.",
                           point.bound == RooflineBound::Memory ? "memory decides"
                                                                : "arithmetic decides",
                           *point.minMs);
    return out;
}

std::string launchesText(const Evaluation &evaluation)
{
    const auto own = activitiesOf(evaluation, "candidate");
    if (own.empty())
        return {};
    std::string out = "On the device a call of the program is " + sumText(own);
    if (const auto reference = activitiesOf(evaluation, "baseline"); !reference.empty())
        out += "; of the reference " + sumText(reference);
    return out + ".";
}

std::string kernelsText(const Evaluation &evaluation)
{
    std::string out;
    const auto own = activitiesOf(evaluation, "candidate");
    for (std::size_t i = 0; i < std::min(own.size(), maxKernels); ++i)
        out += lineOf(*own[i]);
    if (!evaluation.counters)
        return out;
    const auto &counted = evaluation.counters->kernels;
    for (std::size_t i = 0; i < std::min(counted.size(), maxKernels); ++i)
        out += lineOf(counted[i]);
    return out;
}

} // namespace loupe
