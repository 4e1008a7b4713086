// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/helpersuse.h"

#include <string>
#include <thread>

#include "tests/core/sandbox/sandboxedshell.h"

namespace loupe {

namespace {

using namespace std::chrono_literals;

constexpr double clearly = 0.05; // seconds; several of the kernel's ticks

class HelpersUseTest : public SandboxedShell
{
protected:
    /// Starts the script and returns the number that it prints first.
    std::string start(const std::string &script)
    {
        startShell(script + "; echo go; exec sleep 1000");
        const std::string words = m_child ? m_child->outputSoFar() : std::string();
        return words.substr(0, words.find('\n'));
    }
};

} // namespace

TEST_F(HelpersUseTest, CountsConcurrentHelpers)
{
    const std::string helper = start("(while :; do :; done) & echo $!");
    const double without = helpersSeconds(m_processes, helper);
    const double before = helpersSeconds(m_processes, "none");
    double after = before;
    // Even on a busy machine it gets some time eventually.
    for (int i = 0; i < 4000 && after < before + clearly; ++i) {
        std::this_thread::sleep_for(5ms);
        after = helpersSeconds(m_processes, "none");
    }
    EXPECT_GE(after, before + clearly);
    EXPECT_LT(helpersSeconds(m_processes, helper), without + clearly) << "all others sleep";
}

TEST_F(HelpersUseTest, TimeOfEndedChildrenBelongsToTheirParent)
{
    // By its own count it uses 0.2 s, whatever the processor's speed.
    const std::string parent
        = start("echo $$; (used=0; until ((used > 200000000 || ++tries > 1000000)); do "
                "read -r used rest < /proc/self/schedstat; done); (:)");
    EXPECT_GE(helpersSeconds(m_processes, parent), clearly) << "its own, too";
}

TEST(HelpersUse, NoHelpersWithoutANamespace)
{
    EXPECT_EQ(helpersSeconds(Fd(), "1"), 0);
}

} // namespace loupe
