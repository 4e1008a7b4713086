// SPDX-License-Identifier: Apache-2.0
#include "core/judge/protocolbuilder.h"

#include <cmath>

namespace loupe {

namespace {

constexpr double absolutePerElement = 1e-4;

NestedRule ruleOf(double absolute)
{
    NestedRule rule;
    const auto set = [&](DType dtype, double relative) {
        rule.byDtype[dtype] = {false, relative, absolute, 0};
    };
    set(DType::Float16, 1e-3);
    set(DType::BFloat16, 0.016);
    set(DType::Float32, 1e-5);
    set(DType::Float64, 1e-5);
    set(DType::Complex64, 1.3e-6);
    set(DType::Complex128, 1e-6);
    for (const DType dtype :
         {DType::Bool, DType::UInt8, DType::Int8, DType::Int16, DType::Int32, DType::Int64})
        set(dtype, 0.0);
    rule.numbers = NestedRule::Numbers::Equal;
    return rule;
}

TimingProtocol timingOfKernelGenBench(const std::string &source)
{
    TimingProtocol timing;
    timing.method = "do_bench";
    timing.trialsMs = 100;
    timing.warmupMs = 25;
    timing.flushesCache = true;
    timing.gradEnabled = true;
    timing.statistic = source == "vllm13" ? "mean" : "median";
    timing.inputs = "the inputs of each case";
    if (source == "cublas") {
        timing = {};
        timing.method = "cuda_event";
        timing.warmups = 10;
        timing.trials = 100;
        timing.gradEnabled = true;
        timing.statistic = "mean";
        timing.inputs = "the inputs of each case; one interval over all calls";
    }
    return timing;
}

void recordRestOfKernelGenBench(ProtocolBuilder &builder)
{
    builder.intended({"clone_in_timed_call", "inputs are cloned inside the timed call, both sides",
                      "only the operator is timed",
                      "a kernel twice as fast is measured as 1.24 to 1.55 times"});
    builder.neverShipped({"average_rows_in_average",
                          "rows that hold averages enter the averages after them",
                          "averages are of measured cases only",
                          "the speedup of an operator with several tests is off"});
    builder.neverShipped(
        {"dispatch_is_dead",
         "ATen candidates are never called: three-letter operators are compared "
         "with themselves, the others fail",
         "the candidate is called",
         "as shipped a kernel that raises passes, so that no verdict would mean anything"});
    builder.intended(
        {"every_overload_defined",
         "the text must define every overload of a PyTorch operator, also those that no "
         "test calls",
         "only overloads that the tests call must be there",
         "torch lists up to 21 overloads, some for TorchScript alone"});
    builder.neverShipped({"broken_tests_count",
                          "a case whose reference or test raises counts against the candidate",
                          "cases that fail with the reference are left out, and named",
                          "13 of the 110 PyTorch operators cannot pass in the published tree"});
    builder.neverShipped(
        {"time_inside_tests",
         "each case also times reference and candidate, in the candidate's process",
         "each call that would be timed is made once; recorded calls of all sizes are timed "
         "afterwards, side by side with the reference's",
         "what a candidate's own process measures proves nothing"});
    builder.neverShipped({"all_cases_on_processor", "the cases are the same on every device",
                          "on a processor the cases are those of the suite's own quick mode",
                          "thousands of cases of millions of elements would take hours there"});
    builder.neverShipped(
        {"exit_without_result", "a candidate that leaves by os._exit hangs the run",
         "it is recorded as having left early", "the run waits for an answer that never comes"});
}

} // namespace

Result<Protocol> kernelGenBenchProtocol(ProtocolBuilder builder)
{
    Protocol protocol;
    protocol.trials = 1; // each case of the operator's tests once
    protocol.seedScheme = SeedScheme::Once;
    protocol.seeds = {42};
    protocol.seedsNumpy = true;
    protocol.weights = WeightEquality::None;
    protocol.gradInForward = true;
    const double reduced = std::max(builder.numberFact("reduce_dim", 1.0), 1.0);
    const bool isRooted = builder.intended(
        {"tolerance_grows_with_length",
         "the absolute tolerance is 1e-4 times the number of summed elements",
         "the absolute tolerance is 1e-4 times its square root, as rounding errors grow",
         "at 1024 elements 0.1 is allowed; at most 1.2e-7 was ever needed"});
    protocol.rule = ruleOf(absolutePerElement * (isRooted ? std::sqrt(reduced) : reduced));
    if (builder.intended({"integer_tolerance",
                          "whole numbers are compared as float32 within that tolerance",
                          "whole numbers must be equal",
                          "from 10000 summed elements on they may be off by one"})) {
        for (auto &[dtype, tolerance] : protocol.rule.byDtype) {
            if (!isFloating(dtype))
                tolerance = {true, 0, 0, 0};
        }
    }
    protocol.stages = {"accuracy", "performance"};
    protocol.deadlineSeconds = builder.fact("track") == "agent" ? 600 : 300;
    protocol.timing = timingOfKernelGenBench(builder.fact("namespace"));
    protocol.speedupDefinition
        = "geometric mean over the timed cases (recorded calls of all sizes) of the medians' "
          "baseline / candidate; over operators the geometric mean of those that passed";
    recordRestOfKernelGenBench(builder);
    return builder.finish(std::move(protocol));
}

} // namespace loupe
