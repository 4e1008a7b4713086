// SPDX-License-Identifier: Apache-2.0
#include "core/suites/native/formula.h"
#include "core/suites/native/generatorkinds.h"
#include "core/suites/native/nativetask.h"

#include <cmath>

namespace loupe {

namespace {

using Variables = std::map<std::string, double>;

/// A larger tensor is a mistake in a task.
constexpr std::int64_t maxTensorBytes = 1LL << 38;

Error at(Error error, std::string where)
{
    error.where = std::move(where);
    return error;
}

Result<TensorSpec> tensor(const std::string &name, DType dtype,
                          const std::vector<std::string> &shape, const Variables &variables,
                          const std::string &where)
{
    TensorSpec spec{name, dtype, {}};
    double bytes = byteSize(dtype);
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        const auto extent = evaluateExtent(shape[axis], variables);
        if (!extent)
            return at(extent.error(), where + ".shape[" + std::to_string(axis) + "]");
        spec.shape.push_back(*extent);
        bytes *= static_cast<double>(*extent);
    }
    if (bytes < 1 || bytes > static_cast<double>(maxTensorBytes))
        return Error{Errc::InvalidInput, "the tensor is empty or larger than 2^38 bytes",
                     where + ".shape"};
    return spec;
}

/// Returns t of tasks/README.md, "Tolerances".
Result<double> relativeTolerance(const NativeOutput &output, const Variables &variables)
{
    const auto length = evaluateFormula(output.tolerance.reduction, variables);
    if (!length)
        return length.error();
    constexpr double modest = 16.0;
    const double stored = unitRoundoff(output.dtype);
    const double accumulated = std::fmin(stored, unitRoundoff(DType::Float32));
    const double sum = modest * accumulated * (1.0 + std::sqrt(std::fmax(*length, 1.0)));
    const double rounding = stored > accumulated ? 2.0 * stored : 0.0;
    return output.tolerance.condition * (sum + rounding);
}

Status addInputs(const NativeTask &task, const Generator &distribution, const Variables &variables,
                 TrialSpec &trial)
{
    for (std::size_t i = 0; i < task.inputs.size(); ++i) {
        const NativeInput &input = task.inputs[i];
        const std::string where = "inputs[" + std::to_string(i) + "]";
        auto spec = tensor(input.name, input.dtype, input.shape, variables, where);
        if (!spec)
            return spec.error();
        auto generator = resolveGenerator(input.generator.value_or(distribution), variables);
        if (!generator)
            return at(generator.error(), where + ".generator");
        trial.inputs.push_back({std::move(*spec), std::move(*generator)});
    }
    return {};
}

Status addOutputs(const NativeTask &task, const Generator &distribution, const Variables &variables,
                  TrialSpec &trial)
{
    for (std::size_t i = 0; i < task.outputs.size(); ++i) {
        const NativeOutput &output = task.outputs[i];
        const std::string where = "outputs[" + std::to_string(i) + "]";
        auto spec = tensor(output.name, output.dtype, output.shape, variables, where);
        if (!spec)
            return spec.error();
        const auto relative = relativeTolerance(output, variables);
        if (!relative)
            return at(relative.error(), where + ".tolerance.reduction");
        const bool exact = output.tolerance.exact || distribution.exact
            || (!isFloating(output.dtype) && output.tolerance.absolute == 0.0);
        trial.outputs.push_back(
            {std::move(*spec), exact, exact ? 0.0 : *relative, output.tolerance.absolute});
    }
    return {};
}

} // namespace

Result<TrialSpec> trialSpec(const NativeTask &task, const ShapeCase &shape,
                            const Generator &distribution)
{
    TrialSpec trial;
    trial.caseName = shape.name + "/" + distribution.name;
    Variables variables(shape.dims.begin(), shape.dims.end());
    for (const NativeAttribute &attribute : task.attributes) {
        variables[attribute.name] = attribute.value;
        trial.attributes.push_back(attribute.value);
    }
    if (const Status added = addInputs(task, distribution, variables, trial); !added)
        return added.error();
    if (const Status added = addOutputs(task, distribution, variables, trial); !added)
        return added.error();
    const auto flops = evaluateFormula(task.flops, variables);
    if (!flops)
        return at(flops.error(), "flops");
    const auto bytes = evaluateFormula(task.bytes, variables);
    if (!bytes)
        return at(bytes.error(), "bytes");
    trial.flops = *flops;
    trial.bytes = *bytes;
    return trial;
}

Result<std::vector<TrialSpec>> nativeTrials(const NativeTask &task,
                                            const std::vector<ShapeCase> &shapes)
{
    std::vector<TrialSpec> trials;
    for (const Generator &distribution : task.distributions) {
        for (const ShapeCase &shape : shapes) {
            auto trial = trialSpec(task, shape, distribution);
            if (!trial)
                return trial.error();
            trials.push_back(std::move(*trial));
        }
    }
    return trials;
}

} // namespace loupe
