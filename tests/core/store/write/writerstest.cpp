// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/sqlite.h"

#include <atomic>
#include <csignal>
#include <random>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

class Writers : public StoreTest
{
protected:
    /// Records evaluations of the run "first" until it has `count`. Creates or resumes the run.
    static Status recordSamples(StoreWriter &writer, int count, const std::function<void()> &each)
    {
        const TaskId task = must(writer.addTask(sampleTask("Math/add", "Math")));
        const MethodId method = must(writer.addMethod(sampleMethod("loop")));
        const auto known = writer.findRun("first");
        const RunId run = known ? known->first : must(writer.beginRun(sampleRun("first")));
        const std::set<EvaluationKey> finished = must(writer.finishedEvaluations(run));
        for (int sample = 0; sample < count; ++sample) {
            if (finished.contains({"Math/add", "loop", sample, 2, 1}))
                continue;
            Evaluation evaluation = fullEvaluation("Math/add", "loop");
            evaluation.candidate.sample = sample;
            SharedText &source = evaluation.candidate.source;
            source = source.toString() + std::to_string(sample);
            const auto id = writer.record(run, task, method, evaluation);
            if (!id)
                return id.error();
            each();
        }
        return {};
    }
};

} // namespace

TEST_F(Writers, ReadersSeeCompleteEvaluationsDuringWrites)
{
    constexpr int count = 200;
    auto writer = openWriter();
    std::atomic<bool> done = false;
    std::atomic<int> problems = 0;
    const auto watch = [&] {
        auto reader = must(StoreReader::open(storeFile()));
        std::size_t before = 0;
        while (!done) {
            const auto ids = reader->ids(Filter());
            if (!ids || ids->size() < before) {
                ++problems;
                return;
            }
            before = ids->size();
            if (ids->empty())
                continue;
            const auto detail = reader->detail(ids->back());
            if (!detail || detail->evaluation.timings.size() != 2
                || detail->evaluation.trials.size() != 2)
                ++problems;
        }
    };
    std::thread first(watch);
    std::thread second(watch);
    const Status status = recordSamples(*writer, count, [] {});
    done = true;
    first.join();
    second.join();
    mustSucceed(status);
    EXPECT_EQ(problems, 0);
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), static_cast<std::size_t>(count));
}

TEST_F(Writers, KillLosesNoReportedEvaluation)
{
    constexpr int count = 60;
    openWriter();
    std::mt19937 random(20261121);
    int reported = 0;
    for (int attempt = 0; attempt < 6; ++attempt) {
        int channel[2];
        ASSERT_EQ(pipe(channel), 0);
        const pid_t child = fork();
        if (child == 0) {
            close(channel[0]);
            auto writer = StoreWriter::open(storeFile());
            if (!writer)
                _exit(1);
            const Status status = recordSamples(**writer, count, [&] {
                if (write(channel[1], "x", 1) != 1)
                    _exit(2);
            });
            // Deliberately left open: the parent kills the process, or it exits without closing.
            _exit(status ? 0 : 3);
        }
        close(channel[1]);
        // Kill after a random number of reports, within one of the next evaluations.
        const int wanted = std::uniform_int_distribution<int>(1, 15)(random);
        char report = 0;
        int seen = 0;
        while (seen < wanted && read(channel[0], &report, 1) == 1)
            ++seen;
        kill(child, SIGKILL);
        while (read(channel[0], &report, 1) == 1)
            ++seen;
        close(channel[0]);
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        ASSERT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) != 0) << WEXITSTATUS(status);
        reported += seen;
        auto reader = openReader();
        EXPECT_GE(must(reader->ids(Filter())).size(), static_cast<std::size_t>(reported));
        EXPECT_EQ(must(reader->check()), std::vector<std::string>());
        EXPECT_EQ(must(reader->runs()).at(0).state, "interrupted");
    }
    mustSucceed(recordSamples(*openWriter(), count, [] {}));
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), static_cast<std::size_t>(count))
        << "every evaluation exactly once";
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
}

TEST_F(Writers, KillDropsAnUncommittedTransaction)
{
    mustSucceed(recordSamples(*openWriter(), 1, [] {}));
    const pid_t child = fork();
    if (child == 0) {
        auto writer = StoreWriter::open(storeFile());
        if (!writer)
            _exit(1);
        static_cast<void>((*writer)->transaction([&]() -> Status {
            static_cast<void>(recordSamples(**writer, 50, [] {}));
            raise(SIGKILL);
            return {};
        }));
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 1U);
    EXPECT_TRUE(StoreWriter::open(storeFile())) << "the lock died with the process";
}

TEST_F(Writers, AReaderInTheSameProcessDoesNotBreakTheWritersLocks)
{
    auto writer = openWriter();
    mustSucceed(recordSamples(*writer, 1, [] {}));
    for (int i = 0; i < 5; ++i)
        openReader();
    // Another process must still see SQLite's lock and must not take over the file.
    const pid_t child = fork();
    if (child == 0) {
        auto database = Database::open(storeFile(), Database::Mode::ReadWrite);
        const bool taken = database
            && (*database)->execute("PRAGMA busy_timeout = 1; PRAGMA locking_mode = EXCLUSIVE; "
                                    "BEGIN EXCLUSIVE; PRAGMA journal_mode = DELETE");
        const bool stillWal = std::filesystem::exists(storeFile().string() + "-wal");
        _exit(taken && !stillWal ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), 0);
    mustSucceed(recordSamples(*writer, 3, [] {}));
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 3U);
}

} // namespace loupe::test
