// SPDX-License-Identifier: Apache-2.0
//
// Tests imports on an almost full disk: afterwards the store is complete, or there is none.
#include "core/base/files.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <set>
#include <system_error>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "tests/core/records/kernelbenchxfixture.h"
#include "tests/e2e/kloupeprocess.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t pageBytes = 4096;

/// Small in-memory file system, mounted during the object's lifetime.
class SmallDisk
{
public:
    SmallDisk(fs::path place, std::uintmax_t bytes) : m_place(std::move(place))
    {
        fs::create_directories(m_place);
        const std::uintmax_t whole = (bytes + pageBytes - 1) / pageBytes * pageBytes;
        const std::string options = fmt::format("size={}", whole);
        m_error = mount("tmpfs", m_place.c_str(), "tmpfs", 0, options.c_str()) == 0 ? 0 : errno;
    }
    SmallDisk(const SmallDisk &) = delete;
    SmallDisk &operator=(const SmallDisk &) = delete;
    ~SmallDisk()
    {
        if (m_error == 0)
            umount2(m_place.c_str(), MNT_DETACH);
    }

    int error() const { return m_error; }

private:
    fs::path m_place;
    int m_error = 0;
};

class DiskFullTest : public KloupeTest
{
protected:
    void SetUp() override
    {
        FolderTest::SetUp(); // no candidate runs, so no sandbox is needed
        // A separate mount namespace, so that no mount survives a crash of the test.
        const bool isAlone = unshare(CLONE_NEWNS) == 0
            && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
        const int reason = isAlone ? SmallDisk(disk(), pageBytes).error() : errno;
        if (reason != 0)
            GTEST_SKIP() << "no small disk can be mounted here: "
                         << std::generic_category().message(reason);
        write("first/corpus.jsonl", corpus(0));
        write("second/corpus.jsonl", corpus(1));
        const KloupeResult first = import("first", path("first.kloupe"));
        ASSERT_EQ(first.exitCode, 0) << first.err;
        fs::copy_file(path("first.kloupe"), path("both.kloupe"));
        const KloupeResult second = import("second", path("both.kloupe"));
        ASSERT_EQ(second.exitCode, 0) << second.err;
    }

    fs::path disk() const { return root() / "disk"; }
    std::string store() const { return (disk() / "s.kloupe").string(); }
    std::uintmax_t sizeOf(const std::string &name) const { return fs::file_size(path(name)); }

    KloupeResult import(const std::string &folder, const std::string &target)
    {
        return kloupe({"import", "auto", path(folder), "--store", target, "--name", folder});
    }

    /// Returns records with texts that compress badly. A store of them has about a megabyte.
    static std::string corpus(int number)
    {
        std::vector<Json> records;
        unsigned state = 12345U + static_cast<unsigned>(number);
        for (int i = 0; i < 150; ++i) {
            Json record = kernelBenchXSample().at(0);
            record["task_id"] = fmt::format("Math/task_{}_{}.py", number, i);
            std::string noise;
            for (int j = 0; j < 4000; ++j) {
                state = state * 1664525U + 1013904223U;
                noise += static_cast<char>('a' + (state >> 16U) % 26U);
            }
            record["unified_diff"] = noise;
            records.push_back(record);
        }
        return kernelBenchXText(records);
    }

    std::set<std::string> filesOfDisk() const
    {
        std::set<std::string> names;
        for (const auto &entry : fs::directory_iterator(disk()))
            names.insert(entry.path().filename().string());
        return names;
    }

    /// Expects the unchanged store, or the store with the complete import.
    void expectWhole(const KloupeResult &imported, std::size_t before, std::size_t after)
    {
        const bool isStored = imported.exitCode == 0;
        EXPECT_TRUE(isStored || imported.exitCode == 1) << imported.exitCode << imported.err;
        EXPECT_TRUE(isStored || imported.err.find("the disk is full") != std::string::npos)
            << imported.err;
        const std::size_t expected = isStored ? after : before;
        std::set<std::string> known;
        if (expected > 0) {
            known.insert("s.kloupe");
            if (isStored && before > 0) // without space the log cannot be checkpointed
                known.insert({"s.kloupe-wal", "s.kloupe-shm"});
            const KloupeResult checked = kloupe({"check", store(), "--json"});
            ASSERT_EQ(checked.exitCode, 0) << checked.out << checked.err;
            EXPECT_EQ(checked.json().at("evaluations"), expected);
        }
        for (const std::string &name : filesOfDisk())
            EXPECT_TRUE(known.contains(name))
                << name << " is left, exit code " << imported.exitCode;
    }

    std::size_t evaluationsOf(const std::string &name)
    {
        return kloupe({"check", path(name), "--json"}).json().at("evaluations").get<std::size_t>();
    }
};

} // namespace

TEST_F(DiskFullTest, NewStoreIsCompleteOrMissing)
{
    const std::uintmax_t size = sizeOf("first.kloupe");
    const std::size_t all = evaluationsOf("first.kloupe");
    int stored = 0;
    int refused = 0;
    for (unsigned percent = 50; percent <= 250; percent += 5) {
        SCOPED_TRACE(fmt::format("{} % of the store are free", percent));
        const SmallDisk small(disk(), size * percent / 100);
        ASSERT_EQ(small.error(), 0);
        const KloupeResult imported = import("first", store());
        expectWhole(imported, 0, all);
        ++(imported.exitCode == 0 ? stored : refused);
        if (HasFatalFailure())
            return;
    }
    EXPECT_GE(stored, 25) << "no room for a second copy is needed";
    EXPECT_GE(refused, 8);
}

TEST_F(DiskFullTest, ExistingStoreIsUnchangedOrComplete)
{
    const std::uintmax_t size = sizeOf("both.kloupe");
    const std::uintmax_t first = sizeOf("first.kloupe");
    const std::size_t before = evaluationsOf("first.kloupe");
    const std::size_t after = evaluationsOf("both.kloupe");
    ASSERT_GT(after, before);
    int stored = 0;
    int refused = 0;
    for (unsigned percent = 5; percent <= 250; percent += 5) {
        SCOPED_TRACE(fmt::format("{} % of the store are free", percent));
        const SmallDisk small(disk(), first + size * percent / 100);
        ASSERT_EQ(small.error(), 0);
        fs::copy_file(path("first.kloupe"), store());
        const KloupeResult imported = import("second", store());
        expectWhole(imported, before, after);
        ++(imported.exitCode == 0 ? stored : refused);
        if (HasFatalFailure())
            return;
    }
    EXPECT_GT(stored, 0);
    EXPECT_GT(refused, 0);
}

/// ext4 file system with small blocks in a file, mounted during the object's lifetime.
class SmallBlocks
{
public:
    SmallBlocks(const fs::path &image, fs::path place) : m_place(std::move(place))
    {
        fs::create_directories(m_place);
        std::ofstream(image).close();
        fs::resize_file(image, 16U << 20U);
        const std::string make
            = fmt::format("mkfs.ext4 -q -b 1024 -m 0 '{}' && mount -o loop '{}' '{}'",
                          image.string(), image.string(), m_place.string());
        m_isMounted = std::system((make + " >/dev/null 2>&1").c_str()) == 0; // NOLINT
    }
    SmallBlocks(const SmallBlocks &) = delete;
    SmallBlocks &operator=(const SmallBlocks &) = delete;
    ~SmallBlocks()
    {
        if (m_isMounted)
            umount2(m_place.c_str(), MNT_DETACH);
    }

    bool isMounted() const { return m_isMounted; }
    /// Fills the disk until this many bytes are free.
    void leaveFree(std::uintmax_t bytes) const
    {
        const fs::path fill = m_place / "fill";
        fs::remove(fill);
        sync();
        struct statvfs facts {
        };
        statvfs(m_place.c_str(), &facts);
        const std::uintmax_t available = facts.f_bavail * facts.f_frsize;
        std::ofstream(fill) << std::string(available - bytes, 'x');
        sync();
    }

private:
    fs::path m_place;
    bool m_isMounted = false;
};

TEST_F(DiskFullTest, ReadingFinishesAtAnyFreeSpace)
{
    const SmallBlocks small(root() / "image", disk());
    if (!small.isMounted())
        GTEST_SKIP() << "no ext4 of small blocks can be mounted here: mkfs.ext4 or loop devices "
                        "are missing";
    fs::copy_file(path("first.kloupe"), store());
    for (std::uintmax_t kilobytes = 0; kilobytes <= 36; kilobytes += 2) {
        SCOPED_TRACE(kilobytes);
        small.leaveFree(kilobytes << 10U);
        for (const char *command : {"check", "query"}) {
            const KloupeResult read = kloupe({command, store()});
            EXPECT_EQ(read.exitCode, 0) << command << ": " << read.err;
        }
    }
}

} // namespace loupe::test
