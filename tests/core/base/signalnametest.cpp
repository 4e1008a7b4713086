// SPDX-License-Identifier: Apache-2.0
#include "core/base/signalname.h"

#include <csignal>
#include <cstring>

#include <gtest/gtest.h>

namespace loupe {

TEST(SignalName, MatchesSystemSignalNames)
{
    EXPECT_EQ(signalName(SIGSEGV), "SIGSEGV");
    EXPECT_EQ(signalName(0), "signal 0");
    EXPECT_EQ(signalName(SIGRTMIN), "signal " + std::to_string(SIGRTMIN));
#if __GLIBC_PREREQ(2, 32)
    for (int signal = 1; signal < SIGRTMIN; ++signal) {
        const char *abbreviation = sigabbrev_np(signal);
        EXPECT_EQ(signalName(signal),
                  abbreviation == nullptr ? "signal " + std::to_string(signal)
                                          : std::string("SIG") + abbreviation);
    }
#endif
}

} // namespace loupe
