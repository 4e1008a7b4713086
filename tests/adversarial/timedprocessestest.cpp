// SPDX-License-Identifier: Apache-2.0
//
// Times Python candidates in several processes: honest ones, and ones that behave differently in a
// process without verification.
#include "core/store/read/storereader.h"

#include <algorithm>

#include "tests/e2e/pythonrun.h"

namespace loupe {

namespace {

const std::string task = R"(import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.softmax(torch.tanh(torch.erf(torch.sin(x))), dim=1)


def get_inputs():
    return [torch.rand(512, 512)]


def get_init_inputs():
    return []
)";

/// Returns a candidate with this body of forward(), which sees all earlier inputs. A process that
/// ran the trials has seen several; a process that is only timed has not.
std::string candidate(const std::string &body)
{
    return R"(import torch

seen = {}


def work(x):
    return torch.softmax(torch.tanh(torch.erf(torch.sin(x))), dim=1)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        key = tuple(x[::64, ::64].flatten().tolist())
        is_new = key not in seen
        seen[key] = True
)" + body;
}

const char *const honest = "        return work(x)\n";
const char *const slow = "        for _ in range(4):\n            y = work(x)\n        return y\n";
const char *const keeping = R"(        if is_new or len(seen) > 1:
            self.kept = work(x)
        return self.kept
)";
const char *const wrong
    = R"(        return work(x) if is_new or len(seen) > 1 else torch.zeros_like(x)
)";

} // namespace

class TimedCorpusProcessesTest : public test::PythonRun
{
protected:
    std::vector<Evaluation> timed(const std::vector<std::string> &candidates)
    {
        write("suite/KernelBench/level1/1_Chain.py", task);
        for (std::size_t i = 0; i < candidates.size(); ++i)
            write("runs/level_1_problem_1_sample_" + std::to_string(i) + "_kernel.py",
                  candidates[i]);
        // Calls of some milliseconds are shorter than that on any machine.
        rowsOf("suite", "runs",
               {"--protocol", "strict", "--library", "any", "--jobs", "1", "--max-timing-seconds",
                "4", "--timing-interval", "0.2"});
        const auto reader = StoreReader::open(root() / "r.kloupe");
        EXPECT_TRUE(reader) << reader.error().text();
        std::vector<Evaluation> out(candidates.size());
        const auto ids = (*reader)->ids({});
        for (const RowId id : *ids) {
            auto detail = (*reader)->detail(id);
            out.at(static_cast<std::size_t>(detail->row.sample)) = std::move(detail->evaluation);
        }
        const auto problems = (*reader)->check();
        EXPECT_TRUE(problems && problems->empty()) << "what is stored follows from its samples";
        return out;
    }

    static bool has(const Evaluation &one, const char *flag)
    {
        return std::ranges::find(one.flags, flag) != one.flags.end();
    }
    static bool isOfFreshCalls(const Evaluation &one)
    {
        return !one.timings.empty() && one.timings.front().clock == "engine_blocks";
    }
};

TEST_F(TimedCorpusProcessesTest, TimesAndChecksEachSideInThreeProcesses)
{
    const auto judged
        = timed({candidate(honest), candidate(slow), candidate(keeping), candidate(wrong)});
    const Evaluation &plain = judged[0];
    EXPECT_EQ(plain.strictVerdict, Verdict::Correct) << plain.message;
    EXPECT_FALSE(has(plain, "repeats_left_out")) << plain.runLog;
    ASSERT_EQ(plain.timings.size(), 2U) << plain.runLog;
    // If a busy machine slowed every fresh call, only one process is timed.
    const std::size_t processes = isOfFreshCalls(plain) ? 0 : 3;
    for (const TimingSeries &series : plain.timings) {
        EXPECT_EQ(series.samplesByProcess.size(), processes) << series.role << plain.runLog;
        EXPECT_TRUE(isConsistent(series));
    }
    EXPECT_EQ(plain.timings[0].samplesByProcess, plain.timings[1].samplesByProcess);
    ASSERT_TRUE(plain.speedup && plain.speedupLow && plain.speedupHigh);
    EXPECT_LT(*plain.speedupLow, *plain.speedup);
    EXPECT_LT(*plain.speedup, *plain.speedupHigh);

    ASSERT_EQ(judged[1].timings.size(), 2U) << judged[1].runLog;
    EXPECT_TRUE(judged[1].timings[0].samplesByProcess.empty())
        << "of a candidate that is clearly slower one says enough" << judged[1].runLog;

    EXPECT_TRUE(isOfFreshCalls(judged[2])) << judged[2].runLog;
    EXPECT_TRUE(has(judged[2], "repeats_left_out") || has(judged[2], "busy")) << judged[2].runLog;
    EXPECT_TRUE(judged[2].speedup) << "of fresh calls";
    EXPECT_NE(judged[3].strictVerdict, Verdict::Correct) << judged[3].runLog;
    EXPECT_FALSE(judged[3].speedup);
}

} // namespace loupe
