// SPDX-License-Identifier: Apache-2.0
//
// Tests controlling a run with hanging candidates, as the window does.
#include "core/engine/contract/runcontrol.h"

#include "core/engine/request/unfinishedrun.h"
#include "core/engine/run/runner.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/e2e/pythonrun.h"

namespace loupe {

namespace {

/// Records the events of a run, for tests to wait on.
class Listener final : public RunObserver
{
public:
    void queued(const std::vector<ItemInfo> &items) override
    {
        const std::lock_guard lock(m_mutex);
        for (const ItemInfo &item : items)
            m_items.push_back(item.task);
        m_changed.notify_all();
    }
    void itemStarted(const ItemInfo &item, Stage stage) override
    {
        const std::lock_guard lock(m_mutex);
        if (m_stages.count(item.task) == 0)
            m_started.push_back(item.task);
        m_stages[item.task] = stage;
        m_devices[item.task] = item.device;
        m_changed.notify_all();
    }
    void itemFinished(const ItemResult &result, int /*done*/, int /*total*/) override
    {
        const std::lock_guard lock(m_mutex);
        m_seconds[result.item.task] = result.seconds;
        m_changed.notify_all();
    }
    void itemCancelled(const ItemInfo &item) override
    {
        const std::lock_guard lock(m_mutex);
        m_cancelled.insert(item.task);
        m_changed.notify_all();
    }

    void loadTold(const RunLoad &load) override
    {
        const std::lock_guard lock(m_mutex);
        m_load = load;
    }
    /// Returns the last reported load.
    const RunLoad &load() const { return m_load; }

    bool waitForStage(const std::string &task, Stage stage)
    {
        return waitFor([&] { return m_stages.count(task) != 0 && m_stages[task] == stage; });
    }
    bool waitForQueue(std::size_t count)
    {
        return waitFor([&] { return m_items.size() == count; });
    }
    bool waitForCancelled(const std::string &task)
    {
        return waitFor([&] { return m_cancelled.count(task) != 0; });
    }
    std::size_t placeOf(const std::string &task)
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<std::size_t>(std::find(m_items.begin(), m_items.end(), task)
                                        - m_items.begin());
    }
    std::string taskLike(const std::string &part)
    {
        const std::lock_guard lock(m_mutex);
        const auto found
            = std::find_if(m_items.begin(), m_items.end(), [&](const std::string &task) {
                  return task.find(part) != std::string::npos;
              });
        return found == m_items.end() ? std::string() : *found;
    }
    double secondsOf(const std::string &task) { return m_seconds.at(task); }
    std::string deviceOf(const std::string &task) { return m_devices.at(task); }
    std::vector<std::string> started()
    {
        const std::lock_guard lock(m_mutex);
        return m_started;
    }

private:
    bool waitFor(const std::function<bool()> &holds)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::seconds(300), holds);
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::string> m_items;
    std::map<std::string, Stage> m_stages;
    std::map<std::string, std::string> m_devices;
    std::vector<std::string> m_started; ///< in this order
    std::map<std::string, double> m_seconds;
    std::set<std::string> m_cancelled;
    RunLoad m_load;
};

class RunControlled : public test::KloupeTest
{
protected:
    void SetUp() override
    {
        KloupeTest::SetUp();
        if (IsSkipped())
            return;
        setenv("KLOUPE_CACHE", path("cache").c_str(), 1);
        writeSuite(4);
        // The first hangs, the others are correct.
        writeCandidate("m/Math/double_0.cpp",
                       "volatile int zero = 0; while (zero == 0) { } return 0;");
        for (int i = 1; i < 4; ++i)
            writeCandidate("m/Math/double_" + std::to_string(i) + ".cpp", honestBody());
        m_request.suite = root() / "suite";
        m_request.candidates = {root() / "m"};
        m_request.store = root() / "r.kloupe";
        m_request.jobs = 1;
        m_request.timing.enabled = false;
        m_request.controls = false;
        m_request.limits.callSeconds = 3600; // only a cancel ends the hanging one
        m_request.limits.cpuSeconds = 3600;
        m_request.control = std::make_shared<RunControl>();
    }

    void start()
    {
        m_thread = std::jthread([this](const std::stop_token &stop) {
            m_outcome = executeRun(m_request, m_listener, stop);
        });
    }
    RunControl &control() { return *m_request.control; }

    RunRequest m_request;
    Listener m_listener;
    std::optional<Result<RunOutcome>> m_outcome;
    std::jthread m_thread;
};

} // namespace

TEST_F(RunControlled, CancellingAHungItemKeepsTheOthers)
{
    start();
    ASSERT_TRUE(m_listener.waitForStage("Math/double_0", Stage::Verify));
    std::this_thread::sleep_for(std::chrono::milliseconds(200)); // long enough to hang in its call
    const std::vector<std::size_t> hung{m_listener.placeOf("Math/double_0")};
    control().cancel(hung);
    ASSERT_TRUE(m_listener.waitForCancelled("Math/double_0"));
    m_thread.join();
    ASSERT_TRUE(m_outcome && *m_outcome) << (*m_outcome).error().text();
    EXPECT_EQ((*m_outcome)->evaluated, 3);
    EXPECT_EQ((*m_outcome)->correct, 3);
    EXPECT_TRUE((*m_outcome)->cancelled) << "one item is missing";
    EXPECT_EQ(m_listener.deviceOf("Math/double_1"), "cpu");
    EXPECT_GT(m_listener.secondsOf("Math/double_1"), 0);

    // A resumed run would evaluate the cancelled items.
    const auto left = unfinishedRun(m_request.store);
    ASSERT_TRUE(left) << left.error().text();
    ASSERT_TRUE(*left);
    EXPECT_EQ((*left)->name, (*m_outcome)->run);
    EXPECT_EQ((*left)->state, "cancelled");
    EXPECT_EQ((*left)->total, 4);
    EXPECT_EQ((*left)->left, 1);
    EXPECT_EQ((*left)->request.candidates, m_request.candidates);
    RunRequest resumed = (*left)->request;
    resumed.limits.callSeconds = 0.5;
    RunObserver nobody;
    const auto ended = executeRun(resumed, nobody, {});
    ASSERT_TRUE(ended) << ended.error().text();
    EXPECT_EQ(ended->alreadyDone, 3);
    EXPECT_EQ(ended->evaluated, 1);
    const auto none = unfinishedRun(m_request.store);
    ASSERT_TRUE(none) << none.error().text();
    EXPECT_FALSE(*none) << "it has finished";
}

TEST_F(RunControlled, CancelsAllWhileACandidateHangs)
{
    start();
    ASSERT_TRUE(m_listener.waitForStage("Math/double_0", Stage::Verify));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    control().cancelAll();
    m_thread.join();
    ASSERT_TRUE(m_outcome && *m_outcome);
    EXPECT_TRUE((*m_outcome)->cancelled);
    EXPECT_EQ((*m_outcome)->evaluated, 0);
}

TEST_F(RunControlled, EvaluatesMovedItemsFirstAndNoneWhilePaused)
{
    control().pause();
    start();
    ASSERT_TRUE(m_listener.waitForQueue(4));
    const std::vector<std::size_t> last{m_listener.placeOf("Math/double_3")};
    const std::vector<std::size_t> hung{m_listener.placeOf("Math/double_0")};
    control().moveToFront(last);
    control().cancel(hung);
    ASSERT_TRUE(m_listener.waitForCancelled("Math/double_0"));
    EXPECT_TRUE(m_listener.started().empty());
    control().resume();
    m_thread.join();
    ASSERT_TRUE(m_outcome && *m_outcome);
    EXPECT_EQ((*m_outcome)->correct, 3);
    EXPECT_EQ(m_listener.started().front(), "Math/double_3");
}

using PythonRunControlled = test::PythonRun;

TEST_F(PythonRunControlled, CancelledSubmissionLeavesNewProcessesToTheNext)
{
    setenv("KLOUPE_CACHE", path("cache").c_str(), 1);
    const std::string head = "import torch\nimport torch.nn as nn\n";
    for (const char *name : {"1_First", "2_Second"})
        write(std::string("kb/KernelBench/level1/") + name + ".py",
              head
                  + "class Model(nn.Module):\n"
                    "    def forward(self, x):\n"
                    "        return x * 2\n"
                    "def get_inputs():\n"
                    "    return [torch.randn(16, 32)]\n"
                    "def get_init_inputs():\n"
                    "    return []\n");
    const std::string model = head + "class ModelNew(nn.Module):\n    def forward(self, x):\n";
    write("runs/demo/level_1_problem_1_sample_0_kernel.py",
          model
              + "        print('before it hung', flush=True)\n"
                "        while True:\n            pass\n");
    write("runs/demo/level_1_problem_2_sample_0_kernel.py", model + "        return x + x\n");
    RunRequest request;
    request.suite = root() / "kb";
    request.candidates = {root() / "runs/demo"};
    request.store = root() / "r.kloupe";
    request.jobs = 1;
    request.timing.enabled = false;
    request.python.interpreter = m_python;
    request.python.device = "cpu";
    request.python.limits.callSeconds = 3600;
    request.python.limits.cpuSeconds = 3600;
    request.control = std::make_shared<RunControl>();
    request.control->pause();
    Listener listener;
    std::optional<Result<RunOutcome>> outcome;
    std::jthread run(
        [&](const std::stop_token &stop) { outcome = executeRun(request, listener, stop); });
    ASSERT_TRUE(listener.waitForQueue(2));
    const std::string hung = listener.taskLike("1_First");
    const std::vector<std::size_t> places{listener.placeOf(hung)};
    request.control->moveToFront(places);
    request.control->resume();
    ASSERT_TRUE(listener.waitForStage(hung, Stage::Verify));
    std::this_thread::sleep_for(std::chrono::seconds(1)); // long enough to hang in its call
    request.control->cancel(places);
    ASSERT_TRUE(listener.waitForCancelled(hung));
    run.join();
    ASSERT_TRUE(outcome && *outcome) << outcome->error().text();
    EXPECT_EQ((*outcome)->evaluated, 1);
    EXPECT_EQ((*outcome)->correct, 1);
    EXPECT_TRUE((*outcome)->cancelled);

    // Occupations come from its threads, not only from stages.
    const RunLoad &load = listener.load();
    EXPECT_GT(load.all.building, 0) << "read and loaded";
    EXPECT_GT(load.all.drawing, 0);
    EXPECT_GT(load.all.device, 0);
    EXPECT_NE(load.boundSoFar, RunBound::Nothing);
    EXPECT_FALSE(load.isAtWork());

    const auto unfinished = readFile(root() / "r.kloupe.unfinished.jsonl");
    ASSERT_TRUE(unfinished);
    for (const char *part : {"1_First", "before it hung", "kloupe seconds: ", "reference"})
        EXPECT_NE(unfinished->find(part), std::string::npos) << part << *unfinished;
    EXPECT_EQ(unfinished->find("2_Second"), std::string::npos) << "that one has ended";
}

} // namespace loupe
