// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/shaperesults.h"

#include "core/analysis/metrics/suitespeedup.h"
#include "core/analysis/statistics/speedup.h"
#include "core/base/counted.h"
#include "core/base/json.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/contract/sourceinspection.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

using VerdictMember = Verdict Evaluation::*;

bool isCorrectOnAll(std::span<const ShapeResult> results, VerdictMember which)
{
    return std::ranges::all_of(results, [&](const ShapeResult &each) {
        return each.evaluation.*which == Verdict::Correct;
    });
}

/// Returns the first shape that a verdict refuses; null if there is none.
const ShapeResult *firstWrong(std::span<const ShapeResult> results, VerdictMember which)
{
    const auto found = std::ranges::find_if(results, [&](const ShapeResult &each) {
        const Verdict verdict = each.evaluation.*which;
        return verdict != Verdict::Correct && verdict != Verdict::NotRecorded;
    });
    return found == results.end() ? nullptr : &*found;
}

bool hasFailed(const Evaluation &evaluation)
{
    return isFailure(outcomeOf(evaluation.verdict))
        || isFailure(outcomeOf(evaluation.strictVerdict));
}

std::string messageOf(const ShapeResult &result)
{
    return result.shape + ": " + result.evaluation.message;
}

std::optional<SpeedupEstimate> shapeEstimate(const Evaluation &evaluation)
{
    if (!evaluation.speedup || !evaluation.candidateMs || !evaluation.baselineMs)
        return std::nullopt;
    return SpeedupEstimate{*evaluation.candidateMs, *evaluation.baselineMs, *evaluation.speedup,
                           evaluation.speedupLow.value_or(*evaluation.speedup),
                           evaluation.speedupHigh.value_or(*evaluation.speedup)};
}

/// Returns the estimates of all shapes; none if one of them has none.
std::vector<SpeedupEstimate> estimatesOf(std::span<const ShapeResult> results)
{
    std::vector<SpeedupEstimate> out;
    for (const ShapeResult &each : results) {
        const auto estimate = shapeEstimate(each.evaluation);
        if (!estimate)
            return {};
        out.push_back(*estimate);
    }
    return out;
}

std::string correctText(std::span<const ShapeResult> results,
                        std::span<const SpeedupEstimate> estimates)
{
    std::size_t trials = 0;
    for (const ShapeResult &each : results)
        trials += each.evaluation.trials.size();
    std::string text = fmt::format("correct in {} on {}", counted(trials, "trial"),
                                   counted(results.size(), "shape"));
    if (estimates.empty())
        return text;
    const auto worst = std::ranges::min_element(estimates, {}, &SpeedupEstimate::speedup);
    const ShapeResult &slowest
        = results[static_cast<std::size_t>(std::distance(estimates.begin(), worst))];
    return text + fmt::format("; least speedup {:.3g}, for {}", worst->speedup, slowest.shape);
}

std::string messageOfAll(std::span<const ShapeResult> results,
                         std::span<const SpeedupEstimate> estimates)
{
    const ShapeResult *bySuite = firstWrong(results, &Evaluation::verdict);
    const ShapeResult *strictly = firstWrong(results, &Evaluation::strictVerdict);
    if (bySuite == nullptr && strictly == nullptr)
        return correctText(results, estimates);
    if (bySuite == nullptr || strictly == nullptr || bySuite == strictly)
        return messageOf(bySuite == nullptr ? *strictly : *bySuite);
    return messageOf(*bySuite) + "; " + messageOf(*strictly);
}

/// Names trials and times after the shape.
void nameCases(ShapeResult &result)
{
    for (Trial &trial : result.evaluation.trials)
        trial.caseName.insert(0, result.shape + ": ");
    for (TimingSeries &series : result.evaluation.timings)
        series.caseName = result.shape;
    for (KernelActivity &row : result.evaluation.kernels)
        row.caseName = result.shape;
    result.evaluation.runLog.insert(0, "kloupe shape: " + result.shape + "\n");
}

void addMilliseconds(std::optional<double> &sum, const std::optional<double> &more)
{
    if (more)
        sum = sum.value_or(0) + *more;
}

template <typename T>
void append(std::vector<T> &out, std::vector<T> &more)
{
    std::ranges::move(more, std::back_inserter(out));
}

/// Adds the findings of rules that found nothing in the same line before.
void addFindings(std::vector<Finding> &out, const std::vector<Finding> &more)
{
    for (const Finding &each : more) {
        const bool isKnown = std::ranges::any_of(out, [&](const Finding &known) {
            return known.rule == each.rule && known.line == each.line;
        });
        if (!isKnown)
            out.push_back(each);
    }
    std::ranges::stable_sort(out, std::ranges::greater(), &Finding::severity);
}

void addShape(Evaluation &all, Evaluation &more)
{
    append(all.trials, more.trials);
    append(all.timings, more.timings);
    append(all.kernels, more.kernels);
    addFindings(all.findings, more.findings);
    for (const std::string &flag : more.flags)
        addFlag(all, flag);
    all.buildLog += more.buildLog;
    all.runLog += "\n" + more.runLog;
    addMilliseconds(all.verifyMs, more.verifyMs);
    addMilliseconds(all.timeMs, more.timeMs);
    all.finishedAt = more.finishedAt;
}

double meanOverShapes(std::span<const SpeedupEstimate> estimates, double SpeedupEstimate::*member)
{
    std::vector<double> values;
    for (const SpeedupEstimate &each : estimates)
        values.push_back(each.*member);
    return geometricMeanOf(values).value_or(0);
}

/// Sets the speedup over all shapes, which a candidate has that is right on each.
void keepShapeSpeedup(std::span<const SpeedupEstimate> estimates, Evaluation &all)
{
    if (!estimates.empty()) {
        SpeedupEstimate combined = combineCases(estimates);
        combined.candidateMs = meanOverShapes(estimates, &SpeedupEstimate::candidateMs);
        combined.baselineMs = meanOverShapes(estimates, &SpeedupEstimate::baselineMs);
        keepSpeedup(combined, all.baseline, all, 0);
        return;
    }
    dropSpeedup(all);
    all.candidateMs.reset();
    all.baselineMs.reset();
}

/// Sets the flag, and adds its finding: those of the shapes were made before.
void markOwnShapeOnly(Evaluation &all)
{
    Evaluation marked;
    addFlag(marked, "right_on_own_shape_only");
    addFlag(all, marked.flags.front());
    addFindings(all.findings, runtimeFindings(marked, LibraryPolicy::Any));
}

} // namespace

bool isRightOnAll(std::span<const ShapeResult> results)
{
    return isCorrectOnAll(results, &Evaluation::verdict)
        || isCorrectOnAll(results, &Evaluation::strictVerdict);
}

Evaluation combineShapes(std::vector<ShapeResult> results)
{
    const bool isAllRight = isRightOnAll(results);
    const bool isOwnRight = isRightOnAll(std::span(results).first(1));
    // A reference that fails on another shape says nothing about the candidate.
    const bool isLastFailed = hasFailed(results.back().evaluation);
    const auto estimates = isAllRight ? estimatesOf(results) : std::vector<SpeedupEstimate>();
    const std::string message = messageOfAll(results, estimates);
    const auto verdictBy = [&](VerdictMember which) {
        const ShapeResult *wrong = firstWrong(results, which);
        return (wrong == nullptr ? results.front() : *wrong).evaluation.*which;
    };
    const Verdict verdict = verdictBy(&Evaluation::verdict);
    const Verdict strictVerdict = verdictBy(&Evaluation::strictVerdict);
    std::ranges::for_each(results, nameCases);
    Evaluation all = std::move(results.front().evaluation);
    for (ShapeResult &each : std::span(results).subspan(1))
        addShape(all, each.evaluation);
    for (std::size_t i = 0; i < all.trials.size(); ++i)
        all.trials[i].index = static_cast<int>(i);
    all.verdict = verdict;
    all.strictVerdict = strictVerdict;
    all.message = message;
    keepShapeSpeedup(estimates, all);
    all.work.reset(); // it is of one shape, and the times are of all
    if (!isAllRight) {
        all.timings.clear();
        all.kernels.clear();
        all.counters.reset();
        all.baseline.clear();
    }
    if (isOwnRight && !isAllRight && isLastFailed)
        markOwnShapeOnly(all);
    return all;
}

FurtherTime combineTimes(std::span<const FurtherTime> ofShapes)
{
    FurtherTime out;
    out.record = ofShapes.front().record;
    out.record.caseName.clear();
    out.record.minimumMs.reset(); // times of different shapes have no common range
    out.record.maximumMs.reset();
    out.record.deviationMs.reset();
    std::vector<double> milliseconds;
    Json samples = Json::object();
    Json original;
    for (const FurtherTime &each : ofShapes) {
        const std::string &named = each.record.caseName;
        const std::string shape = named.empty() ? std::string(ownShape) : named;
        if (!each.missing.empty()) {
            out.missing = shape + ": " + each.missing;
            return out;
        }
        milliseconds.push_back(each.record.milliseconds);
        auto record = parseJson(each.record.originalRecord.toString(), "further time");
        if (!record)
            continue;
        samples[shape] = record->at("samples_ms");
        original = *std::move(record);
    }
    original["samples_ms"] = std::move(samples);
    out.record.originalRecord = original.dump();
    out.record.milliseconds = geometricMeanOf(milliseconds).value_or(0);
    return out;
}

} // namespace loupe
