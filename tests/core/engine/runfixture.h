// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/run/recorder.h"
#include "core/engine/run/resolvedrequest.h"

#include <map>
#include <string>
#include <vector>

#include "tests/core/engine/madeupengine.h"
#include "tests/core/store/storefixture.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe::test {

/// Records the events of a run.
class Listener final : public RunObserver
{
public:
    void queued(const std::vector<ItemInfo> &items) override { line = items; }
    void itemStarted(const ItemInfo &item, Stage /*stage*/) override { started.push_back(item); }
    void itemFinished(const ItemResult &result, int done, int total) override
    {
        finished.push_back(result);
        progress.emplace_back(done, total);
    }
    void itemCancelled(const ItemInfo &item) override { cancelled.push_back(item); }
    void deviceLost(const std::string &device) override { lost.push_back(device); }
    void logged(const std::string &text) override { lines.push_back(text); }
    void loadTold(const RunLoad &load) override { loads.push_back(load); }

    std::vector<ItemInfo> line;
    std::vector<ItemInfo> started;
    std::vector<ItemInfo> cancelled;
    std::vector<ItemResult> finished;
    std::vector<std::pair<int, int>> progress;
    std::vector<std::string> lost;
    std::vector<std::string> lines;
    std::vector<RunLoad> loads;
};

/// Native suite of one task, candidates of method "m", and a store. Runs use a fake engine.
class RunTest : public FolderTest
{
protected:
    void SetUp() override
    {
        FolderTest::SetUp();
        writeTask(doubleTask(), "suite/Math/double");
    }
    void writeSamples(int count, const std::string &method = "m") const
    {
        for (int sample = 0; sample < count; ++sample)
            write(method + "/Math/double/sample_" + std::to_string(sample) + ".cpp", "x");
    }
    RunRequest request(bool isResumed = false) const
    {
        RunRequest out;
        out.suite = root() / "suite";
        out.candidates = {root() / "m"};
        out.store = root() / "r.kloupe";
        out.name = "the run";
        out.resume = isResumed;
        return out;
    }
    static Evaluation evaluationOf(const PlanItem &item, Verdict verdict)
    {
        Evaluation out;
        out.candidate = item.candidate;
        out.verdict = verdict;
        out.strictVerdict = verdict;
        return out;
    }
    Result<std::unique_ptr<Recorder>> open(const RunRequest &of)
    {
        return Recorder::open(must(resolveRequest(of)), engine, listener);
    }
    /// Records the first items of the plan with these verdicts. With `isEnded` the run ends, as
    /// cancelled if items are left; else it looks like that of a killed program.
    void recordRun(const RunRequest &of, const std::vector<Verdict> &verdicts, bool isEnded = true)
    {
        const ResolvedRequest resolved = must(resolveRequest(of));
        const Plan &plan = resolved.plan;
        const auto recorder = must(Recorder::open(resolved, engine, listener));
        recorder->expect(static_cast<int>(plan.items.size()), 0);
        for (std::size_t i = 0; i < verdicts.size(); ++i)
            mustSucceed(recorder->record(plan.items.at(i),
                                         evaluationOf(plan.items.at(i), verdicts[i]), "cpu", 1.5));
        if (isEnded)
            must(recorder->finish(verdicts.size() < plan.items.size()));
    }
    /// Counts the evaluations of the store by verdict.
    std::map<Verdict, int> verdicts() const
    {
        std::map<Verdict, int> out;
        const auto reader = must(StoreReader::open(root() / "r.kloupe"));
        for (const ResultRow &row : reader->fetch(must(reader->ids(Filter()))))
            ++out[row.verdict];
        return out;
    }

    MadeUpEngine engine;
    Listener listener;
};

} // namespace loupe::test
