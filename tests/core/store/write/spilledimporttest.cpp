// SPDX-License-Identifier: Apache-2.0
// Tests imports of more evaluations than are kept in memory.
#include "core/base/fieldlisting.h"
#include "core/model/record/evaluationfields.h"
#include "core/records/formats/recordcopies.h"
#include "core/records/formats/recordformats.h"
#include "core/records/reading/evaluationspill.h"
#include "core/store/write/importbatch.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

class SpilledImport : public StoreTest
{
protected:
    static constexpr int lines = 20'000;

    static std::string taskAt(int line) { return "t" + std::to_string(line % 250); }
    static std::string errorAt(int line) { return "error of \"line\" " + std::to_string(line); }

    /// Writes a table of attempts, of which every third one failed.
    std::filesystem::path tableOfLines() const
    {
        std::string text;
        for (int line = 0; line < lines; ++line) {
            const bool isCorrect = line % 3 != 0;
            Json record{{"task", taskAt(line)}, {"round", line / 250}, {"correct", isCorrect}};
            if (isCorrect)
                record["speedup"] = 1.0 + line % 7;
            else
                record["error"] = errorAt(line);
            text += record.dump() + "\n";
        }
        const std::filesystem::path file = folder() / "table.jsonl";
        mustSucceed(writeFileAtomic(file, text));
        return file;
    }

    /// Writes the same attempts as comma-separated values.
    std::filesystem::path tableOfValues() const
    {
        std::string text = "task,round,correct,speedup,error\n";
        for (int line = 0; line < lines; ++line) {
            const bool isCorrect = line % 3 != 0;
            text += taskAt(line) + "," + std::to_string(line / 250) + ","
                + (isCorrect ? "true," + std::to_string(1 + line % 7) + ",\n"
                             : "false,,\"error of \"\"line\"\" " + std::to_string(line) + "\"\n");
        }
        const std::filesystem::path file = folder() / "table.csv";
        mustSucceed(writeFileAtomic(file, text));
        return file;
    }

    /// Expects that the batch and the store have all attempts in the order of the lines.
    void expectStored(const std::filesystem::path &table)
    {
        std::filesystem::remove(storeFile());
        const auto batches = must(readRecords("table", table, {}));
        ASSERT_EQ(batches.size(), 1U);
        ASSERT_NE(batches[0].spilled, nullptr);
        EXPECT_LT(batches[0].evaluations.size(), 10'000U);
        int line = 0;
        mustSucceed(batches[0].allEvaluations().forEach([&](const Evaluation &each) -> Status {
            EXPECT_EQ(each.candidate.task, taskAt(line));
            EXPECT_EQ(each.runLog, line % 3 == 0 ? errorAt(line) : "");
            ++line;
            return {};
        }));
        EXPECT_EQ(line, lines);
        const auto summary = must(importBatches(*openWriter(), batches)).at(0);
        EXPECT_EQ(summary.evaluations, lines);
        EXPECT_TRUE(must(importBatches(*openWriter(), batches)).at(0).alreadyImported);
        const auto reader = openReader();
        const std::vector<RowId> ids = must(reader->ids({}));
        ASSERT_EQ(ids.size(), static_cast<std::size_t>(lines));
        for (const int stored : {0, 1, 127, 128, 8191, 8193, 19'998}) {
            const Evaluation one
                = must(reader->detail(ids.at(static_cast<std::size_t>(stored)))).evaluation;
            EXPECT_EQ(one.candidate.task, taskAt(stored));
            EXPECT_EQ(one.candidate.round, stored / 250);
            EXPECT_EQ(one.runLog, stored % 3 == 0 ? errorAt(stored) : "");
            EXPECT_EQ(one.speedup.has_value(), stored % 3 != 0);
            EXPECT_NE(one.originalRecord.view().find(taskAt(stored)), std::string_view::npos);
        }
    }
};

/// Returns a batch of one evaluation, which is in a temporary file.
RecordBatch spilledBatch(const std::string &source)
{
    auto spill = EvaluationSpill::begin({});
    EXPECT_TRUE(spill && spill->append(std::vector{sampleEvaluation("Math/add", "m")}));
    RecordBatch batch;
    batch.source = source;
    batch.run.profileJson = "{}";
    batch.spilled = std::make_shared<EvaluationSpill>(std::move(*spill));
    return batch;
}

/// Returns a format that reads the above batch from every source.
RecordFormat spilledFormat()
{
    RecordFormat format{};
    format.clock = "cuda_event";
    format.reader = [](const std::filesystem::path &source,
                       const ReadOptions &) -> Result<std::vector<RecordBatch>> {
        return std::vector{spilledBatch(source.string())};
    };
    return format;
}

/// Empties all temporary files without a name of this process, as a failing disk would.
void emptyTemporaryFiles()
{
    int emptied = 0;
    for (const auto &each : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code gone;
        const std::string file = std::filesystem::read_symlink(each.path(), gone).string();
        if (file.find("loupe-text.") != std::string::npos && file.ends_with(" (deleted)"))
            emptied += ::ftruncate(std::stoi(each.path().filename().string()), 0) == 0 ? 1 : 0;
    }
    EXPECT_GT(emptied, 0);
}

} // namespace

TEST_F(SpilledImport, KeepsEveryField)
{
    auto spill = EvaluationSpill::begin({});
    ASSERT_TRUE(spill);
    Evaluation full = fullEvaluation("Math/add", "m");
    full.candidate.cost = {1, 2, 3, 0.5, 0.25};
    full.candidate.request = "request";
    ASSERT_TRUE(spill->append(std::vector{full, Evaluation()}));
    ASSERT_TRUE(spill->append(std::vector{full}));
    EXPECT_EQ(spill->size(), 3U);
    const std::vector<Evaluation> first = must(spill->part(0));
    const std::vector<Evaluation> second = must(spill->part(1));
    ASSERT_EQ(first.size(), 2U);
    ASSERT_EQ(second.size(), 1U);
    for (const Evaluation &each : {first[0], second[0]}) {
        EXPECT_EQ(fieldsToJson(each), fieldsToJson(full));
        EXPECT_EQ(each.candidate, full.candidate);
    }
    EXPECT_EQ(fieldsToJson(first[1]), fieldsToJson(Evaluation()));
}

TEST_F(SpilledImport, KeepsTextsOfTheSourceInMemory)
{
    const SharedText source(std::string("first record, second record"));
    auto spill = EvaluationSpill::begin(source.view());
    ASSERT_TRUE(spill);
    Evaluation one;
    one.originalRecord = source.part(source.view().substr(14));
    one.candidate.source = "of its own";
    ASSERT_TRUE(spill->append(std::vector{one}));
    const Evaluation read = must(spill->part(0)).at(0);
    EXPECT_EQ(read.originalRecord, one.originalRecord);
    EXPECT_EQ(read.originalRecord.view().data(), one.originalRecord.view().data());
    EXPECT_EQ(read.candidate.source, one.candidate.source);
    EXPECT_NE(read.candidate.source.view().data(), one.candidate.source.view().data());
}

TEST_F(SpilledImport, NotesTheClockOfTimesInTheTemporaryFile)
{
    const auto batches = must(spilledFormat().read("source", {}));
    EXPECT_EQ(batches.at(0).run.profileJson, R"({"clock":"cuda_event"})");
}

TEST_F(SpilledImport, AnUnreadableTemporaryFileIsAnErrorOfTheReading)
{
    RecordFormat format = spilledFormat();
    format.reader = [](const std::filesystem::path &source,
                       const ReadOptions &) -> Result<std::vector<RecordBatch>> {
        std::vector batches{spilledBatch(source.string())};
        emptyTemporaryFiles();
        return batches;
    };
    EXPECT_EQ(format.read("source", {}).error().code, Errc::Io);
    std::vector copies{spilledBatch("one"), spilledBatch("other")};
    emptyTemporaryFiles();
    EXPECT_EQ(leaveOutCopies(copies).error().code, Errc::Io);
}

TEST_F(SpilledImport, StopsBeforeAndWithinEachPass)
{
    std::stop_source stop;
    ImportControl control;
    control.stop = stop.get_token();
    int stored = 0;
    control.progress = [&](int, int) { ++stored; };
    std::vector<RecordBatch> batches{spilledBatch("one"), spilledBatch("other")};
    const Status read
        = batches[0].allEvaluations(stop.get_token()).forEach([&](const Evaluation &) {
              stop.request_stop();
              return Status();
          });
    EXPECT_EQ(read.error().code, Errc::Cancelled) << "the end was not read";
    ReadOptions options;
    options.stop = stop.get_token();
    EXPECT_EQ(spilledFormat().read("source", options).error().code, Errc::Cancelled);
    EXPECT_EQ(leaveOutCopies(batches, stop.get_token()).error().code, Errc::Cancelled);
    const Error cancelled = importBatches(*openWriter(), batches, control).error();
    EXPECT_EQ(cancelled.code, Errc::Cancelled);
    EXPECT_EQ(cancelled.message, "the import was cancelled; nothing was stored");
    EXPECT_EQ(cancelled.where, "one");
    EXPECT_EQ(stored, 0) << "the import went through whole passes before";
}

TEST_F(SpilledImport, StoresALargeTableOfLines)
{
    expectStored(tableOfLines());
}

TEST_F(SpilledImport, StoresALargeTableOfValues)
{
    expectStored(tableOfValues());
}

} // namespace loupe::test
