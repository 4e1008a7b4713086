// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runpreset.h"

namespace loupe::test {

/// Returns a preset in which every option differs from its default and from all others.
inline RunPreset unusualPreset()
{
    RunPreset preset;
    preset.name = "nightly \"quoted\"; $(reboot)";
    preset.place = "ssh:node";
    RunRequest &request = preset.request;
    request.suite = "/suites/mine";
    request.layout = "tritonbench-g";
    request.candidates = {"/c/one", "/c/two"};
    request.method = "m";
    request.taskFilter = "category:Math";
    request.samples = 3;
    request.jobs = 7;
    request.library = LibraryPolicy::Pure;
    request.controls = false;
    request.sandbox = SandboxMode::None;
    request.limits = {1.5, 2.5, 3.5, 4, 5, 6};
    request.timing
        = {false, 0.5, 0.25, 2.0, 3, 0.125, 4.0, TimingMethod::Host, CacheState::Warm, 5, 6};
    PythonRequest &python = request.python;
    python.limits = {7.5, 8.5, 9.5, 10, 11, 12};
    python.interpreter = "/usr/bin/python3";
    python.platform = "triton";
    python.device = "cuda:1";
    python.judgedBy = JudgedBy::Strict;
    python.fullHeaders = true;
    python.mode = ProtocolMode::AsIntended;
    python.suiteToggles = {{"seeds", ToggleState::AsShipped}};
    python.strictPoints = {{"repeatable", ToggleState::Off}, {"poison", ToggleState::On}};
    python.baseline = BaselineForm::CudaGraph;
    python.furtherBaselines = {BaselineForm::Compile, BaselineForm::CompileMaxAutotuneNoGraphs};
    python.fastInputs = true;
    python.stopsAtFirstFailure = true;
    python.counters = true;
    python.precisions = {RunPrecision::BFloat16};
    python.backward = true;
    python.shapes = R"({"level1/1":[{"dim":4}]})";
    return preset;
}

} // namespace loupe::test
