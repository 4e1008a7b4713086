// SPDX-License-Identifier: Apache-2.0
//
// Tests which baselines a request may name.
#include "core/engine/request/requestedbaselines.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

using BaselineWords = std::vector<std::string>;
using Forms = std::vector<BaselineForm>;

Status chosenBy(const BaselineWords &words)
{
    PythonRequest request;
    return chooseBaselines(words, request);
}

/// Returns a plan with one task, called by this entry.
Plan planWith(const BenchmarkTask &task)
{
    Plan out;
    out.suite = Benchmark();
    std::get<Benchmark>(out.suite).name = "suite";
    PlanItem item;
    item.benchmark = &task;
    out.items.push_back(std::move(item));
    return out;
}

} // namespace

TEST(RequestedBaselines, TheFirstIsTheMainBaseline)
{
    for (const BaselineWords &words : {BaselineWords{"eager,compile,compile-max-autotune"},
                                       BaselineWords{"eager", "compile", "compile-max-autotune"},
                                       BaselineWords{"eager", "compile,compile-max-autotune"}}) {
        PythonRequest request;
        ASSERT_TRUE(chooseBaselines(words, request));
        EXPECT_EQ(request.baseline, BaselineForm::Eager);
        EXPECT_EQ(request.furtherBaselines,
                  (Forms{BaselineForm::Compile, BaselineForm::CompileMaxAutotune}));
    }
    PythonRequest untouched;
    untouched.baseline = BaselineForm::CudaGraph;
    ASSERT_TRUE(chooseBaselines({}, untouched));
    EXPECT_EQ(untouched.baseline, BaselineForm::CudaGraph);
}

TEST(RequestedBaselines, UnknownRepeatedAndMethodsAreRefusedInOneSentence)
{
    const Status unknown = chosenBy({"eager,guess"});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().message, "no baseline is named \"guess\"");
    EXPECT_NE(unknown.error().hint.find("compile-max-autotune-no-graphs"), std::string::npos);
    EXPECT_FALSE(chosenBy({"eager,"})) << "an empty word names none";
    const Status twice = chosenBy({"compile", "eager,compile"});
    ASSERT_FALSE(twice);
    EXPECT_EQ(twice.error().message, "the baseline compile comes twice");
    const Status method = chosenBy({"method:CUDA-L1"});
    ASSERT_FALSE(method);
    EXPECT_NE(method.error().message.find("kloupe overview STORE --baseline method:CUDA-L1"),
              std::string::npos);
}

TEST(RequestedBaselines, OnlyModelsHaveOtherForms)
{
    BenchmarkTask model;
    model.entry = "Model";
    BenchmarkTask function;
    function.entry = "softmax";
    PythonRequest request;
    EXPECT_TRUE(checkSuite(request, planWith(function)));
    request.furtherBaselines = {BaselineForm::Compile};
    EXPECT_TRUE(checkSuite(request, planWith(model)));
    const Status several = checkSuite(request, planWith(function));
    ASSERT_FALSE(several);
    EXPECT_NE(several.error().message.find("has one baseline"), std::string::npos);
    request.furtherBaselines.clear();
    request.baseline = BaselineForm::Compile;
    EXPECT_FALSE(checkSuite(request, planWith(function)));
    request.baseline = BaselineForm::EagerIeee;
    EXPECT_TRUE(checkSuite(request, planWith(function)));
    request.furtherBaselines = {BaselineForm::EagerIeee};
    EXPECT_FALSE(checkSuite(request, planWith(model))) << "a preset may name one twice";
}

TEST(RequestedBaselines, GraphsNeedADevice)
{
    PythonRequest request;
    request.furtherBaselines = {BaselineForm::Compile, BaselineForm::CudaGraph};
    EXPECT_TRUE(checkDevice(request, "cuda:1"));
    EXPECT_TRUE(checkDevice(request, "")) << "not known yet";
    const Status onCpu = checkDevice(request, "cpu");
    ASSERT_FALSE(onCpu);
    EXPECT_NE(onCpu.error().message.find("the baseline cuda-graph needs a CUDA device"),
              std::string::npos);
    request.furtherBaselines.pop_back();
    EXPECT_TRUE(checkDevice(request, "cpu"));
}

} // namespace loupe
