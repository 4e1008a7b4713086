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

/// Returns a candidate with this body of forward(), which knows whether its process is only timed:
/// then no call came from the request that judges.
std::string candidate(const std::string &body)
{
    return R"(import sys
import torch

calls = []


def is_judging():
    frame = sys._getframe(2)
    while frame and frame.f_code.co_name != "_do_forward":
        frame = frame.f_back
    return frame is not None


def work(x):
    return torch.softmax(torch.tanh(torch.erf(torch.sin(x))), dim=1)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        calls.append(is_judging())
        is_timed = not any(calls)
)" + body;
}

const char *const honest = "        return work(x)\n";
const char *const slow = "        for _ in range(4):\n            y = work(x)\n        return y\n";
const char *const keeping = R"(        if not is_timed or len(calls) < 4:
            self.kept = work(x)
        return self.kept
)";
const char *const wrong = "        return work(x) if not is_timed else torch.zeros_like(x)\n";

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
};

TEST_F(TimedCorpusProcessesTest, TimesAndChecksEachSideInThreeProcesses)
{
    const auto judged
        = timed({candidate(honest), candidate(slow), candidate(keeping), candidate(wrong)});
    const Evaluation &plain = judged[0];
    EXPECT_EQ(plain.strictVerdict, Verdict::Correct) << plain.message;
    ASSERT_EQ(plain.timings.size(), 2U) << plain.runLog;
    for (const TimingSeries &series : plain.timings) {
        EXPECT_EQ(series.samplesByProcess.size(), 3U) << series.role << plain.runLog;
        EXPECT_TRUE(isConsistent(series));
    }
    EXPECT_EQ(plain.timings[0].samplesByProcess, plain.timings[1].samplesByProcess);
    ASSERT_TRUE(plain.speedup && plain.speedupLow && plain.speedupHigh);
    EXPECT_LT(*plain.speedupLow, *plain.speedup);
    EXPECT_LT(*plain.speedup, *plain.speedupHigh);

    ASSERT_EQ(judged[1].timings.size(), 2U) << judged[1].runLog;
    EXPECT_TRUE(judged[1].timings[0].samplesByProcess.empty())
        << "of a candidate that is clearly slower one says enough" << judged[1].runLog;

    for (const std::size_t cheat : {2U, 3U}) {
        EXPECT_NE(judged[cheat].strictVerdict, Verdict::Correct) << cheat << judged[cheat].runLog;
        EXPECT_FALSE(judged[cheat].speedup) << cheat;
    }
}

} // namespace loupe
