// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/storefile.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/write/storewriter.h"

#include <fstream>

#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

class Refusals : public StoreTest
{
protected:
    /// Makes a closed store with one evaluation.
    void makeStore()
    {
        auto writer = openWriter();
        const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("loop")));
        const RunId run = must(writer->beginRun(sampleRun("first")));
        must(writer->record(run, task, method, fullEvaluation("Math/add", "loop")));
    }

    void write(const std::string &content) const
    {
        std::ofstream(storeFile(), std::ios::binary) << content;
    }

    void makeForeign(const std::string &sql) const
    {
        sqlite3 *handle = nullptr;
        ASSERT_EQ(sqlite3_open(storeFile().c_str(), &handle), SQLITE_OK);
        ASSERT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(handle);
    }

    std::vector<std::string> namesInFolder() const
    {
        std::vector<std::string> out;
        for (const fs::directory_entry &entry : fs::directory_iterator(folder()))
            out.push_back(entry.path().filename().string());
        std::sort(out.begin(), out.end());
        return out;
    }

    /// Expects that opening to read and to write fails with `code` and a place, and changes nothing
    /// in the folder.
    void expectRefused(Errc code, const std::string &words) const
    {
        const auto namesBefore = namesInFolder();
        const bool isFile = fs::is_regular_file(storeFile());
        const std::string before = isFile ? must(readFile(storeFile())) : std::string();
        const auto reader = StoreReader::open(storeFile());
        const auto writer = StoreWriter::open(storeFile());
        ASSERT_FALSE(reader);
        ASSERT_FALSE(writer);
        for (const Error &error : {reader.error(), writer.error()}) {
            EXPECT_EQ(error.code, code) << error.text();
            EXPECT_EQ(error.where, storeFile().string());
            EXPECT_NE(error.message.find(words), std::string::npos) << error.message;
            EXPECT_FALSE(error.hint.empty()) << error.message;
        }
        EXPECT_EQ(namesInFolder(), namesBefore);
        if (isFile) {
            EXPECT_EQ(must(readFile(storeFile())), before);
        }
    }
};

/// Runs `body` in a process without root's rights and returns its result.
int withoutPrivileges(const std::function<int()> &body)
{
    const pid_t child = fork();
    if (child == 0) {
        constexpr uid_t nobody = 65534;
        if (geteuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0))
            _exit(100);
        _exit(body());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 101;
}

} // namespace

TEST_F(Refusals, AStoreIsReadOnlyIfItsFileOrItsFolderIs)
{
    openWriter().reset();
    const auto isReadOnly = [this](int folderMode, int fileMode) {
        EXPECT_EQ(chmod(folder().c_str(), static_cast<mode_t>(folderMode)), 0);
        EXPECT_EQ(chmod(storeFile().c_str(), static_cast<mode_t>(fileMode)), 0);
        return withoutPrivileges([this] { return isReadOnlyStore(storeFile()) ? 1 : 0; });
    };
    EXPECT_EQ(isReadOnly(0777, 0666), 0);
    EXPECT_EQ(isReadOnly(0777, 0444), 1);
    EXPECT_EQ(isReadOnly(0555, 0666), 1) << "the log cannot be made";
    EXPECT_EQ(isReadOnly(0777, 0666), 0); // so that the folder can be removed
    EXPECT_FALSE(isReadOnlyStore(folder() / "none.kloupe"));
}

TEST_F(Refusals, AMissingFileIsNotFoundForReaders)
{
    const auto reader = StoreReader::open(storeFile());
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, Errc::NotFound);
    EXPECT_FALSE(fs::exists(storeFile()));
}

TEST_F(Refusals, AMissingFolderIsRefusedForWriters)
{
    const auto writer = StoreWriter::open(folder() / "no" / "such.kloupe");
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, Errc::Io);
}

TEST_F(Refusals, RefusesAFolder)
{
    fs::create_directory(storeFile());
    expectRefused(Errc::InvalidInput, "folder");
}

TEST_F(Refusals, RefusesAPipeWithoutWaiting)
{
    ASSERT_EQ(mkfifo(storeFile().c_str(), 0600), 0);
    const auto reader = StoreReader::open(storeFile());
    ASSERT_FALSE(reader);
    EXPECT_NE(reader.error().message.find("regular"), std::string::npos);
}

TEST_F(Refusals, RefusesAnEmptyFile)
{
    write("");
    expectRefused(Errc::InvalidInput, "empty");
}

TEST_F(Refusals, RefusesAShortText)
{
    write("hello\n");
    expectRefused(Errc::InvalidInput, "not a KernelLoupe store");
}

TEST_F(Refusals, RefusesALongText)
{
    write(std::string(100'000, 'x'));
    expectRefused(Errc::InvalidInput, "not a KernelLoupe store");
}

TEST_F(Refusals, RefusesAnotherDatabase)
{
    makeForeign("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    expectRefused(Errc::InvalidInput, "another program");
}

TEST_F(Refusals, RefusesAnotherDatabaseInWalMode)
{
    makeForeign("PRAGMA journal_mode = WAL; PRAGMA application_id = 7; CREATE TABLE t (a)");
    expectRefused(Errc::InvalidInput, "another program");
}

TEST_F(Refusals, RefusesAnotherTextEncoding)
{
    makeForeign("PRAGMA encoding = 'UTF-16le'; PRAGMA application_id = "
                + std::to_string(storeApplicationId)
                + "; PRAGMA user_version = 9; CREATE TABLE t (a)");
    expectRefused(Errc::InvalidInput, "UTF-8");
}

TEST_F(Refusals, RefusesANewerVersion)
{
    makeStore();
    makeForeign("PRAGMA user_version = 99");
    expectRefused(Errc::Unsupported, "version 99");
}

TEST_F(Refusals, RefusesAMissingVersion)
{
    makeStore();
    makeForeign("PRAGMA user_version = 0");
    expectRefused(Errc::Corrupt, "version");
}

TEST_F(Refusals, RefusesAMissingTable)
{
    makeStore();
    makeForeign("PRAGMA foreign_keys = OFF; DROP VIEW v_timing; DROP TABLE timing");
    const auto reader = StoreReader::open(storeFile());
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, Errc::Corrupt);
    EXPECT_NE(reader.error().message.find("timing"), std::string::npos);
    EXPECT_EQ(StoreWriter::open(storeFile()).error().code, Errc::Corrupt);
}

TEST_F(Refusals, AddsATableThatUnreleasedBuildsLacked)
{
    makeStore();
    const char *const without = "PRAGMA foreign_keys = OFF; DROP VIEW v_instruction_samples; "
                                "DROP TABLE instruction_samples";
    makeForeign(without);
    const auto reader = StoreReader::open(storeFile());
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, Errc::Unsupported);
    EXPECT_NE(reader.error().message.find("instruction_samples"), std::string::npos);
    EXPECT_NE(reader.error().hint.find("kloupe check --update"), std::string::npos);
    mustSucceed(updateStore(storeFile()));
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
    EXPECT_TRUE(must(foreignSchema(storeFile())).empty());

    makeForeign(std::string(without) + "; DROP VIEW v_timing; DROP TABLE timing");
    EXPECT_EQ(StoreReader::open(storeFile()).error().code, Errc::Corrupt);
    const Status refused = updateStore(storeFile());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::Corrupt);
    EXPECT_NE(refused.error().message.find("\"timing\""), std::string::npos);
}

TEST_F(Refusals, CapsCountsOfSamples)
{
    makeStore();
    const RowId id{1};
    mustSucceed(openWriter()->recordCounters(id, sampleCounters()));
    makeForeign("UPDATE instruction_samples SET samples = 9223372036854775807");
    const auto counters = must(openReader()->detail(id)).counters;
    ASSERT_FALSE(counters.empty());
    ASSERT_FALSE(counters.back().samples.empty());
    for (const InstructionSamples &each : counters.back().samples)
        EXPECT_EQ(each.samples, maxSampleCount);
}

TEST_F(Refusals, ATruncatedStoreIsRefusedWhereverItEnds)
{
    makeStore();
    const std::string whole = must(readFile(storeFile()));
    for (const double part : {0.0001, 0.001, 0.02, 0.1, 0.5, 0.9, 0.999}) {
        write(whole.substr(0, static_cast<std::size_t>(part * static_cast<double>(whole.size()))));
        for (const Error &error :
             {StoreReader::open(storeFile()).error(), StoreWriter::open(storeFile()).error()}) {
            EXPECT_TRUE(error.code == Errc::Corrupt || error.code == Errc::InvalidInput)
                << part << ": " << error.text();
            EXPECT_FALSE(error.where.empty());
        }
    }
    write(whole);
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 1U);
}

TEST_F(Refusals, RecoversAHalfWrittenPageFromTheLog)
{
    makeStore();
    const std::string main = must(readFile(storeFile()));
    std::string log;
    {
        auto writer = openWriter();
        loupe::Run run = sampleRun("in the log");
        run.uuid = std::string(32, 'e');
        must(writer->beginRun(run));
        std::ifstream in(storeFile().string() + "-wal", std::ios::binary);
        log.assign(std::istreambuf_iterator<char>(in), {});
    }
    // The state after a full disk: the log could not be written back completely.
    const auto leave = [&] {
        write(main + std::string(100, 'x'));
        std::ofstream(storeFile().string() + "-wal", std::ios::binary) << log;
    };
    leave();
    EXPECT_EQ(must(openReader()->runs()).size(), 2U);
    leave();
    EXPECT_TRUE(openWriter()->findRun("in the log"));
}

TEST_F(Refusals, NewStoreTakesNoLogOfAnEarlierOne)
{
    const fs::path log = storeFile().string() + "-wal";
    std::ofstream(log) << "of a store that was deleted while a program had it open";
    const auto writer = StoreWriter::open(storeFile());
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().where, log.string());
    EXPECT_TRUE(fs::exists(log)) << "a program may still hold it";
    EXPECT_FALSE(fs::exists(storeFile()));
    fs::remove(log);
    EXPECT_TRUE(StoreWriter::open(storeFile()));
}

TEST_F(Refusals, CorruptStoreNeverCrashesAReader)
{
    makeStore();
    const std::string whole = must(readFile(storeFile()));
    // Changes one byte at regular distances, to hit headers, cells, blobs and indexes.
    for (std::size_t at = 100; at < whole.size(); at += 1999) {
        std::string mangled = whole;
        mangled[at] = static_cast<char>(~mangled[at]);
        write(mangled);
        const auto reader = StoreReader::open(storeFile());
        if (!reader)
            continue;
        const auto ids = (*reader)->ids(Filter());
        static_cast<void>((*reader)->detail(RowId{1}));
        static_cast<void>((*reader)->metricRows(Filter()));
        static_cast<void>((*reader)->runs());
        static_cast<void>((*reader)->check());
    }
}

TEST_F(Refusals, CheckFindsADamagedText)
{
    makeStore();
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
    makeForeign("UPDATE blob SET data = x'00' WHERE codec = 'zstd'");
    EXPECT_EQ(openReader()->detail(RowId{1}).error().code, Errc::Corrupt);
    EXPECT_FALSE(must(openReader()->check()).empty());
}

TEST_F(Refusals, CheckFindsAnExchangedText)
{
    makeStore();
    makeForeign("UPDATE blob SET data = x'61', size = 1, codec = 'raw' WHERE id = 1");
    const std::vector<std::string> problems = must(openReader()->check());
    ASSERT_FALSE(problems.empty());
    EXPECT_NE(problems.front().find("digest"), std::string::npos);
}

TEST_F(Refusals, CheckFindsWrongColumnsAndReferences)
{
    makeStore();
    makeForeign("PRAGMA foreign_keys = OFF;"
                "UPDATE evaluation SET category = 'Other', outcome = 'correct', is_last_round = 0;"
                "UPDATE timing SET sample_count = 99;"
                "UPDATE candidate SET method_id = 77");
    EXPECT_EQ(must(openReader()->check()).size(), 6U);
}

TEST_F(Refusals, RefusesAHugeClaimedSize)
{
    makeStore();
    makeForeign("UPDATE blob SET size = 9000000000000");
    EXPECT_EQ(openReader()->detail(RowId{1}).error().code, Errc::Corrupt);
}

TEST_F(Refusals, ErrorOfTheSecondWriterNamesTheFirst)
{
    auto writer = openWriter();
    const auto second = StoreWriter::open(storeFile());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Errc::Busy);
    EXPECT_NE(second.error().message.find("this program itself"), std::string::npos);

    const std::string expected = "process " + std::to_string(getpid());
    const int answer = withoutPrivileges([&] {
        const auto third = StoreWriter::open(storeFile());
        if (third || third.error().code != Errc::Busy)
            return 1;
        return third.error().message.find(expected) != std::string::npos ? 0 : 2;
    });
    // Without root's rights the lock file cannot be opened for writing. The error is then Io, which
    // is 1 here.
    EXPECT_EQ(answer, geteuid() == 0 ? 1 : 0);
    writer.reset();
    EXPECT_TRUE(StoreWriter::open(storeFile()));
}

TEST_F(Refusals, AliasOfAFileIsTheSameStore)
{
    auto writer = openWriter();
    const fs::path link = folder() / "link.kloupe";
    fs::create_symlink(storeFile(), link);
    EXPECT_EQ(StoreWriter::open(link).error().code, Errc::Busy);
}

TEST_F(Refusals, ClosedStoreLeavesNoSidecarFiles)
{
    makeStore();
    openReader();
    EXPECT_EQ(namesInFolder(), std::vector<std::string>{"results.kloupe"});
}

TEST_F(Refusals, AReadOnlyFolderCanBeReadButNotWritten)
{
    makeStore();
    ASSERT_EQ(chmod(storeFile().c_str(), 0444), 0);
    ASSERT_EQ(chmod(folder().c_str(), 0555), 0);
    const int answer = withoutPrivileges([&] {
        const auto reader = StoreReader::open(storeFile());
        if (!reader)
            return 1;
        const auto ids = (*reader)->ids(Filter());
        if (!ids || ids->size() != 1 || !(*reader)->detail(RowId{1}))
            return 2;
        const auto runs = (*reader)->runs();
        if (!runs || runs->at(0).state != "interrupted")
            return 3;
        const auto writer = StoreWriter::open(storeFile());
        if (writer || writer.error().code != Errc::Io || writer.error().hint.empty())
            return 4;
        const auto fresh = StoreWriter::open(folder() / "new.kloupe");
        return fresh || fresh.error().code != Errc::Io ? 5 : 0;
    });
    chmod(folder().c_str(), 0700);
    EXPECT_EQ(answer, 0);
    EXPECT_EQ(namesInFolder(), std::vector<std::string>{"results.kloupe"});
}

TEST_F(Refusals, AReadOnlyFileInAWritableFolderIsRefusedForWriters)
{
    makeStore();
    ASSERT_EQ(chmod(storeFile().c_str(), 0444), 0);
    ASSERT_EQ(chmod(folder().c_str(), 0777), 0);
    const int answer = withoutPrivileges([&] {
        const auto writer = StoreWriter::open(storeFile());
        if (writer || writer.error().code != Errc::Io)
            return 1;
        return StoreReader::open(storeFile()) ? 0 : 2;
    });
    EXPECT_EQ(answer, 0);
}

TEST_F(Refusals, AReaderCannotWrite)
{
    makeStore();
    auto database = must(openForReading(storeFile(), currentSchema()));
    EXPECT_FALSE(database->execute("DELETE FROM evaluation_flag"));
    EXPECT_FALSE(database->execute("CREATE TABLE mine (a)"));
}

TEST_F(Refusals, PathsWithStrangeCharactersWork)
{
    const fs::path strange = folder() / "a b?c#d%41&é.kloupe";
    must(StoreWriter::open(strange));
    EXPECT_TRUE(fs::exists(strange));
    EXPECT_TRUE(StoreReader::open(strange));
}

} // namespace loupe::test
