// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/suiteregistry.h"

#include "tests/core/suites/taskfixture.h"

namespace loupe {

using SuiteRegistryTest = test::FolderTest;

TEST_F(SuiteRegistryTest, AddsAndRemovesSuites)
{
    const auto file = root() / "config/kernelloupe/suites.json";
    auto registry = SuiteRegistry::load(file);
    ASSERT_TRUE(registry) << "no file is an empty registry";
    EXPECT_TRUE(registry->suites().empty());
    ASSERT_TRUE(registry->add({"kernelbench", "/somewhere/kb", SuiteLayout::KernelBench}));
    ASSERT_TRUE(registry->add({"g", "/somewhere/tb", SuiteLayout::TritonBenchG}));
    ASSERT_TRUE(registry->save());
    auto again = SuiteRegistry::load(file);
    ASSERT_TRUE(again);
    ASSERT_EQ(again->suites().size(), 2u);
    EXPECT_EQ(again->find("g")->layout, SuiteLayout::TritonBenchG);
    EXPECT_EQ(again->find("kernelbench")->folder, "/somewhere/kb");
    EXPECT_TRUE(again->remove("g"));
    EXPECT_EQ(again->find("g"), nullptr);
    EXPECT_EQ(again->remove("g").error().code, Errc::NotFound);
}

TEST_F(SuiteRegistryTest, NamesAreUnique)
{
    auto registry = SuiteRegistry::load(root() / "suites.json");
    ASSERT_TRUE(registry);
    ASSERT_TRUE(registry->add({"kb", "/one", SuiteLayout::KernelBench}));
    EXPECT_TRUE(registry->add({"kb", "/one", SuiteLayout::KernelBench}));
    const Status other = registry->add({"kb", "/two", SuiteLayout::KernelBench});
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code, Errc::Busy);
    EXPECT_NE(other.error().hint.find("--name"), std::string::npos);
    EXPECT_FALSE(registry->add({"a/b", "/three", SuiteLayout::KernelBench}));
    EXPECT_FALSE(registry->add({"", "/three", SuiteLayout::KernelBench}));
    EXPECT_EQ(registry->suites().size(), 1u);
}

TEST_F(SuiteRegistryTest, RefusesForeignFiles)
{
    for (const char *text :
         {"[]", "{\"schema\": 2, \"suites\": []}", "{\"schema\": 1}", "not json",
          R"({"schema": 1, "suites": [{"name": "a", "folder": "/b", "layout": "new"}]})"}) {
        write("suites.json", text);
        const auto registry = SuiteRegistry::load(root() / "suites.json");
        ASSERT_FALSE(registry) << text;
        EXPECT_EQ(registry.error().code, Errc::Corrupt) << text;
    }
}

} // namespace loupe
