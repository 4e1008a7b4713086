// SPDX-License-Identifier: Apache-2.0
#include "core/base/untrustedfile.h"

#include <fstream>

#include "tests/core/base/untrustedfixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {
class UntrustedFileTest : public UntrustedFixture
{
protected:
    Result<std::string> read(const std::string &name, FolderLinks links = FolderLinks::Refused,
                             std::uintmax_t maxBytes = 1000) const
    {
        UntrustedLimits limits;
        limits.links = links;
        limits.maxBytes = maxBytes;
        return readUntrustedFile(root(), root() / name, limits);
    }

    void expectRefused(const std::string &name, const std::string &reason,
                       FolderLinks links = FolderLinks::Refused) const
    {
        const auto content = read(name, links);
        ASSERT_FALSE(content) << name;
        EXPECT_EQ(content.error().code, Errc::InvalidInput) << content.error().text();
        EXPECT_EQ(content.error().where, (root() / name).string());
        EXPECT_NE(content.error().message.find(reason), std::string::npos)
            << content.error().message;
        EXPECT_FALSE(content.error().hint.empty());
    }
};
} // namespace

TEST_F(UntrustedFileTest, ARegularFileIsReadWhole)
{
    EXPECT_EQ(read("level1/1_Matmul.py").value(), "kernel");
    const std::string large(3'000'001, 'x');
    ASSERT_TRUE(writeFileAtomic(root() / "large", large));
    EXPECT_EQ(read("large", FolderLinks::Refused, large.size()).value(), large);
    ASSERT_TRUE(writeFileAtomic(root() / "empty", ""));
    EXPECT_EQ(read("empty").value(), "");
}

TEST_F(UntrustedFileTest, ALinkIsRefusedAndNamesItsTarget)
{
    link("level1/2.py", secret());
    link("level1/3.py", "../../secret.txt");
    link("level1/4.py", "1_Matmul.py");
    expectRefused("level1/2.py", "is a link to \"" + secret().string() + "\"");
    expectRefused("level1/3.py", "is a link to \"../../secret.txt\"");
    expectRefused("level1/4.py", "links are not followed");
}

TEST_F(UntrustedFileTest, ALinkOnTheWayIsRefused)
{
    link("level2", folder->path());
    expectRefused("level2/secret.txt", "lies behind a link to");
    expectRefused("level2/secret.txt", "outside of the folder given", FolderLinks::Within);
}

TEST_F(UntrustedFileTest, AllowsLinksWithinTheFolderOnRequest)
{
    fs::create_directories(root() / "runs" / "again");
    link("runs/again/1.py", "../../level1/1_Matmul.py");
    link("levels", "level1");
    link("twice", "runs/again/1.py");
    EXPECT_EQ(read("runs/again/1.py", FolderLinks::Within).value(), "kernel");
    EXPECT_EQ(read("levels/1_Matmul.py", FolderLinks::Within).value(), "kernel");
    EXPECT_EQ(read("twice", FolderLinks::Within).value(), "kernel");
}

TEST_F(UntrustedFileTest, RefusesEveryLinkOutOfTheFolder)
{
    link("absolute", secret());
    link("inside", (root() / "level1" / "1_Matmul.py").string());
    link("up", "../secret.txt");
    link("through", "level1/../../secret.txt");
    link("chain", "up");
    link("home", "level1/../../given/level1/1_Matmul.py");
    for (const char *name : {"absolute", "inside", "up", "through", "chain", "home"})
        expectRefused(name, "outside of the folder given", FolderLinks::Within);
    link("loop", "loop");
    expectRefused("loop", "leads nowhere", FolderLinks::Within);
    link("dangling", "level1/none.py");
    expectRefused("dangling", "is a link to \"level1/none.py\", which does not exist",
                  FolderLinks::Within);
    link("deep", "level1");
    expectRefused("deep", "a folder", FolderLinks::Within);
}

TEST_F(UntrustedFileTest, SpecialFilesAreRefusedWithoutWaiting)
{
    fifo("pipe.py");
    socket("socket.py");
    expectRefused("pipe.py", "is a named pipe");
    expectRefused("socket.py", "is a socket");
    expectRefused("level1", "is a folder");
    const auto device = readUntrustedFile("/dev", "/dev/zero");
    ASSERT_FALSE(device);
    EXPECT_NE(device.error().message.find("is a device"), std::string::npos);
}

TEST_F(UntrustedFileTest, NamesThatLeaveTheFolderAreRefused)
{
    expectRefused("../secret.txt", "lies outside of the folder");
    expectRefused("level1/../../secret.txt", "lies outside of the folder");
    const auto elsewhere = readUntrustedFile(root(), secret());
    ASSERT_FALSE(elsewhere);
    EXPECT_EQ(elsewhere.error().code, Errc::InvalidInput);
}

TEST_F(UntrustedFileTest, RefusesFilesThatGrowBeyondTheLimit)
{
    const auto tooLarge = read("level1/1_Matmul.py", FolderLinks::Refused, 5);
    ASSERT_FALSE(tooLarge);
    EXPECT_EQ(tooLarge.error().message, "the file has 6 bytes; at most 5 are read");
    UntrustedLimits limits;
    limits.maxBytes = 6;
    auto file = UntrustedFile::open(root(), root() / "level1" / "1_Matmul.py", limits);
    ASSERT_TRUE(file);
    std::ofstream(root() / "level1" / "1_Matmul.py", std::ios::app) << "more";
    const auto grown = file->read();
    ASSERT_FALSE(grown);
    EXPECT_EQ(grown.error().code, Errc::InvalidInput);
}

TEST_F(UntrustedFileTest, ReadsOnlyAPrefix)
{
    auto file = UntrustedFile::open(root(), root() / "level1" / "1_Matmul.py");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->size(), 6U);
    EXPECT_EQ(file->readSome(4).value(), "kern");
    EXPECT_EQ(file->read().value(), "el");
    EXPECT_EQ(file->readSome(4).value(), "");
}

TEST_F(UntrustedFileTest, ReportsMissingAndUnreadableFiles)
{
    EXPECT_EQ(read("level1/none.py").error().code, Errc::NotFound);
    EXPECT_EQ(read("none/none.py").error().code, Errc::NotFound);
    EXPECT_EQ(read("level1/1_Matmul.py/x").error().code, Errc::NotFound);
    EXPECT_EQ(readUntrustedFile(root() / "none", root() / "none" / "x").error().code,
              Errc::NotFound);
    ASSERT_EQ(::chmod(folder->path().c_str(), 0755), 0);
    ASSERT_EQ(::chmod((root() / "level1" / "1_Matmul.py").c_str(), 0), 0);
    const AsOrdinaryUser user;
    const auto unreadable = read("level1/1_Matmul.py");
    ASSERT_FALSE(unreadable);
    EXPECT_EQ(unreadable.error().code, Errc::Io);
    EXPECT_EQ(unreadable.error().hint, "check its permissions");
}

TEST_F(UntrustedFileTest, AStopEndsTheReading)
{
    std::stop_source stop;
    stop.request_stop();
    UntrustedLimits limits;
    limits.stop = stop.get_token();
    const auto read = readUntrustedFile(root(), root() / "level1" / "1_Matmul.py", limits);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, Errc::Cancelled);
}

TEST_F(UntrustedFileTest, AllowsANamedLinkButNoSpecialFile)
{
    link("mine", "../secret.txt");
    EXPECT_EQ(UntrustedFile::openNamed(root() / "mine")->read().value(), "secret");
    EXPECT_EQ(readUntrustedFile(root() / "mine", root() / "mine").value(), "secret")
        << "the file named is its own root";
    fifo("pipe");
    EXPECT_EQ(UntrustedFile::openNamed(root() / "pipe").error().code, Errc::InvalidInput);
    EXPECT_EQ(readFile(root() / "pipe").error().code, Errc::InvalidInput);
    EXPECT_EQ(readFile("/dev/zero").error().code, Errc::InvalidInput);
}

} // namespace loupe::test
