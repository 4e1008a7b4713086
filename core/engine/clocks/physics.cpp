// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/physics.h"

#include "core/analysis/metrics/roofline.h"
#include "core/engine/contract/evaluationparts.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

std::vector<std::string> ratesOf(DType type)
{
    switch (type) {
    case DType::Float64:
        return {"float64"};
    case DType::Float16:
        return {"float16"};
    case DType::BFloat16:
        return {"bfloat16"};
    default:
        return {"float32", "tf32"};
    }
}

} // namespace

std::vector<std::string> ratesFor(const TrialSpec &trial)
{
    const auto isFirst = [](const TrialOutput &output) { return isFloating(output.spec.dtype); };
    const auto output = std::find_if(trial.outputs.begin(), trial.outputs.end(), isFirst);
    if (output == trial.outputs.end())
        return {"int8", "float32"};
    return ratesOf(output->spec.dtype);
}

std::vector<std::string> ratesFor(const std::string &type)
{
    const auto known = dtypeFromName(type);
    return known && isFloating(*known) ? ratesOf(*known) : std::vector<std::string>();
}

WorkRecord workOf(const TrialSpec &trial)
{
    double bytes = 0;
    for (const TrialInput &input : trial.inputs)
        bytes += static_cast<double>(input.spec.bytes());
    for (const TrialOutput &output : trial.outputs)
        bytes += static_cast<double>(output.spec.bytes());
    WorkRecord work;
    work.caseName = trial.caseName;
    work.flops = trial.flops;
    work.bytes = trial.bytes;
    work.compulsoryBytes = std::min(bytes, trial.bytes);
    return work;
}

WorkRecord workOf(const std::string &caseName, const Bundle &given, const Bundle &expected,
                  std::optional<double> operations)
{
    WorkRecord work;
    work.caseName = caseName;
    work.flops = operations;
    work.compulsoryBytes = static_cast<double>(given.view().bytes() + expected.view().bytes());
    return work;
}

void keepWork(WorkRecord work, const std::vector<std::string> &rates,
              const std::optional<DeviceCeilings> &ceilings, Evaluation &evaluation)
{
    if (!ceilings) {
        evaluation.work = std::move(work);
        return;
    }
    for (const MeasuredRate &rate : ceilings->rates) {
        const bool fits = std::find(rates.begin(), rates.end(), rate.name) != rates.end();
        if (fits && rate.median > work.peakFlops.value_or(0)) {
            work.peakFlops = rate.median;
            work.peakName = rate.name;
        }
    }
    if (const MeasuredRate *memory = ceilings->fastestMemory())
        work.bandwidth = memory->median;
    work.cacheBytes = ceilings->cacheBytes;
    work.cacheBandwidth = ceilings->rate("cache_read");
    const MeasuredRate *fastest = ceilings->fastestOperations();
    const bool isByFormula = work.bytes.has_value();
    if (evaluation.candidateMs)
        work.evidence = fasterThanPhysics(
            work, fastest && isByFormula ? std::optional(fastest->median) : std::nullopt,
            *evaluation.candidateMs, evaluation.baselineMs);
    if (!work.evidence.empty())
        addFlag(evaluation, "faster_than_physics");
    evaluation.work = std::move(work);
}

Environment withCeilings(Environment environment, const std::optional<DeviceCeilings> &ceilings)
{
    if (!ceilings)
        return environment;
    auto json = parseJson(environment.json, "environment");
    if (!json)
        return environment;
    (*json)["ceilings"] = toJson(*ceilings);
    environment.json = json->dump();
    return environment;
}

} // namespace loupe
