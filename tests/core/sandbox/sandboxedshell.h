// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

namespace loupe {

/// Tests that look from outside at a shell in a sandbox.
class SandboxedShell : public testing::Test
{
protected:
    void SetUp() override
    {
        if (const Status sandbox = sandboxAvailable(); !sandbox)
            GTEST_SKIP() << "no sandbox on this machine: " << sandbox.error().text();
    }

    /// Starts a shell. The script prints "go" once its processes exist.
    void startShell(const std::string &script)
    {
        ChildSpec spec;
        spec.argv = {"/bin/bash", "-c", script};
        spec.environment = {{"PATH", "/usr/bin:/bin"}};
        auto child = ChildProcess::start(spec);
        ASSERT_TRUE(child) << child.error().text();
        m_child = std::move(*child);
        while (m_child->outputSoFar().find("go") == std::string::npos && !m_child->hasEnded())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        auto processes = m_child->processes();
        ASSERT_TRUE(processes) << processes.error().text();
        m_processes = std::move(*processes);
    }

    std::unique_ptr<ChildProcess> m_child;
    Fd m_processes; ///< /proc of the sandbox's process namespace
};

} // namespace loupe
