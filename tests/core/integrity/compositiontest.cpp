// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/composition.h"

#include "core/integrity/ruleregistry.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

const char *const torchKernel = "void at::native::vectorized_elementwise_kernel<4>(int, float)";

KernelActivity ran(const std::string &name, double milliseconds,
                   const std::string &role = "candidate")
{
    KernelActivity out;
    out.role = role;
    out.kind = "kernel";
    out.name = name;
    out.launchesPerCall = 1;
    out.deviceMsPerCall = milliseconds;
    return out;
}

SourceFact call(const std::string &name)
{
    return {name, 4, "ModelNew.forward", true};
}

CandidateEvidence ofPython(PythonFacts facts)
{
    return {.entry = "ModelNew", .python = std::move(facts), .native = {}};
}

PythonFacts withKernel(bool isReached)
{
    PythonFacts facts;
    facts.functions = {{"kernel", 1, isReached, {"triton.jit"}}};
    return facts;
}

MadeOf madeOf(const PythonFacts &facts)
{
    return compositionOf(ofPython(facts)).madeOf;
}

} // namespace

TEST(CompositionTest, FollowsFromTheSource)
{
    EXPECT_EQ(madeOf(withKernel(true)), MadeOf::OwnKernels);
    PythonFacts both = withKernel(true);
    both.calls = {call("torch.matmul")};
    EXPECT_EQ(madeOf(both), MadeOf::Mixed);
    PythonFacts library;
    library.calls = {call("torch.matmul")};
    EXPECT_EQ(madeOf(library), MadeOf::LibraryOnly);
    EXPECT_EQ(madeOf(PythonFacts()), MadeOf::LibraryOnly) << "operators of tensors: x * 2";
    PythonFacts helper = library;
    helper.imports = {{"helpers.fast", 1, {}, true}};
    EXPECT_NE(madeOf(helper), MadeOf::LibraryOnly) << "an unknown module can hold kernels";
    helper.ownModules = {"helpers"};
    EXPECT_EQ(madeOf(helper), MadeOf::LibraryOnly) << "the submission's own file was read";
}

TEST(CompositionTest, IgnoresUnlaunchedKernels)
{
    PythonFacts dead = withKernel(false);
    dead.calls = {call("torch.relu")};
    EXPECT_EQ(madeOf(dead), MadeOf::LibraryOnly);
    CandidateEvidence native;
    native.native = cppFacts("__global__ void k() {}\nvoid run() { at::matmul(a, b); }");
    EXPECT_EQ(compositionOf(native).madeOf, MadeOf::LibraryOnly);
    native.native = cppFacts("__global__ void k() {}\nvoid run() { k<<<1, 1>>>(); }");
    EXPECT_EQ(compositionOf(native).madeOf, MadeOf::OwnKernels);
    native.native = cppFacts("void run(float *y) { y[0] = 1; }");
    EXPECT_EQ(compositionOf(native).madeOf, MadeOf::OwnKernels) << "without a GPU";
}

TEST(CompositionTest, FallbackAloneDoesNotDecide)
{
    PythonFacts facts = withKernel(true);
    facts.calls = {call("torch.relu")};
    facts.fallbacks = {{5, true, {"kernel"}, {"torch.relu"}}};
    CandidateEvidence evidence = ofPython(facts);
    EXPECT_EQ(compositionOf(evidence).madeOf, MadeOf::Mixed);
    evidence.kernels = {ran("kernel", 0.5)};
    EXPECT_EQ(compositionOf(evidence), (Composition{MadeOf::OwnKernels, 1.0}));
    evidence.kernels = {ran(torchKernel, 0.5)};
    EXPECT_EQ(compositionOf(evidence), (Composition{MadeOf::LibraryOnly, 0.0}));
}

TEST(CompositionTest, UnreadableSourceIsUnknown)
{
    EXPECT_EQ(compositionOf(CandidateEvidence()), Composition()) << "no source was read";
    PythonFacts hidden;
    hidden.calls = {call("torch.relu"), call("exec")};
    EXPECT_EQ(madeOf(hidden), MadeOf::NotKnown);
    PythonFacts foreign;
    foreign.imports = {{"flashinfer", 1, "", true}};
    EXPECT_EQ(madeOf(foreign), MadeOf::NotKnown);
    CandidateEvidence measured = ofPython(foreign);
    measured.kernels = {ran("kernel", 0.75), ran(torchKernel, 0.25)};
    EXPECT_EQ(compositionOf(measured), (Composition{MadeOf::Mixed, 0.75}));
}

TEST(CompositionTest, DeviceRecordGivesTheShare)
{
    const std::vector<KernelActivity> both{ran("kernel", 0.1), ran(torchKernel, 0.3),
                                           ran(torchKernel, 50, "baseline")};
    EXPECT_EQ(compositionOf(MadeOf::OwnKernels, both), (Composition{MadeOf::Mixed, 0.25}));
    EXPECT_EQ(compositionOf(MadeOf::Mixed, {ran("kernel", 2)}),
              (Composition{MadeOf::OwnKernels, 1.0}));
    EXPECT_EQ(compositionOf(MadeOf::Mixed, {}), (Composition{MadeOf::Mixed, std::nullopt}));
}

TEST(CompositionTest, HeaderKernelIsOwnUnlessTheBaselineLaunchesIt)
{
    const std::string cutlass = "void cutlass::Kernel<cutlass::gemm::kernel::Gemm<A>>(B)";
    EXPECT_EQ(compositionOf(MadeOf::OwnKernels, {ran(cutlass, 1), ran(torchKernel, 1, "baseline")}),
              (Composition{MadeOf::OwnKernels, 1.0}));
    EXPECT_EQ(compositionOf(MadeOf::Mixed, {ran(cutlass, 1), ran(cutlass, 1, "baseline")}),
              (Composition{MadeOf::LibraryOnly, 0.0}));
    EXPECT_EQ(compositionOf(MadeOf::LibraryOnly, {ran(cutlass, 1)}),
              (Composition{MadeOf::LibraryOnly, 0.0}))
        << "torch.matmul chooses among kernels of CUTLASS";
    EXPECT_EQ(
        compositionOf(MadeOf::Mixed, {ran("void cutlass::Kernel2<cutlass_80_simt_sgemm>", 1)}),
        (Composition{MadeOf::LibraryOnly, 0.0}))
        << "of cuBLAS";
    EXPECT_EQ(compositionOf(MadeOf::Mixed, {ran("at_cuda_detail::cub::DeviceReduceKernel", 1)}),
              (Composition{MadeOf::LibraryOnly, 0.0}));
}

TEST(CompositionTest, CompilerGeneratedKernelsBelongToTheLibrary)
{
    PythonFacts compiled;
    compiled.calls = {call("torch.compile"), call("torch.relu")};
    CandidateEvidence evidence = ofPython(compiled);
    evidence.kernels = {ran("triton_poi_fused_relu_0", 0.5)};
    EXPECT_EQ(compositionOf(evidence), (Composition{MadeOf::LibraryOnly, 0.0}));
}

TEST(ArithmeticTest, FollowsFromFindings)
{
    const auto found = [](const std::string &rule) {
        return Finding{rule, RuleLayer::Static, FindingSeverity::Note, "", 0};
    };
    EXPECT_EQ(arithmeticOf({}), Arithmetic::NotKnown);
    EXPECT_EQ(arithmeticOf({found("threads")}), Arithmetic::NotKnown);
    for (const char *rule : {"reduced_precision", "precision_flags", "precision_flags_changed"})
        EXPECT_EQ(arithmeticOf({found("threads"), found(rule)}), Arithmetic::Reduced) << rule;
    EXPECT_EQ(arithmeticOf({found("precision_flags"), found("as_timed")}), Arithmetic::AsBaseline);
}

TEST(ArithmeticTest, IsFloat32IfTheStrictVerdictHolds)
{
    Evaluation evaluation;
    EXPECT_EQ(traitsOf(evaluation).arithmetic, Arithmetic::NotKnown);
    evaluation.strictVerdict = Verdict::Correct;
    EXPECT_EQ(traitsOf(evaluation).arithmetic, Arithmetic::Float32);
    evaluation.trials.resize(1);
    evaluation.trials[0].outputs.resize(1);
    evaluation.trials[0].outputs[0].dtype = "bfloat16";
    EXPECT_EQ(traitsOf(evaluation).arithmetic, Arithmetic::NotKnown) << "the task is in bfloat16";
    evaluation.findings
        = {{"reduced_precision", RuleLayer::Static, FindingSeverity::Note, "calls .half", 4}};
    EXPECT_EQ(traitsOf(evaluation).arithmetic, Arithmetic::Reduced);
}

TEST(ArithmeticTest, PrecisionSwitchIsATraitNotASuspicion)
{
    CandidateEvidence evidence;
    evidence.flags = {"precision_flags_changed"};
    const std::vector<Finding> findings = findingsOf(evidence);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].severity, FindingSeverity::Note);
    EXPECT_EQ(arithmeticOf(findings), Arithmetic::Reduced);
}

} // namespace loupe
