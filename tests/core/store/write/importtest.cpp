// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/records/formats/recordformats.h"
#include "core/records/reading/recordeddialogue.h"
#include "core/store/file/storefile.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/write/bulkinsert.h"
#include "core/store/write/importbatch.h"

#include <algorithm>
#include <array>
#include <set>
#include <stop_token>

#include "tests/core/base/countedmemory.h"
#include "tests/core/records/kernelbenchxfixture.h"
#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

class Import : public StoreTest
{
protected:
    /// Imports one batch.
    static Result<ImportSummary> importBatch(StoreWriter &writer, const RecordBatch &batch,
                                             const ImportControl &control = {})
    {
        auto summaries = importBatches(writer, std::span(&batch, 1), control);
        if (!summaries)
            return std::move(summaries).error();
        return std::move(summaries->at(0));
    }
    RecordBatch batchOf(const std::vector<Json> &records, const std::string &runName = {}) const
    {
        const std::filesystem::path file = folder() / "corpus.jsonl";
        mustSucceed(writeFileAtomic(file, kernelBenchXText(records)));
        return must(readRecords("kbx-corpus", file, {runName, false, {}, {}})).at(0);
    }
};

/// Returns samples of three rounds with every kind of end. Some rounds have two attempts.
RecordBatch roundsBatch(int tasks)
{
    RecordBatch batch;
    batch.run = sampleRun("rounds");
    batch.methods = {sampleMethod("one"), sampleMethod("two")};
    constexpr std::array ends{Verdict::Correct, Verdict::NotRecorded, Verdict::WrongValue,
                              Verdict::InfraError, Verdict::CompileError};
    for (int task = 0; task < tasks; ++task) {
        batch.tasks.push_back(sampleTask("Math/task " + std::to_string(task), "Math"));
        for (int i = 0; i < 12; ++i) {
            Evaluation each = sampleEvaluation(batch.tasks.back().name, i % 2 == 0 ? "one" : "two");
            each.candidate.sample = i / 2 % 2;
            each.candidate.round = i / 4;
            each.candidate.source = "source " + std::to_string((task + i) % 7);
            each.verdict = ends[static_cast<std::size_t>(task * 3 + i) % ends.size()];
            each.originalRecord = "record " + std::to_string(task) + " " + std::to_string(i);
            batch.evaluations.push_back(each);
            if (i % 5 == 0) {
                each.attempt = 1;
                batch.evaluations.push_back(each);
            }
        }
    }
    return batch;
}

/// Returns the dialogue of the candidate's sample as an import of run `uuid` reads it.
Dialogue importedDialogue(Candidate candidate, const std::string &uuid,
                          const std::vector<RecordedRound> &rounds)
{
    RecordedDialogue dialogue(uuid, {});
    for (int round = 0; const RecordedRound &each : rounds) {
        candidate.round = round++;
        dialogue.add(each, candidate);
    }
    return dialogue.take();
}

std::set<std::string> namesIn(const std::filesystem::path &folder)
{
    std::set<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        names.insert(entry.path().filename().string());
    return names;
}

/// Returns the SQL of the indexes of the evaluations, sorted.
std::vector<std::string> indexesOf(const std::filesystem::path &store)
{
    const auto database = must(Database::open(store, Database::Mode::Reading));
    return must(readList<std::string>(
        *database,
        "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'evaluation' "
        "AND sql IS NOT NULL ORDER BY name"));
}

/// Returns the records as another program might write them, with reversed keys and added blanks.
std::string dumpedAnew(const std::vector<Json> &records)
{
    std::string out;
    for (const Json &record : records) {
        std::string line;
        for (const auto &[key, value] : record.items())
            line = Json(key).dump() + " : " + value.dump() + (line.empty() ? "" : " , ") + line;
        out += "{ " + line + " }\n";
    }
    return out;
}

} // namespace

TEST_F(Import, BulkImportEqualsSingleImports)
{
    const RecordBatch batch = roundsBatch(9);
    auto writer = openWriter();
    must(importBatch(*writer, batch));
    loupe::Run other = batch.run;
    other.name = "one by one";
    other.uuid = std::string(32, 'f');
    const RunId run = must(writer->beginRun(other));
    for (const Evaluation &each : batch.evaluations) {
        const TaskId task = must(writer->addTask(sampleTask(each.candidate.task, "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod(each.candidate.method)));
        must(writer->record(run, task, method, each));
    }
    auto reader = openReader();
    const auto lasts = [&](const std::string &name) {
        std::vector<std::string> out;
        for (const RowId id :
             must(reader->ids(must(parseFilter("round:last run:\"" + name + "\""))))) {
            const Evaluation each = must(reader->detail(id)).evaluation;
            out.push_back(each.originalRecord.toString() + " " + std::to_string(each.attempt));
        }
        std::sort(out.begin(), out.end());
        return out;
    };
    EXPECT_FALSE(lasts(batch.run.name).empty());
    EXPECT_EQ(lasts(batch.run.name), lasts(other.name));
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
}

TEST_F(Import, BulkImportRestoresIndexes)
{
    RecordBatch batch = roundsBatch(9); // 135 evaluations
    StoredNames names;
    RunId run;
    {
        auto writer = openWriter();
        run = must(writer->beginRun(batch.run));
        for (const Task &task : batch.tasks)
            names.tasks[task.name] = must(writer->addTask(task));
        for (const Method &method : batch.methods)
            names.methods[method.name] = must(writer->addMethod(method));
    }
    const std::vector<std::string> before = indexesOf(storeFile());
    ASSERT_FALSE(before.empty());
    const auto database = must(openForWriting(storeFile(), currentSchema()));
    std::size_t fewest = before.size();
    const auto insertAll = [&]() -> Status {
        auto transaction = must(Transaction::begin(*database, Transaction::Kind::Write));
        const auto count = [&]() -> Status {
            const auto indexes = database->lookup(
                "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name = "
                "'evaluation' AND sql IS NOT NULL");
            fewest = std::min(fewest, static_cast<std::size_t>(must(indexes).value_or(0)));
            return {};
        };
        if (Status stored
            = insertAllEvaluations(*database, run, batch.evaluations, names, count, 100);
            !stored)
            return stored;
        return transaction.commit();
    };
    batch.evaluations.push_back(batch.evaluations.front());
    const Status twice = insertAll();
    ASSERT_FALSE(twice);
    EXPECT_NE(twice.error().message.find("already"), std::string::npos) << twice.error().text();
    EXPECT_EQ(fewest, 0U) << "indexes are to be left for the end";
    EXPECT_EQ(indexesOf(storeFile()), before);
    EXPECT_TRUE(must(openReader()->ids(Filter())).empty());

    batch.evaluations.pop_back();
    mustSucceed(insertAll());
    EXPECT_EQ(indexesOf(storeFile()), before);
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 135U);
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
    EXPECT_FALSE(database->run("INSERT INTO evaluation_flag VALUES (999999, 0, 'x')"))
        << "what rows refer to is looked for again";
    EXPECT_FALSE(database->run("UPDATE evaluation SET flagged = 7")) << "and constraints are asked";
}

TEST_F(Import, SharesStoredCandidatesAndTexts)
{
    const RecordBatch first = roundsBatch(40); // 600 evaluations in several batches
    RecordBatch second = first;
    second.run.name = "again";
    second.run.uuid = std::string(32, 'e');
    for (std::size_t i = 0; i < second.evaluations.size(); i += 3) {
        SharedText &source = second.evaluations[i].candidate.source;
        source = source.toString() + " changed";
    }
    second.evaluations[7].timings.push_back({"candidate", "clock", "case", {0.5, 0.25}, {1, 2}, 0});
    auto writer = openWriter();
    must(importBatches(*writer, std::vector{first, second}));

    auto reader = openReader();
    const auto sourcesOf = [&](const std::string &run) {
        std::vector<std::string> out;
        for (const RowId id : must(reader->ids(must(parseFilter("run:\"" + run + "\"")))))
            out.push_back(must(reader->detail(id)).evaluation.candidate.source.toString());
        return out;
    };
    const auto expected = [](const RecordBatch &batch) {
        std::vector<std::string> out;
        for (const Evaluation &each : batch.evaluations)
            out.push_back(each.candidate.source.toString());
        return out;
    };
    EXPECT_EQ(sourcesOf(first.run.name), expected(first));
    EXPECT_EQ(sourcesOf(second.run.name), expected(second));
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
    const auto database = must(Database::open(storeFile(), Database::Mode::Reading));
    // Attempts share a candidate. A changed source makes another one.
    const auto count = [&](const char *sql) { return must(database->lookup(sql)).value_or(-1); };
    EXPECT_EQ(count("SELECT count(*) FROM candidate c JOIN blob b ON b.id = c.source_blob"),
              count("SELECT count(DISTINCT candidate_id) FROM evaluation"));
    EXPECT_EQ(count("SELECT count(*) FROM blob WHERE id IN (SELECT source_blob FROM candidate)"),
              14)
        << "seven sources and their changed ones";
}

TEST_F(Import, AnEvaluationOfAnUnnamedTaskIsRefused)
{
    auto writer = openWriter();
    RecordBatch batch = roundsBatch(1);
    batch.tasks.clear();
    const auto refused = importBatch(*writer, batch);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
    EXPECT_TRUE(must(openReader()->runs()).empty());
}

TEST_F(Import, ABatchBecomesOneFinishedRun)
{
    auto writer = openWriter();
    const ImportSummary summary = must(importBatch(*writer, batchOf(kernelBenchXSample())));
    EXPECT_FALSE(summary.alreadyImported);
    EXPECT_EQ(summary.run, "kbx-corpus corpus");
    EXPECT_EQ(summary.records, 5);
    EXPECT_EQ(summary.evaluations, 12);
    EXPECT_EQ(summary.transitions, 5);
    EXPECT_FALSE(summary.notes.empty());

    auto reader = openReader();
    const RunSummary run = must(reader->runs()).at(0);
    EXPECT_EQ(run.state, "finished");
    EXPECT_EQ(run.evaluations, 12);
    EXPECT_EQ(run.correct, 4);
    EXPECT_EQ(run.failed, 5);
    EXPECT_EQ(run.unknown, 3);
    EXPECT_EQ(must(reader->ids(must(parseFilter("flag:identical_code")))).size(), 2U);
    EXPECT_EQ(must(reader->ids(must(parseFilter("round:last status:correct")))).size(), 2U);
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
}

TEST_F(Import, RoundTripsRecords)
{
    auto writer = openWriter();
    must(importBatch(*writer, batchOf(kernelBenchXSample())));
    const auto database = must(openForReading(storeFile(), currentSchema()));
    std::vector<std::string> stored;
    mustSucceed(readRows(
        *database, "SELECT original FROM transition ORDER BY id", [&](const Statement &row) {
            stored.push_back(must(getBlob(*database, readValue<std::int64_t>(row))));
        }));
    std::vector<std::string> lines;
    for (const Json &record : kernelBenchXSample())
        lines.push_back(record.dump());
    EXPECT_EQ(stored, lines);
}

TEST_F(Import, TheSameFileIsImportedOnce)
{
    auto writer = openWriter();
    must(importBatch(*writer, batchOf(kernelBenchXSample())));
    const ImportSummary again
        = must(importBatch(*writer, batchOf(kernelBenchXSample(), "another name")));
    EXPECT_TRUE(again.alreadyImported);
    EXPECT_EQ(again.run, "kbx-corpus corpus");
    EXPECT_EQ(must(openReader()->runs()).size(), 1U);
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 12U);
}

TEST_F(Import, ShorterFileRemovesNothing)
{
    auto writer = openWriter();
    must(importBatch(*writer, batchOf(kernelBenchXSample())));
    std::vector<Json> other = kernelBenchXSample();
    other.pop_back();
    const ImportSummary shorter = must(importBatch(*writer, batchOf(other)));
    EXPECT_EQ(shorter.evaluations, 0);
    ASSERT_FALSE(shorter.notes.empty());
    EXPECT_NE(shorter.notes.back().find("no longer in the source, kept"), std::string::npos);
    EXPECT_EQ(must(openReader()->runs()).size(), 1U);
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 12U);
    EXPECT_TRUE(importBatch(*writer, batchOf(other, "second")));
    EXPECT_EQ(must(openReader()->tasks("kernelbench-x")).size(), 4U) << "tasks are shared";
}

TEST_F(Import, ReformattedFileIsTheSameRun)
{
    auto writer = openWriter();
    must(importBatch(*writer, batchOf(kernelBenchXSample())));
    for (const char *name : {"corpus.jsonl", "of another name.jsonl"}) {
        const std::filesystem::path file = folder() / name;
        mustSucceed(writeFileAtomic(file, dumpedAnew(kernelBenchXSample())));
        const auto summaries
            = must(importBatches(*writer, must(readRecords("kbx-corpus", file, {}))));
        ASSERT_EQ(summaries.size(), 1U) << name;
        EXPECT_TRUE(summaries[0].alreadyImported) << name;
        EXPECT_EQ(summaries[0].run, "kbx-corpus corpus");
    }
    EXPECT_EQ(must(openReader()->runs()).size(), 1U);
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 12U);
}

// Else the whole file would be in memory once more while its records are stored.
TEST_F(Import, ReleasesMemoryOfALargeFileWhileStoring)
{
    constexpr std::size_t fileBytes = std::size_t{5} << 20;
    constexpr std::size_t recordBytes = 100;
    std::string content;
    for (int i = 0; content.size() < fileBytes; ++i)
        content += "record " + std::to_string(i) + "\n";
    const auto memory = std::make_shared<const CountedMemory>(content);
    const SharedText file = CountedMemory::textIn(memory);
    RecordBatch batch = roundsBatch(40); // 600 evaluations in several batches
    for (std::size_t i = 0; i < batch.evaluations.size(); ++i)
        batch.evaluations[i].originalRecord
            = file.part(file.view().substr(i * recordBytes, recordBytes));
    for (int i = 0; i < 300; ++i)
        batch.transitions.push_back({batch.tasks[0].name,
                                     "one",
                                     0,
                                     i,
                                     i + 1,
                                     {},
                                     false,
                                     batch.evaluations[0].originalRecord});
    batch.files = {{"records.jsonl", file}};
    auto writer = openWriter();
    must(importBatch(*writer, batch));
    constexpr int ofBatches = 5; // of at most 128 evaluations
    constexpr int readings = 3;  // two before the one that stores them
    constexpr int ofTransitions = 1;
    constexpr int ofFile = 2; // its digest, and its compression
    EXPECT_EQ(memory->count(), readings * ofBatches + ofTransitions + ofFile);
    const auto reader = openReader();
    EXPECT_EQ(must(reader->importedFiles(batch.run.name)), batch.files);
    const auto ids = must(reader->ids(Filter()));
    ASSERT_EQ(ids.size(), batch.evaluations.size());
}

TEST_F(Import, PartlyEqualRunIsStoredSeparately)
{
    auto writer = openWriter();
    const RecordBatch first = roundsBatch(4); // 60 evaluations
    RecordBatch other = first;
    other.run.uuid = std::string(32, 'e');
    SharedText &source = other.evaluations[0].candidate.source;
    source = source.toString() + " that the record does not show";
    for (std::size_t i = 1; i < 30; ++i)
        other.evaluations[i].originalRecord
            = other.evaluations[i].originalRecord.toString() + " of the other folder";
    other.evaluations.push_back(first.evaluations.back());
    other.evaluations.back().candidate.sample = 9;
    must(importBatch(*writer, first));
    const auto summaries = must(importBatches(*writer, std::span(&other, 1)));
    ASSERT_EQ(summaries.size(), 2U);
    EXPECT_EQ(summaries[0].run, "rounds");
    EXPECT_EQ(summaries[0].evaluations, 1) << "what is new goes into the run";
    EXPECT_EQ(summaries[1].run, "rounds (2)");
    EXPECT_EQ(summaries[1].evaluations, 30);
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 91U);
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());

    // With another run identity, the same records still match both runs.
    other.run.uuid = std::string(32, 'd');
    for (const ImportSummary &again : must(importBatches(*writer, std::span(&other, 1))))
        EXPECT_EQ(again.evaluations, 0) << again.run;
    EXPECT_EQ(must(openReader()->runs()).size(), 2U);
}

TEST_F(Import, LaterDialoguesBelongToTheirRecords)
{
    auto writer = openWriter();
    const RecordBatch first = roundsBatch(2);
    must(importBatch(*writer, first));
    for (const char *name : {"rounds", "of another name"}) {
        RecordBatch second = first;
        second.run.name = name;
        second.run.uuid = sha256Hex(name).substr(0, 32);
        const std::size_t task = second.run.name == "rounds" ? 0 : 15;
        second.dialogues = {importedDialogue(first.evaluations[0].candidate, second.run.uuid,
                                             {{"write it", "the answer", "thoughts"}}),
                            importedDialogue(first.evaluations[task].candidate, second.run.uuid,
                                             {{"write it", "the answer", "thoughts"}})};
        if (task == 0)
            second.dialogues.pop_back();
        const ImportSummary added = must(importBatch(*writer, second));
        EXPECT_FALSE(added.alreadyImported);
        EXPECT_TRUE(added.updated);
        EXPECT_EQ(added.run, "rounds");
        EXPECT_EQ(added.dialogues, 1);
        EXPECT_EQ(added.evaluations, 0);
        second.run.uuid = std::string(32, 'd');
        EXPECT_TRUE(must(importBatch(*writer, second)).alreadyImported);
    }
    auto reader = openReader();
    EXPECT_EQ(must(reader->runs()).size(), 1U);
    EXPECT_EQ(must(reader->dialogues({})).size(), 2U);
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
}

TEST_F(Import, ALongerDialogueContinuesTheStoredOne)
{
    auto writer = openWriter();
    RecordBatch batch = roundsBatch(1);
    const Candidate candidate = batch.evaluations[0].candidate;
    const RecordedRound start{"write it", "the answer", "thoughts"};
    batch.dialogues = {importedDialogue(candidate, batch.run.uuid, {start})};
    must(importBatch(*writer, batch));
    batch.run.uuid = std::string(32, 'e');
    batch.dialogues = {importedDialogue(candidate, batch.run.uuid,
                                        {start, {"it is slow", "a better answer", ""}})};
    EXPECT_TRUE(must(importBatch(*writer, batch)).updated);
    auto reader = openReader();
    const auto rows = must(reader->dialogues({}));
    ASSERT_EQ(rows.size(), 1U);
    const Dialogue stored = must(reader->dialogue(rows[0].id, RawBytes::Read));
    EXPECT_EQ(stored.requests.size(), 2U);
    ASSERT_EQ(stored.messages.size(), 4U);
    EXPECT_EQ(stored.messages[0].body, "write it");
    EXPECT_EQ(stored.messages[3].body, "a better answer");
    EXPECT_EQ(stored.lineage.size(), 1U);
    batch.run.uuid = std::string(32, 'd');
    EXPECT_TRUE(must(importBatch(*writer, batch)).alreadyImported);
}

TEST_F(Import, KeepsADialogueWithOtherText)
{
    auto writer = openWriter();
    RecordBatch batch = roundsBatch(1);
    const Candidate candidate = batch.evaluations[0].candidate;
    batch.dialogues
        = {importedDialogue(candidate, batch.run.uuid, {{"write it", "the answer", ""}})};
    batch.files = {{"log.jsonl", "the answer"}};
    must(importBatch(*writer, batch));
    batch.run.uuid = std::string(32, 'e');
    batch.digest = std::string(64, 'e');
    batch.dialogues
        = {importedDialogue(candidate, batch.run.uuid, {{"write it", "an answer", ""}})};
    batch.files = {{"log.jsonl", "an answer"}};
    const ImportSummary other = must(importBatch(*writer, batch));
    EXPECT_FALSE(other.alreadyImported);
    ASSERT_FALSE(other.notes.empty());
    EXPECT_NE(other.notes.back().find("1 dialogue different from the stored one"),
              std::string::npos);
    auto reader = openReader();
    const auto rows = must(reader->dialogues({}));
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(must(reader->dialogue(rows[0].id, RawBytes::Read)).messages[1].body, "the answer");
    EXPECT_EQ(must(writer->recordedKeys(RunId{1})).files,
              (std::set<std::string>{"log.jsonl", "updated-eeeeeeeeeeee/log.jsonl"}));
}

TEST_F(Import, NextImportRemovesLeftovers)
{
    const RecordBatch batch = batchOf(kernelBenchXSample());
    const auto place
        = [&](const std::string &suffix) { return std::filesystem::path(storeFile()) += suffix; };
    for (const char *suffix : {".importing-4711", ".importing-4711-wal", ".importing-4711.lock",
                               ".importing-12.new", ".importing-none", ".importing-"})
        mustSucceed(writeFileAtomic(place(suffix), "left"));
    {
        auto writer = openWriter(); // with the store open, too
        EXPECT_EQ(importLeftovers(storeFile()).files.size(), 4U);
        EXPECT_EQ(importLeftovers(storeFile()).bytes, 16U);
        EXPECT_TRUE(importLeftovers(folder() / "other.kloupe").files.empty());
    }
    // An import in progress is recognised by its lock.
    const auto goesOn = must(WriterLock::take(place(".importing-4711")));
    EXPECT_EQ(importLeftovers(storeFile()).files.size(), 1U);
    must(importIntoStore(storeFile(), std::span(&batch, 1)));
    EXPECT_TRUE(std::filesystem::exists(place(".importing-4711")));
    EXPECT_FALSE(std::filesystem::exists(place(".importing-12.new")));
    EXPECT_TRUE(std::filesystem::exists(place(".importing-none"))) << "not one of ours";
}

TEST_F(Import, CancelledImportLeavesNothing)
{
    auto writer = openWriter();
    std::stop_source stop;
    ImportControl control;
    control.stop = stop.get_token();
    int last = 0;
    control.progress = [&](int done, int total) {
        EXPECT_EQ(total, 17);
        last = done;
        if (done == 10)
            stop.request_stop();
    };
    const auto cancelled = importBatch(*writer, batchOf(kernelBenchXSample()), control);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, Errc::Cancelled);
    EXPECT_EQ(last, 10);
    auto reader = openReader();
    EXPECT_TRUE(must(reader->runs()).empty());
    EXPECT_TRUE(must(reader->tasks("")).empty());
    EXPECT_TRUE(importBatch(*writer, batchOf(kernelBenchXSample())));
}

TEST_F(Import, NewStoreAppearsAfterACompleteImport)
{
    const RecordBatch batch = batchOf(kernelBenchXSample());
    std::vector<bool> wasThere;
    ImportControl control;
    control.progress = [&](int, int) { wasThere.push_back(std::filesystem::exists(storeFile())); };
    must(importIntoStore(storeFile(), std::span(&batch, 1), control));
    EXPECT_EQ(wasThere, std::vector(17, false));
    EXPECT_EQ(must(openReader()->runs()).size(), 1U);
    // Only the records and the store are left, no temporary files.
    EXPECT_EQ(namesIn(folder()), (std::set<std::string>{"corpus.jsonl", "results.kloupe"}));
}

TEST_F(Import, ACancelledImportLeavesNoNewStore)
{
    const RecordBatch batch = batchOf(kernelBenchXSample());
    std::stop_source stop;
    ImportControl control;
    control.stop = stop.get_token();
    control.progress = [&](int done, int) {
        if (done == 10)
            stop.request_stop();
    };
    const auto cancelled = importIntoStore(storeFile(), std::span(&batch, 1), control);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, Errc::Cancelled);
    EXPECT_EQ(namesIn(folder()), std::set<std::string>{"corpus.jsonl"});
}

TEST_F(Import, UsesAStoreCreatedMeanwhile)
{
    const RecordBatch batch = batchOf(kernelBenchXSample());
    ImportControl control;
    control.progress = [&](int done, int) {
        if (done == 1 && !std::filesystem::exists(storeFile()))
            must(openWriter()->beginRun(sampleRun("another")));
    };
    EXPECT_EQ(must(importIntoStore(storeFile(), std::span(&batch, 1), control)).size(), 1U);
    EXPECT_EQ(must(openReader()->runs()).size(), 2U);
    EXPECT_EQ(namesIn(folder()), (std::set<std::string>{"corpus.jsonl", "results.kloupe"}));
}

TEST_F(Import, StoresFilesTimesAndCostAtomically)
{
    auto writer = openWriter();
    RecordBatch first = batchOf(kernelBenchXSample());
    first.run.precision = "bf16";
    first.evaluations[0].candidate.cost = {100, 20, {}, 0.25, {}};
    RecordBatch second = first;
    second.run.uuid = "0123456789abcdef0123456789abcdef";
    second.run.name = "golden";
    second.evaluations.clear();
    second.transitions.clear();
    second.dialogues.clear(); // a request belongs to one run
    second.files = {{"golden/exp.json", "{}"}, {"golden/empty.json", ""}};
    second.golden = {{second.tasks[0].name,
                      "eager",
                      "size 3",
                      1.5,
                      1.0,
                      {},
                      0.1,
                      700.0,
                      {},
                      "{}",
                      "golden/exp.json:1"}};

    RecordBatch broken = second;
    broken.run.uuid[0] = 'f';
    broken.run.name = "broken";
    broken.evaluations = {first.evaluations[0]};
    broken.evaluations[0].candidate.task = "of a task that nobody names";
    EXPECT_FALSE(importBatches(*writer, std::vector{first, second, broken}));
    EXPECT_TRUE(must(openReader()->runs()).empty());

    const auto stored = must(importBatches(*writer, std::vector{first, second}));
    EXPECT_EQ(stored.at(1).golden, 1);
    auto reader = openReader();
    EXPECT_EQ(must(reader->importedFiles("golden")), second.files);
    EXPECT_EQ(must(reader->importedFiles(first.run.name)), first.files);
    const auto golden = must(reader->goldenRecords(""));
    ASSERT_EQ(golden.size(), 1U);
    EXPECT_EQ(golden[0].record, second.golden[0]);
    EXPECT_EQ(golden[0].run, "golden");
    EXPECT_TRUE(must(reader->goldenRecords(first.run.name)).empty());
    const auto rows = must(reader->metricRows(Filter()));
    EXPECT_EQ(rows.at(0).cost, rowCost(first.evaluations[0].candidate.cost));
    const auto without = must(reader->metricRowsWithoutCosts(Filter(), {}));
    ASSERT_EQ(without.size(), rows.size());
    EXPECT_EQ(without[0].cost, RowCost());
    EXPECT_EQ(without[0].id, rows[0].id);
    EXPECT_EQ(without[0].candidateMs, rows[0].candidateMs);
    EXPECT_EQ(rows.at(0).precision, "bf16");
    EXPECT_EQ(must(reader->detail(rows[0].id)).evaluation.candidate.cost.dollars, 0.25);
}

} // namespace loupe::test
