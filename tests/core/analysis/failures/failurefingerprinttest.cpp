// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/failurefingerprint.h"

#include "core/analysis/failures/failurekind.h"

#include <set>

#include <gtest/gtest.h>

namespace loupe {

namespace {

Evaluation failed(Verdict verdict, std::string runLog, std::string message = {})
{
    Evaluation evaluation;
    evaluation.verdict = verdict;
    evaluation.runLog = std::move(runLog);
    evaluation.message = std::move(message);
    return evaluation;
}

std::string kindIn(Verdict verdict, const std::string &log)
{
    const auto failure = failureOf(failed(verdict, log));
    return failure ? failure->kind : "none";
}

} // namespace

TEST(FailureFingerprint, RemovesDetailsThatVaryBetweenEqualFailures)
{
    EXPECT_EQ(normalised("CUDA out of memory. Tried to allocate 1.50 GiB. GPU 0 has 39.49 GiB"),
              "CUDA out of memory. Tried to allocate N GiB.");
    EXPECT_EQ(normalised("at 0x7f3aB0 in /root/.cache/a/b.cu and /tmp/ccXy12.o"),
              "at <address> in <path> and <temporary>");
    EXPECT_EQ(normalised("undefined reference to `_Z10foo_kernelPfi'"),
              "undefined reference to `<symbol>'");
    EXPECT_EQ(normalised("got shape [128, 256,  1024] and -3.5e-07"), "got shape [N] and N");
    EXPECT_EQ(normalised("ptr type <['1', '256', '8'], fp32>"), "ptr type <['N'], fp32>");
    EXPECT_EQ(normalised("Error building extension 'relu_17': [1/2] nvcc"),
              "Error building extension <name>");
    EXPECT_EQ(
        normalised("CUDA out of memory. Tried to allocate 4.00 GiB. GPU 0 has a total capacity "
                   "of 23.5 GiB of which 1.2 GiB is free. Of the all..."),
        "CUDA out of memory. Tried to allocate N GiB.");
    EXPECT_EQ(normalised("operand %17 of tmpab12cd34"), "operand %N of <temporary>");
}

TEST(FailureFingerprint, KeepsNamesThatIdentifyTheFailure)
{
    EXPECT_EQ(normalised("module 'triton.language' has no attribute 'tanh'"),
              "module 'triton.language' has no attribute 'tanh'");
    EXPECT_EQ(normalised("torch/extension.h: No such file"), "torch/extension.h: No such file");
    EXPECT_EQ(normalised("no float32 or int8 in conv2d"), "no float32 or int8 in conv2d");
    EXPECT_EQ(normalised("  many\n\tblanks  "), "many blanks");
    const std::string shortened = normalised("x" + std::string(300, 'y') + "ä");
    EXPECT_EQ(shortened.size(), 243U);
}

TEST(FailureFingerprint, IsEqualForEqualMistakesAndStable)
{
    const auto first = failureOf(
        failed(Verdict::Crashed, "CUDA error: an illegal memory access was encountered at 0x10\n"));
    const auto second = failureOf(
        failed(Verdict::Crashed, "CUDA error: an illegal memory access was encountered at 0xff\n"));
    ASSERT_TRUE(first && second);
    EXPECT_EQ(*first, *second);
    // printf 'illegal_address\nan illegal memory access was encountered at <address>' | sha256sum
    EXPECT_EQ(first->fingerprint, "a283edbe916f5be3");
    EXPECT_EQ(first->kind, "illegal_address");
}

TEST(FailureFingerprint, ReturnsNothingForSuccesses)
{
    EXPECT_FALSE(failureOf(failed(Verdict::Correct, "ValueError: x")));
    EXPECT_FALSE(failureOf(failed(Verdict::NotRecorded, "")));
    EXPECT_FALSE(failureOf(failed(Verdict::InfraError, "CUDA error: x")));
    EXPECT_TRUE(failureOf(failed(Verdict::Crashed, "")));
}

TEST(FailureFingerprint, DistinguishesKinds)
{
    const std::string trace = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n";
    const auto python
        = [&](const std::string &words) { return kindIn(Verdict::Crashed, trace + words + "\n"); };
    EXPECT_EQ(python("AttributeError: 'int' object has no attribute 'dim'"), "missing_attribute");
    EXPECT_EQ(python("IndexError: tuple index out of range"), "index_range");
    EXPECT_EQ(python("KeyError: 'complex64'"), "unsupported_type");
    EXPECT_EQ(python("TypeError: object of type 'int' has no len()"), "wrong_type");
    EXPECT_EQ(python("ValueError: low < high"), "value_refused");
    EXPECT_EQ(python("UnboundLocalError: cannot access local variable 'ndim'"), "undefined_name");
    EXPECT_EQ(python("ModuleNotFoundError: No module named 'x'"), "missing_module");
    EXPECT_EQ(python("triton.runtime.errors.OutOfResources: out of resource: shared memory"),
              "launch_resources");
    EXPECT_EQ(python("torch.OutOfMemoryError: CUDA out of memory. Tried"), "out_of_memory");
    EXPECT_EQ(python("Whatever: x"), "python_other");
    EXPECT_EQ(kindIn(Verdict::Crashed, trace), "cut_off");
    EXPECT_EQ(kindIn(Verdict::CompileError, "a.cu(3): error: identifier \"x\" is undefined\n"),
              "undefined_name");
    EXPECT_EQ(kindIn(Verdict::CompileError, "a.cpp:1:2: error: odd\n"), "compile_other");
    EXPECT_EQ(kindIn(Verdict::RunTimeout, ""), "timeout");
    EXPECT_EQ(kindIn(Verdict::Crashed, ""), "signal");
    EXPECT_EQ(kindIn(Verdict::WrongShape, "CUDA error: x"), "wrong_form");
    EXPECT_EQ(kindIn(Verdict::BuildFailed, ""), "unexplained");
}

TEST(FailureFingerprint, UsesTheMismatchPatternOfWrongResults)
{
    Evaluation evaluation = failed(Verdict::WrongValue, {}, "12 of 400 elements differ");
    EXPECT_EQ(failureOf(evaluation)->summary, "wrong value");
    Trial trial;
    trial.outputs.emplace_back();
    trial.outputs.back().pattern = "the last 24 of every 1000 columns";
    evaluation.trials.push_back(trial);
    EXPECT_EQ(failureOf(evaluation)->summary, "wrong value: the last N of every N columns");
}

TEST(FailureFingerprint, UsesTheMessageWithoutALog)
{
    const auto failure
        = failureOf(failed(Verdict::BuildFailed, "", "SyntaxError: problem 17 has no ModelNew"));
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->kind, "syntax");
    EXPECT_EQ(failure->summary, "SyntaxError: problem N has no ModelNew");
}

// Messages of KernelBench-X's checks (utils/correction_utils.py, EVAL/0_call_acc.py).
TEST(FailureFingerprint, ExplainsMessagesOfSuiteChecks)
{
    const std::string need = "kernel entry check: need `def ";
    const std::string rest
        = "(...)` or `def kernel_function(...)` (or assign `x` / `kernel_function`).";
    EXPECT_EQ(kindIn(Verdict::BuildFailed, need + "fused_relu" + rest), "missing_entry");
    EXPECT_EQ(failureOf(failed(Verdict::BuildFailed, need + "fused_relu" + rest)),
              failureOf(failed(Verdict::BuildFailed, need + "svd" + rest)))
        << "the task's name is no cause";
    EXPECT_EQ(kindIn(Verdict::BuildFailed,
                     "kernel entry check: syntax error in implementation: invalid syntax "
                     "(<unknown>, line 3)"),
              "syntax");
    EXPECT_EQ(kindIn(Verdict::BuildFailed, "kernel entry check: empty implementation segment"),
              "empty_submission");
    EXPECT_EQ(kindIn(Verdict::BuildFailed, "Quantization check failed: no int8 weights"),
              "refused_text");
    EXPECT_EQ(kindIn(Verdict::BuildFailed, "no end within 90 s (the suite itself sets no limit)"),
              "timeout");
    EXPECT_EQ(kindIn(Verdict::EmptySubmission, ""), "empty_submission");
    EXPECT_EQ(kindIn(Verdict::BuildFailed, "Error code: 400 - {'error': {'code': 400}}"),
              "endpoint");
    EXPECT_EQ(kindIn(Verdict::BuildFailed, "Error code: none"), "unexplained");
}

TEST(FailureFingerprint, DoesNotReportAMissingClassAsASyntaxError)
{
    Evaluation evaluation
        = failed(Verdict::CompileError,
                 "SyntaxError: Syntax error in custom generated code or ModelNew not found");
    const auto kind = [&](const std::string &source) {
        evaluation.candidate.source = source;
        return failureOf(evaluation)->kind;
    };
    EXPECT_EQ(kind("class ModelNew(nn.Module:\n"), "syntax");
    EXPECT_EQ(kind("class Model2(nn.Module):\n    pass\n"), "missing_entry");
    EXPECT_EQ(kind(""), "compile_other") << "no source tells which";
}

TEST(FailureFingerprint, ReadsATracebackWithoutItsStart)
{
    EXPECT_EQ(kindIn(Verdict::BuildFailed,
                     "ages/triton/runtime/jit.py\", line 560, in run\n    kernel = f(\n"
                     "AttributeError: module 'triton.language' has no attribute 'tanh'\n"),
              "missing_attribute");
    EXPECT_EQ(kindIn(Verdict::BuildFailed,
                     "at 12:8:\n    y = f(x)\n        ^\nNameError('f is not defined')\n"),
              "undefined_name");
    EXPECT_EQ(
        kindIn(Verdict::BuildFailed, "    g()\n  File \"/w/a.py\", line 5, in g\n    return h(x\n"),
        "cut_off");
    EXPECT_EQ(kindIn(Verdict::BuildFailed, "/w/a.py:3: UserWarning: old\n  cpu = 1\n"),
              "unexplained");
}

TEST(FailureFingerprint, ExplainsExceptionsInTheMessage)
{
    const auto kind = [](Verdict verdict, const std::string &message) {
        return failureOf(failed(verdict, {}, message))->kind;
    };
    EXPECT_EQ(kind(Verdict::ReturnedError, "Recorded: raised while it ran: x must be contiguous"),
              "value_refused");
    EXPECT_EQ(kind(Verdict::ReturnedError, "Recorded: raised while it ran: only eval()"),
              "python_other");
    EXPECT_EQ(
        kind(Verdict::CompileError,
             "Recorded: did not compile: builtins.RuntimeError: Error building extension 'a'"),
        "compile_other");
    EXPECT_EQ(kind(Verdict::BuildFailed, "Recorded: static_failed: [\"Missing __global__\"]"),
              "refused_text");
}

} // namespace loupe
