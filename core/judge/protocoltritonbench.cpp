// SPDX-License-Identifier: Apache-2.0
#include "core/judge/protocolbuilder.h"

namespace loupe {

namespace {

/// Returns the tolerances for compared results, those of the suite's successor.
NestedRule resultRule()
{
    NestedRule rule;
    for (const DType dtype : {DType::Float16, DType::BFloat16})
        rule.byDtype[dtype] = {false, 5e-3, 5e-3, 0};
    for (const DType dtype : {DType::Float32, DType::Float64, DType::Complex64, DType::Complex128})
        rule.byDtype[dtype] = {false, 1e-5, 1e-5, 0};
    rule.equalNan = true;
    return rule;
}

void recordRestOfTritonBench(bool isG, ProtocolBuilder &builder)
{
    builder.intended({"exit_codes_ignored",
                      "the exe stage looks at printed bytes only: two programs that crash alike "
                      "are equal",
                      "both programs must end well",
                      "a reference that fails on this device makes every candidate right"});
    if (isG)
        builder.intended({"only_functions_kept",
                          "the candidate is reduced to its imports and functions before the call "
                          "stage; constants and classes of the module are lost",
                          "the candidate runs as it was submitted",
                          "nested functions are kept twice and module constants never"});
    else
        builder.intended({"tests_of_other_channel",
                          "the call stage looks for the tests in the folder of TritonBench-G",
                          "the tests of TritonBench-T are used",
                          "with the published paths the stage cannot start"});
    builder.intended({"fence_of_last_block",
                      "the text behind the last ```python is taken, its closing fence included",
                      "the code of the block is taken",
                      "a reply with a closing fence is a syntax error"});
}

} // namespace

Result<Protocol> tritonBenchProtocol(bool isG, ProtocolBuilder builder)
{
    Protocol protocol;
    protocol.trials = 1;
    protocol.seedScheme = SeedScheme::None;
    protocol.weights = WeightEquality::None;
    protocol.gradInForward = true;
    protocol.sharedInputs = false;
    protocol.referenceFirst = false;
    protocol.resultVariable = isG ? "result_gold" : "test_results";
    protocol.compared = Compared::StandardOutput;
    // Used even if the suite compares text, because the strict verdict compares results.
    protocol.rule = resultRule();
    if (builder.intended({"standard_output_compared",
                          "what the two test scripts print must be the same bytes",
                          "what the two test scripts compute is compared",
                          "1 of 166 tests of T and 7 of 184 of G print anything: whatever runs is "
                          "right"})) {
        protocol.compared = Compared::TestResults;
    }
    if (builder.intended({"unseeded_tests",
                          "no seed is set: tests with random inputs give two "
                          "different results",
                          "both sides start from seed 0",
                          "without it results of random inputs cannot be compared"})) {
        protocol.seedScheme = SeedScheme::Once;
        protocol.seeds = {0};
        protocol.seedsPython = true;
    }
    protocol.stages = {"call", "exe", "perf"};
    protocol.timing = doBenchOverSizes(600);
    protocol.excessiveSpeedup = 10;
    protocol.speedupDefinition = isG
        ? "sum over sizes of the stored reference's medians / sum over sizes of the candidate's; "
          "dropped where sizes are missing, from 10 on, or at 100 % of an A100's peak"
        : "sum over sizes of the stored reference's medians / sum over the same sizes of the "
          "candidate's; dropped from 10 on and up to 0.1";
    recordRestOfTritonBench(isG, builder);
    return builder.finish(std::move(protocol));
}

} // namespace loupe
