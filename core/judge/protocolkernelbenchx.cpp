// SPDX-License-Identifier: Apache-2.0
#include "core/judge/protocolbuilder.h"

namespace loupe {

namespace {

NestedRule ruleOf(bool isPaper)
{
    NestedRule rule;
    for (const DType dtype : {DType::Float16, DType::BFloat16})
        rule.byDtype[dtype] = {false, 5e-3, 5e-3, 0};
    for (const DType dtype : {DType::Float32, DType::Float64})
        rule.byDtype[dtype] = {false, 1e-5, 1e-5, 0};
    rule.scale = NestedRule::Scale::Expected;
    // Rules for NaN, numpy arrays and numbers were added on 31 May 2026.
    rule.equalNan = !isPaper;
    rule.comparesArrays = !isPaper;
    rule.numbers = isPaper ? NestedRule::Numbers::Equal : NestedRule::Numbers::Tolerated;
    return rule;
}

void recordRestOfKernelBenchX(ProtocolBuilder &builder)
{
    builder.intended({"quantization_check_never_runs",
                      "the checker of quantisation evidence passes every candidate",
                      "quantisation tasks must show scales and rounding in their source",
                      "it looks for a folder name in a path that has none: plain torch.matmul "
                      "passes as w8a8"});
    builder.intended({"triton_check_never_runs", "nothing has to use Triton",
                      "a candidate without a Triton kernel is marked as suspect",
                      "the validator looks for the source where it never lies"});
    builder.intended({"golden_sum_of_all_rows",
                      "the stored reference time of all sizes is divided by the candidate's time "
                      "of the sizes that ran",
                      "only sizes that both sides timed are summed",
                      "a candidate that fails at the largest size gains up to 26 times"});
    builder.intended({"golden_default_machine",
                      "the stored reference times are those of an RTX 5090 unless told otherwise",
                      "the reference is timed on the device of the run",
                      "two of these files hold times 14 and 42 times too long"});
    builder.intended({"entry_check_wants_stem",
                      "the four optimiser tasks refuse the function that their tests call",
                      "the function that the tests call is the entry",
                      "the references themselves fail the check"});
    builder.intended({"unlisted_files_fail",
                      "the eight type variants missing in the metadata always fail",
                      "they are compared with their reference",
                      "their reference is looked for in the wrong folder"});
    builder.neverShipped({"one_process", "candidate and reference run in the comparing process",
                          "each side runs in a process of its own",
                          "a candidate could patch torch, the comparison or later tasks"});
}

} // namespace

Result<Protocol> kernelBenchXProtocol(const std::string &version, ProtocolBuilder builder)
{
    Protocol protocol;
    protocol.trials = 1;
    protocol.seedScheme = SeedScheme::Once;
    protocol.seeds = {0};
    protocol.seedsPython = true;
    protocol.weights = WeightEquality::None;
    protocol.gradInForward = true;
    protocol.sharedInputs = false;
    protocol.referenceFirst = false;
    protocol.compared = Compared::TestResults;
    protocol.resultVariable = "test_results";
    protocol.rule = ruleOf(version == "2026-05");
    protocol.rule.thresholds = builder.thresholds();
    if (builder.intended({"complex_exact", "complex results must be equal bit by bit",
                          "complex results have the tolerance of their parts' type",
                          "eig and fftn can hardly be right otherwise"})) {
        protocol.rule.byDtype[DType::Complex64] = {false, 1e-5, 1e-5, 0};
        protocol.rule.byDtype[DType::Complex128] = {false, 1e-5, 1e-5, 0};
    }
    if (builder.intended({"absolute_rmse", "the error of quantised results is limited absolutely",
                          "the error of quantised results is limited relative to their size",
                          "the prescribed scheme itself fails five of the six tasks"})
        && protocol.rule.thresholds)
        protocol.rule.thresholds->rmseOfRms = true;
    protocol.stages = {"call", "exe", "perf"};
    protocol.timing = doBenchOverSizes(180);
    protocol.speedupDefinition = "sum over sizes of the stored reference's medians / sum over "
                                 "sizes of the candidate's medians";
    recordRestOfKernelBenchX(builder);
    return builder.finish(std::move(protocol));
}

} // namespace loupe
