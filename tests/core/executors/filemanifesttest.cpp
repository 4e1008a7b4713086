// SPDX-License-Identifier: Apache-2.0
#include "core/executors/filemanifest.h"

#include "core/base/digest.h"
#include "core/executors/nodefiles.h"

#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace fs = std::filesystem;

namespace {

Json file(const std::string &path, const std::string &content = "x")
{
    return {{"path", path}, {"sha256", sha256Hex(content)}, {"size", content.size()}};
}

Json tree(const std::string &root, std::vector<Json> files)
{
    return {{"root", root}, {"files", std::move(files)}};
}

} // namespace

using FileManifest = test::FolderTest;

TEST_F(FileManifest, RecognisesPathsWithinTheFolder)
{
    for (const char *path : {"a", "a/b.txt", ".git/HEAD", "a b/$(c)", "..a", "a..", "-rf"})
        EXPECT_TRUE(isSafePath(path)) << path;
    for (const std::string path : {"", "/", "/etc/passwd", "..", "../a", "a/..", "a/../b", "a//b",
                                   "a/", "./a", "a/./b", "."})
        EXPECT_FALSE(isSafePath(path)) << path;
    EXPECT_FALSE(isSafePath(std::string("a\0b", 3)));
    EXPECT_FALSE(isSafePath(std::string(1025, 'a')));
    EXPECT_FALSE(isSafePath(std::string(256, 'a')));
}

TEST_F(FileManifest, ListsRegularFilesAndTheCommit)
{
    write("suite/a.txt", "one");
    write("suite/sub/b.txt", "two");
    write("suite/.git/HEAD", std::string(40, 'a') + "\n");
    write("suite/.git/config", "url = https://user:secret@example.com");
    fs::create_symlink("/etc/passwd", root() / "suite/link");
    const auto listed = listTree(root() / "suite", TreeKind::Suite);
    ASSERT_TRUE(listed) << listed.error().text();
    std::vector<std::string> paths;
    for (const ManifestFile &each : listed->tree.files)
        paths.push_back(each.path);
    EXPECT_EQ(paths,
              (std::vector<std::string>{"suite/.git/HEAD", "suite/a.txt", "suite/sub/b.txt"}));
    EXPECT_EQ(listed->texts.begin()->second, std::string(40, 'a') + "\n");
    EXPECT_EQ(listTree(root() / "suite", TreeKind::Submissions)->tree.files.size(), 2U);
    EXPECT_EQ(listTree(root() / "suite/a.txt", TreeKind::Submissions)->tree.files.at(0).path,
              "a.txt");
    EXPECT_EQ(listTree(root() / "nothing", TreeKind::Suite).error().code, Errc::NotFound);
}

TEST_F(FileManifest, SkipsHiddenAndGeneratedFiles)
{
    write("s/a.py", "one");
    write("s/._a.py", "twin");
    write("s/.venv/b.py", "two");
    write("s/__pycache__/a.pyc", "three");
    write("s/env/pyvenv.cfg", "home = /usr/bin");
    write("s/env/lib/c.py", "four");
    const auto listed = listTree(root() / "s", TreeKind::Submissions);
    ASSERT_TRUE(listed) << listed.error().text();
    ASSERT_EQ(listed->tree.files.size(), 1U);
    EXPECT_EQ(listed->tree.files[0].path, "s/a.py");
}

TEST_F(FileManifest, RefusesHostileManifests)
{
    EXPECT_TRUE(manifestTreeFromJson(tree("s", {file("s/a"), file("s/b")})));
    Json digest = file("s/a");
    digest["sha256"] = "../../../etc/cron.d/x";
    Json large = file("s/a");
    large["size"] = std::uint64_t{1} << 40;
    Json negative = file("s/a");
    negative["size"] = -1;
    for (const Json &hostile :
         {tree("..", {}), tree("a/b", {}), tree("", {}), tree("s", {file("../a")}),
          tree("s", {file("s/../../a")}), tree("s", {file("/etc/passwd")}),
          tree("s", {file("other/a")}), tree("s", {file("s/a"), file("s/a")}),
          tree("s", {file("s/a"), file("s/a/b")}), tree("s", {digest}), tree("s", {large}),
          tree("s", {negative}), Json(3), Json::object()})
        EXPECT_FALSE(manifestTreeFromJson(hostile)) << hostile.dump();
}

TEST_F(FileManifest, NodeAcceptsOnlyRequestedFilesAndVerifiesThem)
{
    NodeFiles files(root());
    const Json manifest{
        {"trees", {tree("s", {file("s/a", "abc")}), tree("c", {file("c/b", "abc")})}}};
    const auto need = files.expect(manifest);
    ASSERT_TRUE(need) << need.error().text();
    EXPECT_EQ(*need, std::vector<std::string>{sha256Hex("abc")});
    const auto blob = [](const std::string &digest, const std::string &data, bool last) {
        return Json{{"kind", "blob"}, {"sha256", digest}, {"data", data}, {"last", last}};
    };
    EXPECT_FALSE(files.unpack(root() / "job")) << "it is not here yet";
    EXPECT_FALSE(files.take(blob("../../x", "YWJj", true)));
    EXPECT_FALSE(files.take(blob(sha256Hex("xyz"), "eHl6", true)));
    EXPECT_FALSE(files.take(blob(sha256Hex("abc"), "eHl6", true))) << "other content";
    NodeFiles again(root());
    ASSERT_TRUE(again.expect(manifest));
    EXPECT_FALSE(again.take(blob(sha256Hex("abc"), "YWJjZA==", false))) << "longer than it says";
    NodeFiles third(root());
    ASSERT_TRUE(third.expect(manifest));
    EXPECT_TRUE(third.take(blob(sha256Hex("abc"), "YWI=", false)));
    EXPECT_TRUE(third.take(blob(sha256Hex("abc"), "Yw==", true)));
    const auto places = third.unpack(root() / "job");
    ASSERT_TRUE(places) << places.error().text();
    EXPECT_EQ(readFile(places->suite / "a").value(), "abc");
    EXPECT_EQ(readFile(places->submissions.at(0) / "b").value(), "abc");

    NodeFiles later(root());
    EXPECT_EQ(later.expect(manifest)->size(), 0U) << "each content comes once";
}

} // namespace loupe
