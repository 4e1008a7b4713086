// SPDX-License-Identifier: Apache-2.0
// Tests changes of the files of an open store, and that this process keeps its locks on them.
#include "core/store/sqlite/storeidentity.h"

#include "core/records/formats/recordtree.h"
#include "core/store/file/storefile.h"

#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "tests/core/store/processlocks.h"
#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// Store with one evaluation.
class StoreIdentityTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        fill(storeFile());
    }

    static void fill(const std::filesystem::path &file)
    {
        const auto writer = must(StoreWriter::open(file));
        const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("loop")));
        const RunId run = must(writer->beginRun(sampleRun("first")));
        must(writer->record(run, task, method, sampleEvaluation("Math/add", "loop")));
        mustSucceed(writer->setRunState(run, "finished", "2026-01-01T00:00:00Z"));
    }

    std::filesystem::path beside(const std::string &suffix) const
    {
        return storeFile().string() + suffix;
    }
};

} // namespace

TEST_F(StoreIdentityTest, UnchangedStoreIsPresent)
{
    const auto reader = openReader();
    ASSERT_TRUE(reader->identity());
    EXPECT_EQ(reader->identity(), identityOf(storeFile()));
    EXPECT_EQ(reader->presence(), StorePresence::Present);
    EXPECT_TRUE(checkIdentity(storeFile(), *reader->identity()));
}

TEST_F(StoreIdentityTest, DetectsADeletedStoreWithoutRecreatingIt)
{
    const auto reader = openReader();
    std::filesystem::remove(storeFile());
    EXPECT_EQ(reader->presence(), StorePresence::Removed);
    const auto writer = StoreWriter::openSame(storeFile(), *reader->identity());
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, Errc::Io);
    EXPECT_FALSE(std::filesystem::exists(storeFile()));
    EXPECT_FALSE(updateStore(storeFile()));
    EXPECT_FALSE(std::filesystem::exists(storeFile()));
}

TEST_F(StoreIdentityTest, DetectsAReplacedStore)
{
    const auto reader = openReader();
    fill(folder() / "other.kloupe");
    std::filesystem::rename(folder() / "other.kloupe", storeFile());
    EXPECT_EQ(reader->presence(), StorePresence::Replaced);
    const auto writer = StoreWriter::openSame(storeFile(), *reader->identity());
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, Errc::Io);
}

TEST_F(StoreIdentityTest, DetectsARemovedLogUntilAllConnectionsClose)
{
    auto reader = openReader();
    ASSERT_EQ(reader->ids({}, {}).value().size(), 1U);
    ASSERT_TRUE(std::filesystem::remove(beside("-wal")));
    std::filesystem::remove(beside("-shm"));
    EXPECT_EQ(reader->presence(), StorePresence::LogRemoved);
    const auto writer = StoreWriter::openSame(storeFile(), *reader->identity());
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, Errc::Busy);

    const StoreIdentity identity = *reader->identity();
    reader.reset();
    EXPECT_FALSE(holdsRemovedLog(storeFile()));
    EXPECT_TRUE(StoreWriter::openSame(storeFile(), identity));
}

TEST_F(StoreIdentityTest, CopyContainsTheDeletedStore)
{
    const auto reader = openReader();
    std::filesystem::remove(storeFile());
    const std::filesystem::path copy = folder() / "copy.kloupe";
    mustSucceed(reader->copyTo(copy));
    const auto copied = must(StoreReader::open(copy));
    EXPECT_EQ(copied->ids({}, {}).value().size(), 1U);
    EXPECT_TRUE(must(copied->check()).empty());
    EXPECT_TRUE(reader->ids({}, {})) << "the reader goes on";
}

// Closing any descriptor of a file drops all locks of the process on it.
TEST_F(StoreIdentityTest, ReadingFilesKeepsLocksOfAnOpenStore)
{
    const auto reader = openReader();
    ASSERT_EQ(reader->ids({}, {}).value().size(), 1U);
    const int onStore = locksOn(storeFile());
    const int onIndex = locksOn(beside("-shm"));
    ASSERT_GT(onStore + onIndex, 0);

    for (const char *suffix : {"", "-wal", "-shm"}) {
        const auto content = readFile(beside(suffix));
        ASSERT_FALSE(content) << suffix;
        EXPECT_EQ(content.error().code, Errc::InvalidInput);
        EXPECT_NE(content.error().message.find("open"), std::string::npos);
    }
    static_cast<void>(readRecordTree(folder(), {}));
    EXPECT_EQ(locksOn(storeFile()), onStore);
    EXPECT_EQ(locksOn(beside("-shm")), onIndex);

    // The refusal prevents this loss of locks.
    for (const char *suffix : {"", "-shm"})
        ::close(::open(beside(suffix).c_str(), O_RDONLY | O_CLOEXEC));
    EXPECT_EQ(locksOn(storeFile()) + locksOn(beside("-shm")), 0);
}

TEST_F(StoreIdentityTest, AClosedStoreCanBeReadAgain)
{
    openReader().reset();
    EXPECT_TRUE(readFile(storeFile()));
}

} // namespace loupe::test
