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

/// The Python that tests use, with torch: $LOUPE_TEST_PYTHON or build/venv.
/// Empty when there is none; `whyNot` then says what to do.
const PythonEnvironment *testPython(std::string &whyNot);

/// A server shared by the tests of one process: importing torch takes seconds.
PythonServer &sharedServer(PythonRole role, SandboxMode mode = SandboxMode::Bubblewrap);

PythonSettings testSettings(SandboxMode mode = SandboxMode::Bubblewrap);

/// What servers of tests can be forked from; null where we are not root. The shared servers are
/// where LOUPE_TEST_ZYGOTE is 1, so that every test of theirs can be run with such.
std::shared_ptr<PythonZygote> testZygote();

/// Skips, saying so, where there is no Python with torch.
class PythonTest : public testing::Test
{
protected:
    void SetUp() override;

    /// Forks a child and loads the source, which must work.
    static std::unique_ptr<PythonChild> childWith(const std::string &source,
                                                  PythonRole role = PythonRole::Subject);
};

/// A request with 60 s to answer it.
PythonChild::Answer ask(PythonChild &child, Json request, const Bundle *given = nullptr,
                        double seconds = 60);

/// Sealed float32 tensors as a list of arguments.
Bundle arguments(const std::vector<std::vector<float>> &tensors);
std::vector<float> floatsOf(const Bundle &bundle, std::size_t tensor = 0);

Json loadRequest(const std::string &source, const std::string &style = "module");

} // namespace loupe::test
