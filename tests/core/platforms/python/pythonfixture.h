// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"
#include "core/platforms/python/pythonzygote.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

/// Returns the Python with torch for tests: $LOUPE_TEST_PYTHON or build/venv. Returns null if there
/// is none, with instructions in `whyNot`.
const PythonEnvironment *testPython(std::string &whyNot);

/// Returns a server shared by the tests of one process, because importing torch takes seconds.
PythonServer &sharedServer(PythonRole role, SandboxMode mode = SandboxMode::Bubblewrap);

PythonSettings testSettings(SandboxMode mode = SandboxMode::Bubblewrap);

/// Returns the zygote that test servers can be forked from; null without root. With
/// LOUPE_TEST_ZYGOTE=1 the shared servers use it, too, so that all tests can run with forked
/// servers.
std::shared_ptr<PythonZygote> testZygote();

/// Skips with a message if there is no Python with torch.
class PythonTest : public testing::Test
{
protected:
    void SetUp() override;

    /// Forks a child and loads the source. Fails the test on an error.
    static std::unique_ptr<PythonChild> childWith(const std::string &source,
                                                  PythonRole role = PythonRole::Subject);
};

/// Sends a request that must be answered within `seconds`.
PythonChild::Answer ask(PythonChild &child, Json request, const Bundle *given = nullptr,
                        double seconds = 60);

/// Returns sealed float32 tensors as a list of arguments.
Bundle arguments(const std::vector<std::vector<float>> &tensors);
std::vector<float> floatsOf(const Bundle &bundle, std::size_t tensor = 0);

Json loadRequest(const std::string &source, const std::string &style = "module");

} // namespace loupe::test
