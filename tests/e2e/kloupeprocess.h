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
    int exitCode = -1; ///< 128 + signal when it was killed
    std::string out;
    std::string err;

    Json json() const; ///< of standard output; fails the test when it is not JSON
};

/// Starts `kloupe` with a cache and a configuration of the test's own; its words go to files below
/// `folder`.
pid_t startKloupe(const std::vector<std::string> &arguments, const std::filesystem::path &folder);
/// Waits for it; gives what it said.
KloupeResult finishKloupe(pid_t process, const std::filesystem::path &folder);
KloupeResult runKloupe(const std::vector<std::string> &arguments,
                       const std::filesystem::path &folder);

/// A folder with a suite of `count` tasks Math/double_<i>, and helpers for candidates.
class KloupeTest : public FolderTest
{
protected:
    void SetUp() override;
    void writeSuite(int count);
    void writeCandidate(const std::string &relative, const std::string &body);
    KloupeResult kloupe(const std::vector<std::string> &arguments);
    std::string path(const std::string &relative) const { return (root() / relative).string(); }

    /// What loupe_kernel does in an honest candidate of the suite.
    static std::string honestBody();
};

} // namespace loupe::test
