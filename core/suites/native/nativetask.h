// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/task.h"
#include "core/model/values/tensorspec.h"
#include "core/suites/native/generator.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loupe {

struct NativeInput {
    std::string name;
    DType dtype = DType::Float32;
    std::vector<std::string> shape;     ///< one formula per axis
    std::optional<Generator> generator; ///< nullopt: the trial's distribution
};

struct NativeTolerance {
    bool exact = false;
    std::string reduction = "1"; ///< formula for L
    double condition = 1.0;
    double absolute = 0.0;
    std::string reason;
};

struct NativeOutput {
    std::string name;
    DType dtype = DType::Float32;
    std::vector<std::string> shape;
    NativeTolerance tolerance;
};

struct NativeAttribute {
    std::string name;
    double value = 0.0;
};

struct ShapeCase {
    std::string name;
    std::map<std::string, double> dims;
};

/// Validated task.json. All formulas have been parsed and evaluate on every shape.
struct NativeTask {
    Task task; ///< identity, hash, reference text
    std::filesystem::path folder;
    std::string description;
    std::vector<NativeInput> inputs;
    std::vector<NativeOutput> outputs;
    std::vector<NativeAttribute> attributes;
    std::vector<Generator> distributions;
    std::vector<ShapeCase> cpuShapes;
    std::vector<ShapeCase> gpuShapes;
    std::string flops;
    std::string bytes;
    /// Text of baseline.cu, the baseline of GPU candidates; empty: none. It changes no verdict and
    /// is therefore not part of the task's hash.
    std::string cudaBaseline;
};

/// Input tensor of a trial with its generator; bounds are evaluated.
struct TrialInput {
    TensorSpec spec;
    Generator generator;
};

struct TrialOutput {
    TensorSpec spec;
    bool exact = false;
    double relative = 0.0; ///< t of tasks/README.md: rtol, and atol = t · rms(expected)
    double absoluteFloor = 0.0;
};

/// Task at one shape and distribution, with all formulas evaluated.
struct TrialSpec {
    std::string caseName; ///< "odd/spiky"
    std::vector<TrialInput> inputs;
    std::vector<TrialOutput> outputs;
    std::vector<double> attributes;
    double flops = 0.0;
    double bytes = 0.0;
};

/// Reads and checks task.json, reference.cpp and an optional baseline.cu in the `given` folder.
/// Errors name file:field.
Result<NativeTask> readNativeTask(const std::filesystem::path &given);

/// Returns the trial at one shape and distribution of the task.
Result<TrialSpec> trialSpec(const NativeTask &task, const ShapeCase &shape,
                            const Generator &distribution);

/// Returns a trial for each of the shapes under each distribution. The first is the one that is
/// timed. Neighbours differ in size, so that what a candidate leaves in a buffer of its own shows.
Result<std::vector<TrialSpec>> nativeTrials(const NativeTask &task,
                                            const std::vector<ShapeCase> &shapes);

} // namespace loupe
