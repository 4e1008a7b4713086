// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/shippedclaims.h"

#include "core/report/shipped/shippedfiles.h"

#include <algorithm>

#include "tests/core/suites/taskfixture.h"

namespace loupe::test {

using ShippedFiles = FolderTest;

TEST_F(ShippedFiles, FallsBackToTheSourceFolder)
{
    const auto found = findShippedFolder("no-such-part", root(), "the parts", "install it");
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(*found, root());
}

TEST_F(ShippedFiles, ErrorNamesMissingFolderAndFix)
{
    write("file", "not a folder");
    for (const char *none : {"none", "file"}) {
        const auto found = findShippedFolder("no-such-part", root() / none, "the parts", "install");
        ASSERT_FALSE(found) << none;
        EXPECT_EQ(found.error().code, Errc::NotFound);
        EXPECT_EQ(found.error().message, "the parts included with the program are not installed");
        EXPECT_TRUE(found.error().where.ends_with("share/kernelloupe/no-such-part"));
        EXPECT_EQ(found.error().hint, "install");
    }
}

TEST_F(ShippedFiles, OnlyJsonFilesAreListedByName)
{
    for (const char *name : {"b.json", "a.json", "README.md", "c.json.bak", "d.JSON", ".json"})
        write(name, "{}");
    const auto files = jsonFilesIn(root());
    ASSERT_TRUE(files);
    std::vector<std::string> names;
    for (const auto &file : *files)
        names.push_back(file.filename().string());
    EXPECT_EQ(names, (std::vector<std::string>{"a.json", "b.json"}));
    EXPECT_EQ(jsonFilesIn(root() / "none").error().code, Errc::Io);
}

TEST_F(ShippedFiles, EveryShippedClaimCanBeReadAndHasASource)
{
    const auto shipped = shippedClaims();
    ASSERT_TRUE(shipped) << shipped.error().text() << shipped.error().detail;
    ASSERT_FALSE(shipped->empty());
    for (const ShippedClaims &each : *shipped) {
        EXPECT_NE(each.source, "") << each.name;
        const auto claims = claimsNamed(each.name);
        ASSERT_TRUE(claims) << claims.error().text();
        EXPECT_EQ(claims->source, each.source);
        EXPECT_FALSE(claims->claims.empty());
    }
}

TEST_F(ShippedFiles, ReadsANamedFile)
{
    write("mine.json", R"({"source": "a blog", "claims": [{"claim": "it is fast"}]})");
    const auto claims = claimsNamed((root() / "mine.json").string());
    ASSERT_TRUE(claims) << claims.error().text();
    EXPECT_EQ(claims->source, "a blog");
    ASSERT_EQ(claims->claims.size(), 1U);
    EXPECT_TRUE(claims->claims[0].figures.empty()) << "nothing of it can be computed";
}

TEST_F(ShippedFiles, NamesNeverBecomePaths)
{
    for (const char *word : {"", "../claims/kernelbench-x", "kernelbench-x.json", "nobody"}) {
        const auto claims = claimsNamed(word);
        ASSERT_FALSE(claims) << word;
        EXPECT_EQ(claims.error().code, Errc::NotFound) << word;
    }
    EXPECT_NE(claimsNamed("kernelbench-y").error().hint.find("kernelbench-x"), std::string::npos);
}

TEST_F(ShippedFiles, RefusesFilesWithoutClaims)
{
    write("broken.json", "{\"source\": \"s\",\n \"claims\": [{\"claim\": 7}]}");
    const auto claims = claimsNamed((root() / "broken.json").string());
    ASSERT_FALSE(claims);
    EXPECT_EQ(claims.error().code, Errc::InvalidInput);
    EXPECT_TRUE(claims.error().where.ends_with("broken.json:claims[0].claim"))
        << claims.error().where;
}

} // namespace loupe::test
