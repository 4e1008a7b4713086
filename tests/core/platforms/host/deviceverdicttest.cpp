// SPDX-License-Identifier: Apache-2.0

#include "core/platforms/host/hostverdict.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

CallOutcome outcomeOf(const char *answer)
{
    const HostTrial trial{{{"x", DType::Float32, {3, 5}}, {"index", DType::Int64, {4}}},
                          {{"y", DType::Float16, {4}}},
                          {}};
    return verdictOfAnswer(Json::parse(answer), trial);
}

} // namespace

TEST(DeviceVerdict, namesTheTensorAndTheDistance)
{
    CallOutcome outcome = outcomeOf(R"({"returned":0,"damage":{"tensor":2,"distance":12}})");
    EXPECT_EQ(outcome.verdict, Verdict::OutOfBounds);
    EXPECT_EQ(outcome.message, "wrote 12 bytes behind the end of output \"y\"");
    outcome = outcomeOf(R"({"returned":0,"damage":{"tensor":0,"distance":-4}})");
    EXPECT_EQ(outcome.message, "wrote 4 bytes before the start of input \"x\"");
    outcome = outcomeOf(R"({"returned":0,"damage":{"tensor":2,"distance":0}})");
    EXPECT_EQ(outcome.message, "wrote right behind the end of output \"y\"");
}

TEST(DeviceVerdict, namesTheElementOfAChangedInput)
{
    const CallOutcome outcome
        = outcomeOf(R"({"returned":0,"changed_input":{"index":1,"byte":17}})");
    EXPECT_EQ(outcome.verdict, Verdict::WroteInput);
    EXPECT_EQ(outcome.message, "wrote to input \"index\", first at element 2");
}

TEST(DeviceVerdict, distinguishesCudaErrors)
{
    // Codes of cudaError_t (driver_types.h of CUDA 13.0).
    EXPECT_EQ(outcomeOf(R"({"returned":0,"cuda_error":{"code":2,"text":"out of memory"}})").verdict,
              Verdict::OutOfMemory);
    EXPECT_EQ(outcomeOf(R"({"returned":0,"cuda_error":{"code":702}})").verdict,
              Verdict::RunTimeout);
    const CallOutcome illegal
        = outcomeOf(R"({"returned":0,"cuda_error":{"code":700,"text":"illegal access"}})");
    EXPECT_EQ(illegal.verdict, Verdict::Crashed);
    EXPECT_EQ(illegal.message, "a kernel broke off on the GPU: illegal access");
    const CallOutcome launch
        = outcomeOf(R"({"returned":0,"cuda_error":{"code":1,"text":"invalid argument"}})");
    EXPECT_EQ(launch.verdict, Verdict::Crashed);
    EXPECT_NE(launch.message.find("could not be launched"), std::string::npos);
}

TEST(DeviceVerdict, prefersTheReturnCodeOfTheCandidate)
{
    const CallOutcome outcome
        = outcomeOf(R"({"returned":3,"cuda_error":{"code":1,"text":"invalid argument"}})");
    EXPECT_EQ(outcome.verdict, Verdict::ReturnedError);
    EXPECT_NE(outcome.message.find("returned 3; "), std::string::npos);
    EXPECT_NE(outcome.message.find("invalid argument"), std::string::npos);
}

TEST(DeviceVerdict, validatesEveryAnswer)
{
    for (const char *answer :
         {R"({"returned":0,"cuda_error":7})", R"({"returned":0,"cuda_error":{"code":"x"}})",
          R"({"returned":0,"damage":{"tensor":3,"distance":0}})",
          R"({"returned":0,"damage":{"tensor":-1,"distance":0}})",
          R"({"returned":0,"damage":{"tensor":1}})", R"({"returned":0,"changed_input":[]})",
          R"({"returned":0,"changed_input":{"index":2,"byte":0}})"}) {
        EXPECT_EQ(outcomeOf(answer).verdict, Verdict::BrokeProtocol) << answer;
    }
    EXPECT_EQ(outcomeOf(R"({"returned":0})").verdict, Verdict::Correct);
}

} // namespace loupe
