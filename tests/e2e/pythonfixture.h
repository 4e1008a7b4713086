// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/environment.h"

#include <map>

#include "tests/e2e/kloupeprocess.h"

namespace loupe::test {

/// Runs of benchmarks in Python; skipped where there is no Python with torch.
class PythonTest : public KloupeTest
{
protected:
    void SetUp() override
    {
        KloupeTest::SetUp();
        m_python = environmentVariable("LOUPE_TEST_PYTHON");
        const std::string prepared = LOUPE_SOURCE_DIR "/build/venv/bin/python";
        if (m_python.empty() && std::filesystem::exists(prepared))
            m_python = prepared;
        if (m_python.empty())
            GTEST_SKIP() << "no Python with torch: set LOUPE_TEST_PYTHON, or run "
                            "packaging/bootstrap.sh test";
    }

    /// Verdict and strict verdict by sample, of what `run` stored.
    std::map<int, std::string> judge(const std::string &suite, const std::string &submissions,
                                     const std::vector<std::string> &more = {})
    {
        std::vector<std::string> arguments{"run",
                                           "--suite",
                                           path(suite),
                                           "--submissions",
                                           path(submissions),
                                           "--python",
                                           m_python,
                                           "--device",
                                           "cpu",
                                           "--store",
                                           path("r.kloupe"),
                                           "--call-seconds",
                                           "10",
                                           "--no-timing"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const auto run = kloupe(arguments);
        EXPECT_EQ(run.exitCode, 0) << run.err << run.out;
        const auto query = kloupe({"query", "--store", path("r.kloupe"), "--json"});
        EXPECT_EQ(query.exitCode, 0) << query.err;
        std::map<int, std::string> out;
        const Json answer = query.json();
        for (const Json &row : answer.at("rows")) {
            out[row.at("sample").get<int>()] = row.at("verdict").get<std::string>() + " "
                + row.at("strict_verdict").get<std::string>();
        }
        return out;
    }

    std::string m_python;
};

} // namespace loupe::test
