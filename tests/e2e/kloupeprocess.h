// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

#include "tests/core/suites/taskfixture.h"

namespace loupe::test {

struct KloupeResult {
    int exitCode = -1; ///< 128 + signal if it was killed
    std::string out;
    std::string err;

    Json json() const; ///< of standard output; fails the test if it is not JSON
};

/// Starts `kloupe` with a separate cache and configuration. Its output goes to files below
/// `folder`.
pid_t startKloupe(const std::vector<std::string> &arguments, const std::filesystem::path &folder);
/// Waits for the process and returns its output.
KloupeResult finishKloupe(pid_t process, const std::filesystem::path &folder);
KloupeResult runKloupe(const std::vector<std::string> &arguments,
                       const std::filesystem::path &folder);

/// Suite of `count` tasks Math/double_<i>, with helpers for candidates.
class KloupeTest : public FolderTest
{
protected:
    void SetUp() override;
    void writeSuite(int count);
    void writeCandidate(const std::string &relative, const std::string &body);
    KloupeResult kloupe(const std::vector<std::string> &arguments);
    std::string path(const std::string &relative) const { return (root() / relative).string(); }

    /// Returns the body of loupe_kernel for an honest candidate of the suite.
    static std::string honestBody();
};

} // namespace loupe::test
