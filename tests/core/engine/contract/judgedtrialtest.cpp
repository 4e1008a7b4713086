// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/judgedtrial.h"

#include <csignal>

#include <gtest/gtest.h>

namespace loupe {

TEST(JudgedTrial, RejectsAnswersWithoutAResult)
{
    const CallOutcome answered;
    const Trial evaded = trialWithoutResult(answered);
    EXPECT_EQ(evaded.verdict, Verdict::BrokeProtocol);
    EXPECT_FALSE(evaded.message.empty());

    const CallOutcome died{Verdict::Crashed, "died of SIGSEGV", 0.1, SIGSEGV};
    const Trial crashed = trialWithoutResult(died);
    EXPECT_EQ(crashed.verdict, Verdict::Crashed);
    EXPECT_EQ(crashed.message, died.message);
    EXPECT_EQ(crashed.signal, SIGSEGV);
}

} // namespace loupe
