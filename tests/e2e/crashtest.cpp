// SPDX-License-Identifier: Apache-2.0
#include <random>
#include <set>
#include <tuple>

#include <signal.h>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

using CrashTest = test::KloupeTest;

TEST_F(CrashTest, EveryEvaluationIsStoredOnceAfterTwentyKills)
{
    constexpr int tasks = 6;
    constexpr int samples = 6;
    constexpr int kills = 20;
    writeSuite(tasks);
    for (int t = 0; t < tasks; ++t) {
        for (int s = 0; s < samples; ++s)
            writeCandidate("m/Math/double_" + std::to_string(t) + "/sample_" + std::to_string(s)
                               + ".cpp",
                           "usleep(10000);\n" + honestBody());
    }
    const auto command = [&](int run, bool resume) {
        std::vector<std::string> out{"run",
                                     "--suite",
                                     path("suite"),
                                     "--candidates",
                                     path("m"),
                                     "--store",
                                     path("r.kloupe"),
                                     "--no-timing",
                                     "--name",
                                     "run " + std::to_string(run),
                                     "--json"};
        if (resume)
            out.push_back("--resume");
        return out;
    };
    std::mt19937 random(20260521);
    std::uniform_int_distribution<int> moment(30'000, 700'000);
    std::set<int> begun;
    const auto wasBegun = [&](int run) {
        const auto query = kloupe({"query", "run:\"run " + std::to_string(run) + "\"", "--store",
                                   path("r.kloupe"), "--json"});
        return query.exitCode == 0 && query.json().at("found") > 0;
    };
    int run = 0;
    for (int killed = 0; killed < kills;) {
        const bool resume = begun.count(run) != 0 || wasBegun(run);
        const pid_t process = test::startKloupe(command(run, resume), root());
        usleep(static_cast<useconds_t>(moment(random)));
        kill(process, SIGKILL);
        const auto ended = test::finishKloupe(process, root());
        if (ended.exitCode == 0) { // finished before the kill
            ++run;
            continue;
        }
        if (ended.exitCode != 128 + SIGKILL) {
            // Killed after creating the run and before its first evaluation, so the name is taken.
            ASSERT_EQ(ended.exitCode, 3) << ended.err;
            begun.insert(run);
            continue;
        }
        ++killed;
        if (std::filesystem::exists(root() / "r.kloupe")) {
            ASSERT_EQ(kloupe({"check", path("r.kloupe")}).exitCode, 0) << "after kill " << killed;
        }
    }
    auto last = kloupe(command(run, begun.count(run) != 0 || wasBegun(run)));
    if (last.exitCode == 3) // killed between creating the run and its first evaluation
        last = kloupe(command(run, true));
    ASSERT_EQ(last.exitCode, 0) << last.err;

    for (int r = 0; r <= run; ++r) {
        const auto query = kloupe({"query", "run:\"run " + std::to_string(r) + "\"", "--store",
                                   path("r.kloupe"), "--json"});
        std::set<std::tuple<std::string, int>> keys;
        const Json found = query.json();
        for (const Json &row : found.at("rows")) {
            keys.emplace(row.at("task").get<std::string>(), row.at("sample").get<int>());
            EXPECT_EQ(row.at("verdict"), "correct");
        }
        EXPECT_EQ(found.at("found"), tasks * samples) << "run " << r;
        EXPECT_EQ(keys.size(), static_cast<std::size_t>(tasks * samples)) << "run " << r;
    }
    EXPECT_EQ(kloupe({"check", path("r.kloupe")}).exitCode, 0);
}

} // namespace loupe
