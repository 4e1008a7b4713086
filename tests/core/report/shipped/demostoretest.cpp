// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/report/shipped/shippedfiles.h"
#include "core/store/file/storefile.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <string>

#include "tests/core/suites/taskfixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

using DemoStore = FolderTest;

TEST_F(DemoStore, TheCopyIsAWholeStoreOfThisVersion)
{
    const fs::path copy = root() / "mine.kloupe";
    const Status copied = copyDemoStore(copy);
    ASSERT_TRUE(copied) << copied.error().text();
    // A demo of an older version would ask for an update before its first picture. If this fails,
    // record it again: packaging/demo_store.sh.
    const Status ours = probeStoreFile(copy, currentSchema());
    ASSERT_TRUE(ours) << ours.error().text();
    const auto reader = StoreReader::open(copy);
    ASSERT_TRUE(reader) << reader.error().text();
    const auto runs = (*reader)->runs();
    ASSERT_TRUE(runs) << runs.error().text();
    ASSERT_FALSE(runs->empty());
    for (const RunSummary &each : *runs) {
        EXPECT_EQ(each.state, "finished") << each.run.name;
        EXPECT_EQ(each.infraErrors, 0) << each.run.name;
        // The start page names this machine.
        EXPECT_EQ(each.run.environment.deviceName, "AMD EPYC") << each.run.name;
        // The folders are those of an installation, not of the machine that recorded them.
        EXPECT_NE(each.run.profileJson.find("\"/usr/share/kernelloupe/tasks\""), std::string::npos)
            << each.run.profileJson;
    }
    const auto others = (*reader)->ids(parseFilter("demo:no").value());
    ASSERT_TRUE(others);
    EXPECT_TRUE(others->empty()) << "all of it is labelled as demo data";
}

TEST_F(DemoStore, HasWhatTheTourShows)
{
    ASSERT_TRUE(copyDemoStore(root() / "demo.kloupe"));
    const auto reader = StoreReader::open(root() / "demo.kloupe");
    ASSERT_TRUE(reader);
    for (const char *filter :
         {"method:demo-failing status:wrong", "method:demo-refine round>2", "speedup>2"}) {
        const auto ids = (*reader)->ids(parseFilter(filter).value());
        ASSERT_TRUE(ids);
        EXPECT_GT(ids->size(), 5U) << filter;
    }
}

TEST_F(DemoStore, TheInstalledFileStaysAsItIs)
{
    const auto installed = findDemoStore();
    ASSERT_TRUE(installed) << installed.error().text();
    const std::string before = readFile(*installed).value();
    ASSERT_TRUE(copyDemoStore(root() / "demo.kloupe"));
    EXPECT_EQ(readFile(root() / "demo.kloupe").value(), before);
    const auto reader = StoreReader::open(root() / "demo.kloupe");
    ASSERT_TRUE(reader);
    ASSERT_TRUE((*reader)->runs());
    EXPECT_EQ(readFile(*installed).value(), before);
    for (const fs::directory_entry &each : fs::directory_iterator(installed->parent_path()))
        EXPECT_FALSE(each.path().filename().string().starts_with("demo.kloupe-")) << each.path();
}

TEST_F(DemoStore, NoFileIsReplaced)
{
    write("mine.kloupe", "precious");
    const Status copied = copyDemoStore(root() / "mine.kloupe");
    ASSERT_FALSE(copied);
    EXPECT_EQ(copied.error().code, Errc::InvalidInput);
    EXPECT_EQ(copied.error().where, (root() / "mine.kloupe").string());
    EXPECT_EQ(readFile(root() / "mine.kloupe").value(), "precious");
}

TEST_F(DemoStore, TakesNoLogOfAnEarlierStore)
{
    for (const std::string suffix : {"-wal", "-journal"}) {
        write("mine.kloupe" + suffix, "of a store that was deleted while a program had it open");
        const Status copied = copyDemoStore(root() / "mine.kloupe");
        ASSERT_FALSE(copied) << suffix;
        EXPECT_EQ(copied.error().where, (root() / ("mine.kloupe" + suffix)).string());
        EXPECT_TRUE(fs::exists(copied.error().where)) << "a program may still hold it";
        fs::remove(copied.error().where);
        EXPECT_TRUE(fs::is_empty(root()));
    }
    write("mine.kloupe-wal", "");
    EXPECT_TRUE(copyDemoStore(root() / "mine.kloupe"));
}

TEST_F(DemoStore, AFailureLeavesNothing)
{
    const Status copied = copyDemoStore(root() / "no-such-folder/demo.kloupe");
    ASSERT_FALSE(copied);
    EXPECT_EQ(copied.error().where, (root() / "no-such-folder/demo.kloupe").string());
    EXPECT_NE(copied.error().message.find("No such file"), std::string::npos)
        << copied.error().message;
    EXPECT_TRUE(fs::is_empty(root()));
}

} // namespace loupe::test
