// SPDX-License-Identifier: Apache-2.0
#include "core/suites/native/suite.h"

#include "core/suites/native/categories.h"

#include <map>

#include "tests/core/suites/taskfixture.h"

namespace loupe {

using SuiteTest = test::FolderTest;

TEST_F(SuiteTest, OneInvalidTaskRefusesTheSuite)
{
    writeTask(doubleTask());
    Json bad = doubleTask();
    bad["name"] = "worse";
    bad["inputs"][0]["dtype"] = "float7";
    bad.erase("flops");
    writeTask(bad, "Math/worse");
    const auto suite = readNativeSuite(root());
    ASSERT_FALSE(suite);
    EXPECT_NE(suite.error().detail.find("worse/task.json:inputs[0].dtype"), std::string::npos);
    EXPECT_NE(suite.error().detail.find("worse/task.json:flops"), std::string::npos);
}

TEST_F(SuiteTest, RefusesAMissingAndAnEmptyFolder)
{
    EXPECT_EQ(readNativeSuite(root() / "nothing").error().code, Errc::NotFound);
    EXPECT_EQ(readNativeSuite(root()).error().code, Errc::InvalidInput);
}

TEST_F(SuiteTest, ATaskThatIsReadFromElsewhereRefusesTheSuite)
{
    writeTask(doubleTask(), "suite/Math/double");
    writeTask(doubleTask(), "elsewhere/double");
    const std::filesystem::path given = root() / "suite";
    std::filesystem::create_symlink("../elsewhere", given / "Fusion");
    const auto linked = readNativeSuite(given);
    ASSERT_FALSE(linked);
    EXPECT_NE(linked.error().message.find("behind a link"), std::string::npos);
    EXPECT_EQ(linked.error().where, (given / "Fusion" / "double").string());
    std::filesystem::remove(given / "Fusion");
    const auto reference = given / "Math" / "double" / "reference.cpp";
    std::filesystem::remove(reference);
    std::filesystem::create_symlink("../../../elsewhere/double/reference.cpp", reference);
    const auto suite = readNativeSuite(given);
    ASSERT_FALSE(suite);
    EXPECT_NE(suite.error().detail.find("outside of the folder"), std::string::npos)
        << suite.error().detail;
}

TEST(ShippedSuite, CoversEveryCategory)
{
    const auto suite = readNativeSuite(std::filesystem::path(LOUPE_SOURCE_DIR) / "tasks");
    ASSERT_TRUE(suite) << suite.error().text() << "\n" << suite.error().detail;
    EXPECT_GE(suite->tasks.size(), 60u);
    std::map<std::string, int> perCategory;
    for (const NativeTask &task : suite->tasks)
        ++perCategory[task.task.category];
    EXPECT_EQ(perCategory.size(), 15u);
    for (const auto &[category, count] : perCategory) {
        const int least = category == "Fusion" || category == "Math" ? 8 : 3;
        EXPECT_GE(count, least) << category;
    }
}

} // namespace loupe
