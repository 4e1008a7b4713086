// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/environment.h"

#include <map>

#include "tests/e2e/kloupeprocess.h"

namespace loupe::test {

/// Separator between reference and test in the files of KernelBench-X and TritonBench.
inline const std::string separator = "\n" + std::string(146, '#') + "\n";

/// Runs of Python benchmarks on the CPU. Skipped without a Python that has torch.
class PythonRun : public KloupeTest
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

    /// Runs with a new store and returns the stored rows.
    Json rowsOf(const std::string &suite, const std::string &submissions,
                const std::vector<std::string> &more)
    {
        std::error_code ignored;
        std::filesystem::remove(root() / "r.kloupe", ignored);
        std::vector<std::string> arguments{
            "run",    "--suite",  path(suite), "--submissions", path(submissions), "--python",
            m_python, "--device", "cpu",       "--store",       path("r.kloupe"),  "--call-seconds",
            "60"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const auto run = kloupe(arguments);
        EXPECT_EQ(run.exitCode, 0) << run.err << run.out;
        const auto query = kloupe({"query", "--store", path("r.kloupe"), "--json"});
        EXPECT_EQ(query.exitCode, 0) << query.err;
        return query.json().at("rows");
    }

    /// Returns verdict and strict verdict by sample.
    std::map<int, std::string> judge(const std::string &suite, const std::string &submissions,
                                     std::vector<std::string> more = {})
    {
        more.emplace_back("--no-timing");
        std::map<int, std::string> out;
        for (const Json &row : rowsOf(suite, submissions, more))
            out[row.at("sample").get<int>()] = verdictsOf(row);
        return out;
    }

    static std::string verdictsOf(const Json &row)
    {
        return row.at("verdict").get<std::string>() + " "
            + row.at("strict_verdict").get<std::string>();
    }

    std::string m_python;
};

} // namespace loupe::test
